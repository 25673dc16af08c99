import { limits, noticeUsefulForMs } from '@kismet/contracts'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Loop } from '@kismet/service-kit/loop'
import { counterIn } from '@kismet/service-kit/metrics'
import { claimMails, endMail, insertMail, retryMail } from '../db/mails.ts'
import type { ClaimedMail, MailKind, MailRequest } from '../db/mails.ts'
import { writeMail } from '../domain/letters.ts'
import type { Letter } from '../domain/letters.ts'
import { writeSupportMail } from '../domain/support-letter.ts'
import type { SupportLetter } from '../domain/support-letter.ts'
import { writeOwnerMail } from '../domain/owner-letter.ts'
import type { OwnerLetter } from '../domain/owner-letter.ts'
import type { Secrets } from '../security/secrets.ts'
import { Sending } from '../sending.ts'
import { MailError } from './smtp.ts'
import type { Smtp } from './smtp.ts'

/** Each mail ends with one outcome. `refused`: the mailbox does not exist. A failed attempt counts as `retried`. */
export const mailOutcomes = ['sent', 'retried', 'refused', 'too_late'] as const
type MailOutcome = (typeof mailOutcomes)[number]

interface OutboxParts extends Pick<Kit, 'clock' | 'randomness' | 'log' | 'registry'> {
  readonly db: Pool
  readonly secrets: Pick<Secrets, 'mails'>
  readonly send: Smtp['send']
  readonly webOrigin: string | undefined
  /** Where answers to mails of the support go. */
  readonly supportMail: string | undefined
  /** The addresses of the owners. */
  readonly ownerMails: readonly string[]
}

/** Longer than any attempt lasts. */
const claimMs = 120_000
const firstRetryMs = 1_000
const codes = { usefulForMs: limits.otp.lifetimeMs, longestRetryMs: 60_000 }
const times = {
  reset: codes,
  signup: codes,
  notice: { usefulForMs: noticeUsefulForMs, longestRetryMs: 3_600_000 },
}

/**
 * Mails that wait in the database, encrypted, until the mail server takes them or they are useless. A mail
 * whose answer was lost may be sent twice.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #count: (outcome: MailOutcome) => void
  readonly #sending: Sending<ClaimedMail>

  constructor(parts: OutboxParts) {
    this.#parts = parts
    const { clock, db, log } = parts
    this.#sending = new Sending({
      name: 'mails',
      log,
      claim: (limit) => {
        const nowMs = clock.now()
        return claimMails(db, { nowMs, untilMs: nowMs + claimMs, limit })
      },
      deliver: (item) => this.#deliver(item),
      onError: (err, { id }) => log.error({ err, mailId: id }, 'failed to store the result of a mail'),
    })
    const counter = counterIn(parts.registry, 'auth_mails_total', 'Mails by outcome', 'outcome')
    this.#count = (outcome) => counter.inc({ outcome })
    // Prometheus sees no increase in a series that starts at 1, so each series starts at 0.
    for (const outcome of mailOutcomes) counter.inc({ outcome }, 0)
  }

  /**
   * Stores a mail. With an id the mail is stored once. With a request the mail counts for its address (`mayMail`). Without
   * a letter the steps are the same and no mail leaves. So the time of an answer does not show whether an account exists.
   * @returns whether the id is new
   */
  async add(
    db: Queryable,
    kind: MailKind,
    letter: Letter | SupportLetter | undefined,
    more: { readonly id?: string | undefined; readonly usefulForMs?: number; readonly request?: MailRequest } = {},
  ): Promise<boolean> {
    const { clock, randomness, secrets } = this.#parts
    const nowMs = clock.now()
    const id = more.id ?? randomness.id(nowMs)
    const request = letter && more.request
    const sealed = letter === undefined ? null : secrets.mails.seal(Buffer.from(JSON.stringify(letter)), id, randomness)
    const uselessAtMs = nowMs + (more.usefulForMs ?? times[kind].usefulForMs)
    return insertMail(db, { id, kind, sealed, nowMs, uselessAtMs, request })
  }

  /** Sends what waits, soon. */
  wake(): void {
    this.#sending.wake()
  }

  start(): Loop {
    return this.#sending.start()
  }

  /** Waits for mails that are being sent, for `withinMs` at most. */
  stop(withinMs: number): Promise<void> {
    return this.#sending.stop(withinMs)
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const { clock, db, log } = this.#parts
    const entry = { kind: mail.kind, mailId: mail.id, attempts: mail.attempts }
    const end = async (outcome: MailOutcome, err?: unknown) => {
      this.#count(outcome)
      if (outcome === 'sent') log.info({ event: 'mail.sent', ...entry }, 'mail sent')
      else log.error({ event: `mail.${outcome}`, ...entry, err }, 'a mail was not sent')
      await endMail(db, mail.id)
    }
    if (clock.now() >= mail.uselessAtMs) return end('too_late')
    try {
      if (!(await this.#send(mail))) {
        await endMail(db, mail.id)
        return undefined
      }
    } catch (error) {
      if (error instanceof MailError && error.isNoMailbox) return end('refused', error)
      this.#count('retried')
      log.warn({ ...entry, err: error }, 'failed to send a mail; retrying')
      const waitMs = Math.min(firstRetryMs * 4 ** (mail.attempts - 1), times[mail.kind].longestRetryMs)
      return retryMail(db, mail.id, clock.now() + waitMs)
    }
    return end('sent')
  }

  /** @returns false for a notice to owners without addresses, which is in the log now */
  async #send({ id, sealed }: ClaimedMail): Promise<boolean> {
    const { log, ownerMails, secrets, send, supportMail, webOrigin } = this.#parts
    const letter = JSON.parse(secrets.mails.open(sealed, id).toString()) as Letter | OwnerLetter | SupportLetter
    if ('event' in letter) {
      // The lines of an alert name players.
      const { by, detail } = letter.event === 'alert' ? { by: 'Kismet', detail: letter.title } : letter
      const notice = { what: letter.event, by, detail }
      if (ownerMails.length === 0) {
        log.warn({ event: 'owners.no-address', ...notice }, 'notice to the owners not mailed: OWNER_MAILS is empty')
        return false
      }
      log.warn({ event: 'owners.notice', ...notice, addresses: ownerMails.length }, 'mailing a notice to the owners')
      const mail = writeOwnerMail(letter)
      // A mail server can accept a mail and refuse some recipients. So each address has a mail.
      const ends = await Promise.allSettled(ownerMails.map((to) => send({ to, ...mail })))
      const errors = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []))
      for (const err of errors)
        log.error({ err, event: 'owners.not-told', what: notice.what }, 'an owner did not get a notice')
      const temporary = errors.find((error) => !(error instanceof MailError && error.isNoMailbox))
      if (errors.length > 0 && (temporary !== undefined || errors.length === ends.length)) throw temporary ?? errors[0]
      return true
    }
    const mail =
      letter.kind === 'support_reply'
        ? writeSupportMail(letter, { webOrigin, replyTo: supportMail })
        : writeMail(letter, webOrigin)
    await send({ to: letter.to, ...mail })
    return true
  }
}
