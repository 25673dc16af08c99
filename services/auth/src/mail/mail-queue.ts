import { setTimeout as delay } from 'node:timers/promises'
import type { Kit } from '@kismet/service-kit/define-service'
import PQueue from 'p-queue'
import type { CodePurpose } from '../domain/code-mail.ts'
import { isFinalAnswer, retryDelayMs } from '../domain/mail-retry.ts'
import type { MailOutcome } from '../telemetry.ts'
import { MailRefused } from './smtp.ts'
import type { Mail, Smtp } from './smtp.ts'

export interface OutgoingMail extends Mail {
  /** From then on it is of no use. */
  readonly uselessAfterMs: number
  /** Names the mail in logs, instead of the address. */
  readonly tag: string
}

export interface MailQueueParts extends Pick<Kit, 'clock' | 'log'> {
  readonly send: Smtp['send']
  readonly count: (outcome: MailOutcome) => void
}

/** Anybody signs up any e-mail: half of the room is kept for e-mails that have an account. */
const mostWaiting: Record<CodePurpose, number> = { signup: 1_000, reset: 2_000 }
const atOnce = 4
/** So that building a mail, which only existing accounts get, never lies between a request and its answer. */
const leaveAfterMs = 20

/**
 * Sends mails in the background, a few at a time, with retries, and in memory alone: a code must not lie on a disk, and who misses a mail asks for
 * another. Bounded: `hasRoom` is asked before anything else is done.
 */
export class MailQueue {
  readonly #parts: MailQueueParts
  readonly #sending = new PQueue({ concurrency: atOnce })
  readonly #unsent = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(parts: MailQueueParts) {
    this.#parts = parts
  }

  /** Mails that are not sent yet. */
  get size(): number {
    return this.#unsent.size
  }

  hasRoom(purpose: CodePurpose): boolean {
    return !this.#stopping.signal.aborted && this.size < mostWaiting[purpose]
  }

  /** Takes a mail. @throws Error when there is no room. */
  add(mail: OutgoingMail): void {
    if (!this.hasRoom('reset')) throw new Error('The mail queue is full')
    const delivered: Promise<void> = this.#deliver(mail).finally(() => this.#unsent.delete(delivered))
    this.#unsent.add(delivered)
  }

  /** Takes no more mails and tries each that it has once more, for `withinMs` at most. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    const timeUp = new AbortController()
    const allSent = Promise.all(this.#unsent).finally(() => timeUp.abort())
    await Promise.race([allSent, delay(withinMs, undefined, { signal: timeUp.signal }).catch(() => undefined)])
    const { size } = this
    this.#sending.clear()
    for (let lost = 0; lost < size; lost += 1) this.#parts.count('unsent_at_stop')
    if (size > 0) this.#parts.log.warn({ mails: size }, 'mails were not sent before the stop')
  }

  async #deliver(mail: OutgoingMail): Promise<void> {
    let delayMs: number | null = leaveAfterMs
    for (let attempts = 1; delayMs !== null; attempts += 1) {
      await this.#pause(delayMs)
      delayMs = await this.#sending.add(() => this.#try(mail, attempts))
    }
  }

  /** A stop ends it: a mail is tried once more, at once. */
  async #pause(delayMs: number): Promise<void> {
    await delay(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  /** @returns how long to wait before the next attempt, or null when there is none */
  async #try(mail: OutgoingMail, attempts: number): Promise<number | null> {
    const { send, clock, log } = this.#parts
    const entry = { mail: mail.tag, attempts }
    if (clock.now() >= mail.uselessAfterMs) return this.#end('too_late', entry)
    try {
      await send(mail)
      this.#parts.count('sent')
      log.info({ event: 'mail.sent', ...entry }, 'mail sent')
      return null
    } catch (error) {
      const delayMs = this.#stopping.signal.aborted ? null : retryDelayMs(attempts)
      const isFinal = error instanceof MailRefused && isFinalAnswer(error.responseCode)
      if (isFinal || delayMs === null) return this.#end(isFinal ? 'refused' : 'given_up', { ...entry, err: error })
      this.#parts.count('retried')
      log.warn({ ...entry, err: error }, 'a mail could not be sent; it is tried again')
      return delayMs
    }
  }

  #end(outcome: MailOutcome, entry: { mail: string; attempts: number; err?: unknown }): null {
    this.#parts.count(outcome)
    this.#parts.log.error({ event: `mail.${outcome}`, ...entry }, 'a mail was not sent')
    return null
  }
}
