import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openLog } from './kept-files.ts'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { decideRestart, restartLimit } from './restart-policy.ts'
import { StackError } from '@kismet/real-servers/stack-error'
import { startTimeOf, type ProcessRecord, type ProcessState } from './stack-state.ts'

/** A process of the stack as it is declared. */
export interface ProcessSpec {
  readonly name: string
  readonly port: number
  /** Where its metrics are when they are not on its own port. */
  readonly metricsPort?: number
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly uid?: number | undefined
  readonly gid?: number | undefined
  readonly stopSignal: 'SIGTERM' | 'SIGINT'
  /** Answers 2xx while the process can serve; shown live by `make status`. */
  readonly readyUrl?: string
  /** Whether it can serve now. Never rejects. */
  readonly isReady: () => Promise<boolean>
}

/** What a managed process needs of its supervisor. */
export interface ProcessHost {
  readonly local: LocalDir
  readonly report: (line: string) => void
  /** The state of a process has changed. */
  readonly changed: () => void
}

/** A first start that ends this often is given up: it will not get better by itself. */
const maxDeathsBeforeReady = 3
const pollMs = 100
/** Longer than a service takes that carries no streams, with the second and a half for which the stack has it wait (service-kit, `stopsWithinMs`). */
const stopGraceMs = 20_000

/** One child process: started, watched, started again when it dies, stopped. */
export class ManagedProcess {
  readonly spec: ProcessSpec
  readonly #host: ProcessHost
  #child: ChildProcess | undefined
  #state: ProcessState = 'stopped'
  #note: string | undefined
  #restartTimesMs: number[] = []
  #restartTimer: NodeJS.Timeout | undefined
  #wasReady = false

  constructor(spec: ProcessSpec, host: ProcessHost) {
    this.spec = spec
    this.#host = host
  }

  get state(): ProcessState {
    return this.#state
  }

  get record(): ProcessRecord {
    const { name, port, metricsPort, readyUrl } = this.spec
    const pid = this.#child?.pid
    const startedAt = pid === undefined ? undefined : startTimeOf(pid)
    return {
      name,
      port,
      state: this.#state,
      ...(pid === undefined ? {} : { pid }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(readyUrl === undefined ? {} : { readyUrl }),
      ...(metricsPort === undefined ? {} : { metricsPort }),
      ...(this.#note === undefined ? {} : { note: this.#note }),
    }
  }

  /** Starts the process unless it runs; one that had been given up gets all its restarts again. */
  start(): void {
    if (this.#state !== 'stopped' && this.#state !== 'failed') return
    this.#restartTimesMs = []
    this.#wasReady = false
    this.#launch()
  }

  /**
   * Waits until it can serve.
   * @throws StackError when it keeps ending, or does not serve in time
   */
  async whenReady(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs
    while (this.#state !== 'ready') {
      const gaveUp = !this.#wasReady && this.#restartTimesMs.length >= maxDeathsBeforeReady
      if (gaveUp || this.#state === 'failed' || this.#state === 'stopped' || performance.now() > deadline) {
        const what =
          gaveUp || this.#state === 'failed'
            ? 'ends right after its start'
            : `is not ready after ${Math.round(timeoutMs / 1_000)} s`
        throw new StackError(`${this.spec.name} ${what}: see ${this.logPath}${await this.#lastWords()}`)
      }
      await delay(pollMs)
    }
  }

  /** Asks it to end, and ends it by force when that takes too long. */
  async stop(graceMs = stopGraceMs): Promise<void> {
    clearTimeout(this.#restartTimer)
    const child = this.#child
    this.#become('stopped')
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(this.spec.stopSignal)
    const timer = setTimeout(() => killGroup(child), graceMs)
    await ended
    clearTimeout(timer)
  }

  get logPath(): string {
    return join(this.#host.local.log, `${this.spec.name}.log`)
  }

  get #pidPath(): string {
    return join(this.#host.local.run, `${this.spec.name}.pid`)
  }

  #launch(): void {
    const { file, args, cwd, env, uid, gid } = this.spec
    const log = openLogIfPossible(this.logPath)
    // A process group of its own: a Ctrl-C at the terminal reaches the supervisor alone, which stops everything in order.
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', log, log],
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    })
    if (log !== 'ignore') closeSync(log)
    this.#child = child
    child.once('error', (error) => this.#ended(child, error.message))
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `exit code ${String(code)}`))
    if (child.pid !== undefined) this.#writePid(child.pid)
    this.#become('starting')
    void this.#watchReadiness(child)
  }

  /** A disk that is full must not end the supervisor, which would leave everything without one. */
  #writePid(pid: number): void {
    try {
      writeFileSync(this.#pidPath, `${pid}\n`)
    } catch (error) {
      this.#host.report(`the pid file of ${this.spec.name} could not be written: ${String(error)}`)
    }
  }

  async #watchReadiness(child: ChildProcess): Promise<void> {
    while (this.#child === child && this.#state === 'starting') {
      const ready = await this.spec.isReady()
      if (this.#child !== child || this.state !== 'starting') return
      if (ready) {
        this.#wasReady = true
        this.#become('ready')
        if (this.#restartTimesMs.length > 0) this.#host.report(`${this.spec.name} serves again`)
        return
      }
      await delay(pollMs)
    }
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    rmSync(this.#pidPath, { force: true })
    if (this.#state === 'stopped') {
      this.#host.changed()
      return
    }
    const nowMs = Date.now()
    const decision = decideRestart(this.#restartTimesMs, nowMs)
    if (!decision.restart) {
      const minutes = restartLimit.withinMs / 60_000
      this.#note = `ended ${restartLimit.restarts + 1} times in ${minutes} minutes (${how}); make up starts it again`
      this.#host.report(`${this.spec.name} ${this.#note}; see ${this.logPath}`)
      this.#become('failed')
      return
    }
    this.#restartTimesMs = [...this.#restartTimesMs, nowMs].slice(-restartLimit.restarts)
    this.#host.report(`${this.spec.name} ended (${how}); starting it again`)
    this.#become('restarting')
    this.#restartTimer = setTimeout(() => this.#launch(), decision.afterMs)
  }

  #become(state: ProcessState): void {
    this.#state = state
    if (state !== 'failed') this.#note = undefined
    this.#host.changed()
  }

  async #lastWords(): Promise<string> {
    const log = await readFile(this.logPath, 'utf8').catch(() => '')
    const lines = log.trimEnd().split('\n').slice(-8).join('\n  ')
    return lines === '' ? '' : `\n  ${lines}`
  }
}

function openLogIfPossible(path: string): number | 'ignore' {
  try {
    return openLog(path, 'a')
  } catch {
    return 'ignore'
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
