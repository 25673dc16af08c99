import { copyFile, stat, truncate } from 'node:fs/promises'
import { ManagedProcess, type ProcessHost, type ProcessSpec } from './managed-process.ts'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { startTimeOf, writeStackState } from './stack-state.ts'

const readyTimeoutMs = 90_000
const logCheckMs = 60_000
const maxLogBytes = 64 * 1_048_576

/** All processes of a stack: starts them in groups, keeps them alive, writes down what they do, stops them in reverse. */
export class Supervisor {
  readonly #host: ProcessHost
  readonly #local: LocalDir
  readonly #groups: ManagedProcess[][] = []
  readonly #logTimer: NodeJS.Timeout
  #ready = false
  #stopping = false
  #summary = ''

  constructor(local: LocalDir, report: (line: string) => void) {
    this.#local = local
    this.#host = { local, report, changed: () => this.#write() }
    this.#logTimer = setInterval(() => {
      this.#limitLogs().catch((error: unknown) => report(`the logs could not be shortened: ${sentenceFor(error)}`))
    }, logCheckMs)
    this.#logTimer.unref()
    this.#write()
  }

  /** Starts processes side by side and waits until all of them serve. They are stopped before those of earlier groups. */
  async startGroup(specs: readonly ProcessSpec[]): Promise<void> {
    const group = specs.map((spec) => new ManagedProcess(spec, this.#host))
    this.#groups.push(group)
    for (const one of group) if (!this.#stopping) one.start()
    await Promise.all(
      group.map(async (one) => {
        await one.whenReady(readyTimeoutMs)
        this.#host.report(`${one.spec.name} is ready on ${one.spec.port}`)
      }),
    )
  }

  /** Everything has been started: what a later `make up` prints again. */
  becomeReady(summary: string): void {
    this.#ready = true
    this.#summary = summary
    this.#write()
  }

  /** Starts what was given up. */
  startMissing(): void {
    if (this.#stopping) return
    for (const one of this.#groups.flat()) {
      if (one.state !== 'failed') continue
      this.#host.report(`starting ${one.spec.name} again`)
      one.start()
    }
  }

  /** Stops all processes, the last started group first. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#ready = false
    clearInterval(this.#logTimer)
    for (const group of this.#groups.toReversed()) await Promise.all(group.map((one) => one.stop()))
    this.#write()
  }

  #write(): void {
    const startedAt = startTimeOf(process.pid)
    try {
      writeStackState(this.#local, {
        supervisor: { pid: process.pid, ...(startedAt === undefined ? {} : { startedAt }) },
        ready: this.#ready,
        summary: this.#summary,
        processes: this.#groups.flat().map((one) => one.record),
      })
    } catch (error) {
      // A disk that is full must not end the supervisor, which would leave everything without one.
      this.#host.report(`the state could not be written: ${sentenceFor(error)}`)
    }
  }

  /** The newest 64 MiB of a log at most, and as much of what was before. */
  async #limitLogs(): Promise<void> {
    for (const { logPath } of this.#groups.flat()) {
      const size = await stat(logPath).then(
        (found) => found.size,
        () => 0,
      )
      if (size < maxLogBytes) continue
      await copyFile(logPath, `${logPath}.1`)
      await truncate(logPath)
    }
  }
}
