import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Env } from '@kismet/service-kit/env'

/** The service as a process of its own, so that it can be killed. */
export class ServiceProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Starts it and waits until it says that it has. @param folder of the service */
  static async start(folder: string, env: Env): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [join(folder, 'src/main.ts')], {
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

  /** SIGSTOP: it does nothing, and does not know of it. */
  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  /** SIGCONT. */
  goOn(): void {
    this.#child.kill('SIGCONT')
  }

  /** kill -9: no drain, no answer, no farewell. */
  async crash(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended()
  }

  /** Waits until it has ended. */
  async ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
  }
}
