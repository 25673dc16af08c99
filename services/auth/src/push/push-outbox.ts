import type { Pool } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Loop } from '@kismet/service-kit/loop'
import { counterIn } from '@kismet/service-kit/metrics'
import webPush from 'web-push'
import { claimPushes, endPush, forgetBrowser, retryPush } from '../db/push.ts'
import type { ClaimedPush } from '../db/push.ts'
import { Sending } from '../sending.ts'
import { isPushEndpoint } from './push-services.ts'
import type { Vapid } from './vapid.ts'

/**
 * Each notification ends with one outcome. `gone`: the subscription has ended. `refused`: the push service takes no such
 * notification. A failed attempt counts as `retried`.
 */
const outcomes = ['sent', 'retried', 'gone', 'refused', 'too_late'] as const
type Outcome = (typeof outcomes)[number]

interface PushOutboxParts extends Pick<Kit, 'clock' | 'log' | 'registry'> {
  readonly db: Pool
  /** Undefined: the operator offers no notifications. */
  readonly vapid: Vapid | undefined
  /** Origins of push services that the operator adds. */
  readonly pushServices: readonly string[]
}

const timeoutMs = 10_000
/** Longer than any attempt lasts. */
const claimMs = 60_000
const firstRetryMs = 2_000
const longestRetryMs = 3_600_000
const mostAttempts = 8

/** How a push service has answered: done, another try helps, or not. */
function outcomeOf(status: number): Exclude<Outcome, 'too_late'> {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'retried' : 'refused'
}

/**
 * Notifications that wait in the database until a push service takes them or they are useless. They have a loop of their own, so
 * that a slow push service delays no mail. A notification whose answer was lost may be sent twice; the browser shows it once,
 * because both have one tag.
 */
export class PushOutbox {
  readonly #parts: PushOutboxParts
  readonly #count: (outcome: Outcome) => void
  readonly #sending: Sending<ClaimedPush>

  constructor(parts: PushOutboxParts) {
    this.#parts = parts
    const { clock, db, log } = parts
    this.#sending = new Sending({
      name: 'notifications',
      log,
      claim: (limit) => {
        const nowMs = clock.now()
        return claimPushes(db, { nowMs, untilMs: nowMs + claimMs, limit })
      },
      deliver: (item) => this.#deliver(item),
      onError: (err, { id }) => log.error({ err, pushId: id }, 'failed to store the result of a push'),
    })
    const counter = counterIn(parts.registry, 'auth_pushes_total', 'Notifications by outcome', 'outcome')
    this.#count = (outcome) => counter.inc({ outcome })
    for (const outcome of outcomes) counter.inc({ outcome }, 0)
  }

  /** The public key for the player app; null when the operator offers no notifications. */
  get publicKey(): string | null {
    return this.#parts.vapid?.publicKey ?? null
  }

  /** Whether notifications may go to an endpoint. */
  takes(endpoint: string): boolean {
    return this.#parts.vapid !== undefined && isPushEndpoint(endpoint, this.#parts.pushServices)
  }

  /** Sends what waits, soon. */
  wake(): void {
    this.#sending.wake()
  }

  start(): Loop {
    return this.#sending.start()
  }

  /** Waits for notifications that are being sent, for `withinMs` at most. */
  stop(withinMs: number): Promise<void> {
    return this.#sending.stop(withinMs)
  }

  async #deliver(push: ClaimedPush): Promise<void> {
    const { clock, db, log } = this.#parts
    const { id, browserId, attempts } = push
    const isLate = clock.now() >= push.uselessAtMs
    const { outcome, why } = isLate ? { outcome: 'too_late' as const, why: undefined } : await this.#send(push)
    const isGivenUp = outcome === 'retried' && attempts >= mostAttempts
    const counted = isGivenUp ? 'too_late' : outcome
    this.#count(counted)
    // The endpoint is a secret of the browser.
    const entry = { pushId: id, browserId, attempts, host: URL.parse(push.endpoint)?.hostname, err: why }
    const event = `push.${counted}`
    if (counted === 'sent') log.info({ event, ...entry }, 'notification sent')
    else if (counted === 'retried') log.warn({ event, ...entry }, 'failed to send a notification; retrying')
    else log.warn({ event, ...entry }, 'notification dropped')
    if (outcome === 'gone') await forgetBrowser(db, browserId)
    else if (counted === 'retried')
      await retryPush(db, id, clock.now() + Math.min(firstRetryMs * 4 ** (attempts - 1), longestRetryMs))
    else await endPush(db, id)
  }

  /** One attempt. A redirect is refused, because it could lead to a server inside the network. */
  async #send({ endpoint, p256dh, auth, payload, uselessAtMs }: ClaimedPush): Promise<{
    readonly outcome: Exclude<Outcome, 'too_late'>
    readonly why: unknown
  }> {
    const { clock, vapid } = this.#parts
    if (vapid === undefined || !this.takes(endpoint)) return { outcome: 'refused', why: 'no known push service' }
    try {
      const TTL = Math.max(0, Math.floor((uselessAtMs - clock.now()) / 1_000))
      const subscription = { endpoint, keys: { p256dh, auth } }
      const { headers, body } = webPush.generateRequestDetails(subscription, payload, { vapidDetails: vapid, TTL })
      const asText = Object.entries(headers as Record<string, string | number>).map(
        ([name, value]): [string, string] => [name, String(value)],
      )
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: asText.filter(([name]) => name !== 'Content-Length'),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      return { outcome: outcomeOf(answer.status), why: `status ${answer.status}` }
    } catch (error) {
      return { outcome: 'retried', why: error }
    }
  }
}
