import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Env } from '@kismet/service-kit/env'
import { compiledOnce } from './compiled-once.ts'
import { closeAtEnd } from './left-behind.ts'

/** The service as a process of its own, so that it can be killed, or told to end. */
export class ServiceProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Starts it and waits until it says that it has. @param folder of the service, of this repository or of an older one */
  static async start(folder: string, env: Env): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [...compiledOnce, join(folder, 'src/main.ts')], {
      env: { ...env, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    closeAtEnd(() => end(child))
    child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.once('close', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
      const hear = (chunk: Buffer) => {
        said += chunk.toString()
        if (!said.includes('"started"')) return
        child.stdout.off('data', hear).resume()
        child.stderr.off('data', hear)
        resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
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
  crash(): Promise<void> {
    return end(this.#child)
  }

  /** SIGTERM: it drains. @returns its exit code once it has ended */
  async drain(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    await this.ended()
    return this.#child.exitCode
  }

  /** Waits until it has ended. */
  ended(): Promise<void> {
    return endOf(this.#child)
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await endOf(child)
}
