import { setTimeout as delay } from 'node:timers/promises'
import type { Kit } from '@kismet/service-kit/define-service'
import PQueue from 'p-queue'
import type { CodePurpose } from '../domain/code-mail.ts'
import { isFinalAnswer, isOfMailbox, retryDelayMs } from '../domain/mail-retry.ts'
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

/** `settled`: the server has taken a mail, or its mailbox never will. `unclear`: it may have it. */
export type SendOutcome = 'settled' | 'not taken' | 'unclear'

/** What a log has of a mail; `err`: why its last attempt has failed. */
interface MailEntry {
  readonly mail: string
  readonly attempts: number
  readonly err?: unknown
}

/** Anybody names any mailbox: what ends by one says nothing of all mails. */
const isByMailbox = ({ err }: MailEntry): boolean => err instanceof MailRefused && isOfMailbox(err)

/** What waits in places of its own: who has accounts enough, and mailboxes that put mails off for a day, fills those of notices, and no code is refused for it. */
type Kind = 'code' | 'notice' | 'owed'

/** Anybody signs up any e-mail: half of the room of codes is kept for e-mails that have an account. */
const mostWaiting: Record<CodePurpose | Exclude<Kind, 'code'>, number> = {
  signup: 1_000,
  reset: 2_000,
  notice: 1_000,
  owed: 1_000,
}
/** Somebody waits for codes, and for what is owed: notices in the background begin when none of these does. */
const priorities: Record<Kind, number> = { code: 1, owed: 1, notice: 0 }
const atOnce = 4
/** So that building a mail, which only existing accounts get, never lies between a request and its answer. */
const leaveAfterMs = 20

/**
 * Sends mails in the background, a few at a time, with retries for as long as they are of use, and in memory alone: a code must not lie on a disk, and who misses a mail
 * asks for another. What is owed is kept by who owes it, who has it sent while they wait. Bounded, each kind for itself: `hasRoom` is asked before anything else is done.
 */
export class MailQueue {
  readonly #parts: MailQueueParts
  readonly #sending = new PQueue({ concurrency: atOnce })
  readonly #unsent: Record<Kind, Set<Promise<void>>> = { code: new Set(), notice: new Set(), owed: new Set() }
  readonly #stopping = new AbortController()

  constructor(parts: MailQueueParts) {
    this.#parts = parts
  }

  /** Mails that are not sent yet. */
  get size(): number {
    return this.#allUnsent.length
  }

  get #allUnsent(): Promise<void>[] {
    return Object.values(this.#unsent).flatMap((ofKind) => [...ofKind])
  }

  hasRoom(purpose: keyof typeof mostWaiting): boolean {
    const kind = purpose === 'signup' || purpose === 'reset' ? 'code' : purpose
    return !this.#stopping.signal.aborted && this.#unsent[kind].size < mostWaiting[purpose]
  }

  /** Takes a mail. @throws Error when there is no room. */
  add(kind: Exclude<Kind, 'owed'>, mail: OutgoingMail): void {
    if (!this.hasRoom(kind === 'code' ? 'reset' : kind)) throw new Error('The mail queue is full')
    this.#keep(kind, this.#deliver(kind, mail))
  }

  /** Tries a mail once, while it is of use to who waits for it and asks again. */
  async sendNow(mail: OutgoingMail): Promise<SendOutcome> {
    if (!this.hasRoom('owed')) return 'not taken'
    const tried = this.#inTurn('owed', async (): Promise<SendOutcome> => {
      if (this.#parts.clock.now() >= mail.uselessAfterMs) return 'not taken'
      const entry = { mail: mail.tag, attempts: 1 }
      const failed = await this.#sendOnce(mail, entry)
      if (failed === undefined) return 'settled'
      this.#tellFailed({ ...entry, err: failed.error })
      return failed.error instanceof MailRefused && !failed.error.isUnclear ? 'not taken' : 'unclear'
    })
    this.#keep('owed', tried)
    return tried
  }

  /** Takes no more mails and tries each that it has once more, for `withinMs` at most. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    const timeUp = new AbortController()
    const allSent = Promise.all(this.#allUnsent).finally(() => timeUp.abort())
    await Promise.race([allSent, delay(withinMs, undefined, { signal: timeUp.signal }).catch(() => undefined)])
    const { size } = this
    this.#sending.clear()
    for (let lost = 0; lost < size; lost += 1) this.#parts.count('unsent_at_stop')
    if (size > 0) this.#parts.log.warn({ mails: size }, 'mails were not sent before the stop')
  }

  #keep(kind: Kind, work: Promise<unknown>): void {
    const ended: Promise<void> = work.then(() => void this.#unsent[kind].delete(ended))
    this.#unsent[kind].add(ended)
  }

  #inTurn<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    return this.#sending.add(work, { priority: priorities[kind] })
  }

  async #deliver(kind: Kind, mail: OutgoingMail): Promise<void> {
    let entry: MailEntry | null = { mail: mail.tag, attempts: 0 }
    while (entry !== null) {
      const before: MailEntry = entry
      await this.#pause(before.attempts === 0 ? leaveAfterMs : retryDelayMs(before.attempts))
      entry = await this.#inTurn(kind, () => this.#try(mail, before))
    }
  }

  /** A stop ends it: a mail is tried once more, at once. */
  async #pause(delayMs: number): Promise<void> {
    await delay(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  /** @returns how it stands where another attempt follows, else null */
  async #try(mail: OutgoingMail, before: MailEntry): Promise<MailEntry | null> {
    if (this.#parts.clock.now() >= mail.uselessAfterMs) return this.#endUnsent('too_late', before)
    const entry = { mail: mail.tag, attempts: before.attempts + 1 }
    const failed = await this.#sendOnce(mail, entry)
    if (failed === undefined) return null
    const after = { ...entry, err: failed.error }
    if (this.#stopping.signal.aborted) return this.#endUnsent('given_up', after)
    this.#tellFailed(after)
    return after
  }

  /** @returns why the server has not taken it, and may at another time */
  async #sendOnce(mail: OutgoingMail, entry: MailEntry): Promise<{ readonly error: unknown } | undefined> {
    const { send, log } = this.#parts
    try {
      await send(mail)
      this.#parts.count('sent')
      log.info({ event: 'mail.sent', ...entry }, 'mail sent')
    } catch (error) {
      if (!(error instanceof MailRefused && isFinalAnswer(error))) return { error }
      this.#end('refused', { ...entry, err: error })
    }
    return undefined
  }

  #tellFailed(entry: MailEntry): void {
    this.#parts.count(isByMailbox(entry) ? 'put_off' : 'retried')
    this.#parts.log.warn(entry, 'a mail could not be sent; it is tried again')
  }

  #endUnsent(outcome: 'too_late' | 'given_up', entry: MailEntry): null {
    return this.#end(isByMailbox(entry) ? 'refused' : outcome, entry)
  }

  #end(outcome: MailOutcome, entry: MailEntry): null {
    this.#parts.count(outcome)
    this.#parts.log.error({ event: `mail.${outcome}`, ...entry }, 'a mail was not sent')
    return null
  }
}
