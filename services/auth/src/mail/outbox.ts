import { setTimeout as delay } from 'node:timers/promises'
import { limits, noticeUsefulForMs } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { claimMails, countCodeMails, endMail, fillMail, insertMail, retryMail } from '../db/mails.ts'
import type { ClaimedMail, MailKind } from '../db/mails.ts'
import { writeMail } from '../domain/letters.ts'
import type { CodePurpose, Letter } from '../domain/letters.ts'
import type { Secrets } from '../security/secrets.ts'
import type { MailOutcome } from '../telemetry.ts'
import { isNoMailbox } from './smtp.ts'
import type { Smtp } from './smtp.ts'

/** Who asks for a code. `isKnown`: at a device that the account knows. */
export interface Asker {
  readonly one: string
  readonly isKnown: boolean
}

interface OutboxParts extends Pick<Kit, 'clock' | 'randomness' | 'log'> {
  readonly db: Pool
  readonly secrets: Pick<Secrets, 'mails' | 'tagOf'>
  readonly send: Smtp['send']
  readonly webOrigin: string | undefined
  readonly count: (outcome: MailOutcome) => void
}

const atOnce = 4
const everyMs = 1_000
/** Longer than any attempt lasts. */
const claimMs = 120_000
const firstRetryMs = 1_000
const longestRetryMs: Record<MailKind, number> = { reset: 60_000, signup: 60_000, notice: 3_600_000 }

/**
 * Mails that wait in the database, encrypted, until the mail server takes them or they are useless. A mail
 * whose answer was lost may be sent twice.
 */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #sending = new Set<Promise<void>>()
  #loop: Loop | undefined

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /**
   * Stores a mail with a code, unless the address had its mails of a day. Without a code the row only counts,
   * and `fill` adds the code later.
   * @returns the id of the mail
   */
  async addCode(
    transaction: Queryable,
    kind: CodePurpose,
    { email, asker, letter }: { readonly email: string; readonly asker: Asker; readonly letter?: Letter | undefined },
  ): Promise<string | undefined> {
    const { clock, secrets } = this.#parts
    const recipient = secrets.tagOf(email)
    await takeTurn(transaction, `mails to ${recipient}`)
    const nowMs = clock.now()
    const { ofOne, ofAll } = await countCodeMails(transaction, { recipient, asker: asker.one, nowMs })
    const { mailsOfOne, mailsOfAll } = limits.otp
    if (ofOne >= mailsOfOne || (ofAll >= mailsOfAll && !asker.isKnown)) return undefined
    return this.#add(transaction, { kind, recipient, asker: asker.one, letter, usefulForMs: limits.otp.lifetimeMs })
  }

  async fill(id: string, letter: Letter | undefined): Promise<void> {
    await fillMail(this.#parts.db, id, this.#seal(id, letter))
    this.wake()
  }

  /** Stores a notice. With an id it is stored once. */
  async addNotice(db: Queryable, letter: Letter, id?: string): Promise<void> {
    const recipient = this.#parts.secrets.tagOf(letter.to)
    await this.#add(db, { id, kind: 'notice', recipient, asker: 'auth', letter, usefulForMs: noticeUsefulForMs })
  }

  /** Sends what waits, soon. */
  wake(): void {
    this.#loop?.wake()
  }

  start(): Loop {
    this.#loop = startLoop('mails', everyMs, this.#parts.log, () => this.#sendDue())
    return this.#loop
  }

  /** Waits for mails that are being sent, for `withinMs` at most. */
  async stop(withinMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#sending), delay(withinMs, undefined, { ref: false })])
  }

  async #add(
    db: Queryable,
    mail: {
      readonly id?: string | undefined
      readonly kind: MailKind
      readonly recipient: string
      readonly asker: string
      readonly letter: Letter | undefined
      readonly usefulForMs: number
    },
  ): Promise<string> {
    const { clock, randomness } = this.#parts
    const createdAtMs = clock.now()
    const { id = randomness.id(createdAtMs), letter, usefulForMs, ...row } = mail
    const sealed = this.#seal(id, letter)
    await insertMail(db, { id, ...row, sealed, createdAtMs, uselessAtMs: createdAtMs + usefulForMs })
    return id
  }

  #seal(id: string, letter: Letter | undefined): Buffer | null {
    const { randomness, secrets } = this.#parts
    return letter === undefined ? null : secrets.mails.seal(Buffer.from(JSON.stringify(letter)), id, randomness)
  }

  async #sendDue(): Promise<void> {
    const { clock, db, log } = this.#parts
    const limit = atOnce - this.#sending.size
    if (limit === 0) return
    const nowMs = clock.now()
    for (const mail of await claimMails(db, { nowMs, untilMs: nowMs + claimMs, limit })) {
      const sending = this.#deliver(mail)
        .catch((error: unknown) => log.error({ err: error, mailId: mail.id }, 'failed to store the result of a mail'))
        .finally(() => {
          this.#sending.delete(sending)
          this.wake()
        })
      this.#sending.add(sending)
    }
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const { clock, db, send, log } = this.#parts
    const { id, kind, recipient, attempts } = mail
    const entry = { mail: `${kind} ${recipient}`, mailId: id, attempts }
    if (clock.now() >= mail.uselessAtMs) return this.#end('too_late', entry)
    try {
      await send(this.#read(mail))
    } catch (error) {
      if (isNoMailbox(error)) return this.#end('refused', { ...entry, err: error })
      this.#parts.count('retried')
      log.warn({ ...entry, err: error }, 'failed to send a mail; retrying')
      await retryMail(db, id, clock.now() + Math.min(firstRetryMs * 4 ** (attempts - 1), longestRetryMs[kind]))
      return
    }
    await this.#end('sent', entry)
  }

  #read({ id, sealed }: ClaimedMail): Parameters<Smtp['send']>[0] {
    const { secrets, webOrigin } = this.#parts
    const letter = JSON.parse(secrets.mails.open(sealed, id).toString()) as Letter
    return { to: letter.to, ...writeMail(letter, webOrigin) }
  }

  async #end(outcome: MailOutcome, entry: Readonly<Record<string, unknown>> & { mailId: string }): Promise<void> {
    const { count, db, log } = this.#parts
    count(outcome)
    if (outcome === 'sent') log.info({ event: 'mail.sent', ...entry }, 'mail sent')
    else log.error({ event: `mail.${outcome}`, ...entry }, 'a mail was not sent')
    await endMail(db, entry.mailId)
  }
}
