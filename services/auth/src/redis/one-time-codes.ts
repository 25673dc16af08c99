import { limits } from '@kismet/contracts'
import { needed } from '@kismet/service-kit/redis'
import type { Secrets } from '../security/secrets.ts'
import type { RedisParts, Window, Windows } from './windows.ts'

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'exhausted'

/** Who asks for a code or tries a code. */
export interface Holder {
  /** The network of the caller. */
  readonly network: string
  /** The caller has the id of the sign-up, or a device that the account knows. */
  readonly isOwner: boolean
}

/**
 * Mailed codes of 6 digits. A subject is a sign-up, or the password of an e-mail address. The newest code
 * of its owner and the newest code of others are valid, so that others cannot replace the owner's code.
 */
export class OneTimeCodes {
  readonly #parts: RedisParts & { readonly secrets: Secrets; readonly windows: Windows }

  constructor(parts: RedisParts & { readonly secrets: Secrets; readonly windows: Windows }) {
    this.#parts = parts
  }

  /** Makes a code, which has tries of its own. @throws Refusal `unavailable` */
  async issue(subject: string, holder: Holder): Promise<string> {
    const { redis, secrets, clock, randomness } = this.#parts
    const { length, lifetimeMs } = limits.otp
    const code = String(randomness.below(10 ** length)).padStart(length, '0')
    const stored = `${secrets.codeMacs(subject, code)[0] ?? ''} ${clock.now() + lifetimeMs}`
    const steps = redis.multi().hset(keyOf(subject), holder.isOwner ? 'owner' : 'others', stored)
    await needed(redis, steps.pexpire(keyOf(subject), lifetimeMs).del(triesOf(subject, holder).key).exec())
    return code
  }

  /** Checks a code and uses it up. A try is counted before the check, so that parallel tries count. @throws Refusal `unavailable` */
  async check(subject: string, email: string, code: string, holder: Holder): Promise<CodeVerdict> {
    const { redis, secrets, clock, randomness, windows } = this.#parts
    const nowMs = clock.now()
    const codes = Object.values(await needed(redis, redis.hgetall(keyOf(subject)))).map((stored) => stored.split(' '))
    const open = codes.filter(([, endsAt]) => nowMs < Number(endsAt)).map(([mac]) => mac)
    if (open.length === 0) return 'expired'
    const counted = [triesOf(subject, holder), ...(holder.isOwner ? [] : this.#wrongCodesOfOthers(email, holder))]
    const noted = randomness.id(nowMs)
    if ((await windows.waitMs(counted, noted)) > 0) return 'exhausted'
    if (!secrets.codeMacs(subject, code).some((mac) => open.includes(mac))) return 'wrong'
    await windows.giveBack(counted, noted)
    return (await needed(redis, redis.del(keyOf(subject)))) === 1 ? 'right' : 'expired'
  }

  #wrongCodesOfOthers(email: string, { network }: Holder): Window[] {
    return [
      { key: `otp-wrong:${this.#parts.secrets.tagOf(email)}`, ...limits.otp.wrongOfEmail },
      { key: `otp-wrong-of:${network}`, ...limits.otp.wrongOfNetwork },
    ]
  }
}

const keyOf = (subject: string): string => `otp:${subject}`

function triesOf(subject: string, { isOwner, network }: Holder): Window {
  const { tries: most, lifetimeMs: withinMs } = limits.otp
  return { key: `otp-tries:${subject}:${isOwner ? 'owner' : network}`, most, withinMs }
}
