import type { BatchDecision } from '../domain/batch.ts'
import type { MoneyCommand, Outcome } from '../domain/command.ts'
import { requestOf } from './input-hash.ts'
import { Writer } from './writer.ts'
import type { WriterOptions } from './writer.ts'

export interface WalletCoreOptions extends Omit<WriterOptions, 'onCommitted' | 'onStopped'> {
  /** Partitions by account, each with a connection and a batch of its own. */
  readonly writers: number
  readonly onCommitted?: (decision: BatchDecision) => void
}

/** All money commands of one process. Each account belongs to one of its writers, so that its commands keep their order. */
export class WalletCore {
  readonly #writers: readonly Writer[]
  readonly #options: WalletCoreOptions
  #stopped: Error | undefined

  private constructor(options: WalletCoreOptions, writers: readonly Writer[]) {
    this.#options = options
    this.#writers = writers
  }

  /** Connects all writers. @throws NotDurable when the database could lose what it confirms. */
  static async open(options: WalletCoreOptions): Promise<WalletCore> {
    const writers: Writer[] = []
    const core = new WalletCore(options, writers)
    const onCommitted = (decision: BatchDecision) => options.onCommitted?.(decision)
    const onStopped = (cause: Error) => core.#stop(cause)
    for (let index = 0; index < options.writers; index += 1)
      writers.push(await Writer.open({ ...options, onCommitted, onStopped }))
    return core
  }

  /** Books a command, once whatever is repeated. Never throws: what cannot be booked is refused. */
  async submit(command: MoneyCommand): Promise<Outcome> {
    const request = requestOf(command)
    const outcome = await this.#writerOf(request.command.playerId).submit(request)
    if (!outcome.ok) this.#options.telemetry.refused(outcome.code)
    return outcome
  }

  /** Why nothing may be booked any more, or undefined. */
  get stopped(): Error | undefined {
    return this.#stopped
  }

  /** Commands that wait for their batch. */
  get queued(): number {
    return this.#writers.reduce((sum, writer) => sum + writer.queued, 0)
  }

  async close(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.close()))
  }

  #writerOf(playerId: string): Writer {
    const hash = Number.parseInt(playerId.slice(-4), 16)
    const writer = this.#writers[hash % this.#writers.length]
    if (writer === undefined) throw new Error('The wallet has no writers')
    return writer
  }

  /** One writer that finds the ledger or the database unsafe stops them all. */
  #stop(cause: Error): void {
    if (this.#stopped !== undefined) return
    this.#stopped = cause
    this.#options.log.fatal(
      { err: cause },
      'the wallet has stopped booking: look at the ledger before it is started again',
    )
    this.#options.telemetry.stopped()
    for (const writer of this.#writers) writer.stop(cause)
  }
}
