import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import { isFinalAnswer, retryDelayMs } from '../domain/mail-retry.ts'
import type { MailOutcome } from '../telemetry.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** From then on it is of no use. */
  readonly uselessAfterMs: number
  /** Names the mail in logs, instead of the address. */
  readonly tag: string
}

/** Hands one mail to the mail server. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

const mostWaiting = 2_000
const atOnce = 4
/** So that building a mail, which only existing accounts get, never lies between a request and its answer. */
const leaveAfterMs = 20

interface Entry {
  readonly mail: OutgoingMail
  attempts: number
}

/**
 * Sends mails in the background, a few at a time, with retries, and in memory alone: a code must not lie on a disk, and who misses a mail asks for
 * another. Bounded: `hasRoom` is asked before anything else is done.
 */
export class MailQueue {
  readonly #send: SendMail
  readonly #clock: Clock
  readonly #log: Logger
  readonly #count: (outcome: MailOutcome) => void
  readonly #ready: Entry[] = []
  readonly #pauses = new Map<NodeJS.Timeout, Entry>()
  #sending = 0
  #stopped = false
  #idle: (() => void)[] = []

  constructor(parts: { send: SendMail; clock: Clock; log: Logger; count: (outcome: MailOutcome) => void }) {
    this.#send = parts.send
    this.#clock = parts.clock
    this.#log = parts.log
    this.#count = parts.count
  }

  /** Mails that are not sent yet. */
  get size(): number {
    return this.#ready.length + this.#pauses.size + this.#sending
  }

  hasRoom(): boolean {
    return !this.#stopped && this.size < mostWaiting
  }

  /** Takes a mail. @throws Error when there is no room. */
  add(mail: OutgoingMail): void {
    if (!this.hasRoom()) throw new Error('The mail queue is full')
    this.#pause({ mail, attempts: 0 }, leaveAfterMs)
  }

  /** Takes no more mails and tries each that it has once more, for `withinMs` at most. */
  async stop(withinMs: number): Promise<void> {
    this.#stopped = true
    for (const [timer, entry] of this.#pauses) {
      clearTimeout(timer)
      this.#ready.push(entry)
    }
    this.#pauses.clear()
    this.#work()
    if (this.size > 0) {
      const timeUp = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => timeUp.resolve(undefined), withinMs)
      await Promise.race([timeUp.promise, new Promise<void>((resolve) => this.#idle.push(resolve))])
      clearTimeout(timer)
    }
    const unsent = this.size
    this.#ready.length = 0
    for (let lost = 0; lost < unsent; lost += 1) this.#count('unsent_at_stop')
    if (unsent > 0) this.#log.warn({ mails: unsent }, 'mails were not sent before the stop')
  }

  #pause(entry: Entry, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#ready.push(entry)
      this.#work()
    }, delayMs)
    this.#pauses.set(timer, entry)
  }

  #work(): void {
    while (this.#sending < atOnce) {
      const entry = this.#ready.shift()
      if (entry === undefined) break
      this.#sending += 1
      void this.#try(entry).finally(() => {
        this.#sending -= 1
        this.#work()
        if (this.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
      })
    }
  }

  async #try(entry: Entry): Promise<void> {
    const { mail } = entry
    if (this.#clock.now() >= mail.uselessAfterMs) {
      this.#give('too_late', entry)
      return
    }
    entry.attempts += 1
    try {
      await this.#send(mail)
      this.#count('sent')
      this.#log.info({ event: 'mail.sent', mail: mail.tag, attempts: entry.attempts }, 'mail sent')
    } catch (error) {
      const delayMs = this.#stopped ? null : retryDelayMs(entry.attempts)
      if (isFinalAnswer(responseCodeOf(error))) this.#give('refused', entry, error)
      else if (delayMs === null) this.#give('given_up', entry, error)
      else {
        this.#count('retried')
        this.#log.warn(
          { err: error, mail: mail.tag, attempts: entry.attempts },
          'a mail could not be sent; it is tried again',
        )
        this.#pause(entry, delayMs)
      }
    }
  }

  #give(outcome: MailOutcome, { mail, attempts }: Entry, error?: unknown): void {
    this.#count(outcome)
    this.#log.error({ event: `mail.${outcome}`, err: error, mail: mail.tag, attempts }, 'a mail was not sent')
  }
}

function responseCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return undefined
  return typeof error.responseCode === 'number' ? error.responseCode : undefined
}
