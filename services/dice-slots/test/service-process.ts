import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../src/main.ts')

/** The service as a process of its own, so that it can be killed. */
export class ServiceProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Starts it and waits until it says that it has. */
  static async start(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [main], {
      env: { ...env, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('"started"')) resolve()
      })
    })
    return new ServiceProcess(child)
  }

  /** kill -9: no drain, no answer, no farewell. */
  async crash(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
