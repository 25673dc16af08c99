import { limits } from '@kismet/contracts'
import type { Clock } from '@kismet/service-kit/clock'
import type { Logger } from '@kismet/service-kit/logger'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Redis } from 'ioredis'
import type { CodePurpose } from '../domain/code-mail.ts'
import type { Secrets } from '../security/secrets.ts'
import { needed } from './connection.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Makes a code the newest one. Answers 0, or how many ms to wait. Times come from the caller's clock; the expiry of the key only tidies up.
 * ARGV: now, MAC of the code, its end, 1 when it is a repeat, ms between repeats, codes a day, ms of a day.
 */
const issueScript = `
local now = tonumber(ARGV[1])
local kept = redis.call('HMGET', KEYS[1], 'nextAt', 'sent', 'since')
local nextAt = tonumber(kept[1] or '0')
if ARGV[4] == '1' and now < nextAt then return nextAt - now end
local sent = tonumber(kept[2] or '0')
local since = tonumber(kept[3] or ARGV[1])
local day = tonumber(ARGV[7])
if now >= since + day then sent = 0; since = now end
if sent >= tonumber(ARGV[6]) then return since + day - now end
redis.call('HSET', KEYS[1], 'code', ARGV[2], 'endsAt', ARGV[3], 'tries', '0', 'sent', sent + 1, 'since', string.format('%.0f', since))
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], 'nextAt', string.format('%.0f', now + tonumber(ARGV[5]))) end
redis.call('PEXPIRE', KEYS[1], ARGV[7])
return 0`

/** Evaluates one try. A right code is used up by it. ARGV: now, MAC of the try, tries allowed. */
const checkScript = `
local kept = redis.call('HMGET', KEYS[1], 'code', 'endsAt')
if not kept[1] or tonumber(ARGV[1]) >= tonumber(kept[2]) then return 'expired' end
if redis.call('HINCRBY', KEYS[1], 'tries', 1) > tonumber(ARGV[3]) then return 'exhausted' end
if kept[1] ~= ARGV[2] then return 'wrong' end
redis.call('HDEL', KEYS[1], 'code', 'endsAt', 'tries')
return 'right'`

const verdicts = ['right', 'wrong', 'expired', 'exhausted'] as const
export type CodeVerdict = (typeof verdicts)[number]

/** The mailed codes: 6 digits, 10 minutes, 5 tries, the newest only. Each step is one script, so that 200 guesses at once evaluate 5. */
export class OneTimeCodes {
  readonly #redis: Redis
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #log: Logger

  constructor(redis: Redis, secrets: Secrets, kit: { clock: Clock; randomness: Randomness; log: Logger }) {
    this.#redis = redis
    this.#secrets = secrets
    this.#clock = kit.clock
    this.#randomness = kit.randomness
    this.#log = kit.log
  }

  /**
   * Makes a code for an e-mail, whether anybody has it or not, so that both take the same steps. The one before is no longer valid.
   * `repeat` codes leave at most once in 30 s; the first code of a sign-up neither waits for that nor starts it.
   * @throws Refusal `too_many_requests` with the seconds to wait, or `unavailable`.
   */
  async issue(purpose: CodePurpose, email: string, kind: 'first' | 'repeat'): Promise<string> {
    const code = String(this.#randomness.below(10 ** limits.otp.length)).padStart(limits.otp.length, '0')
    const now = this.#clock.now()
    const { lifetimeMs, resendAfterMs, perDay } = limits.otp
    const mac = this.#secrets.codeMac(purpose, email, code)
    const repeat = kind === 'repeat' ? '1' : '0'
    const waitMs = await needed(
      this.#redis.eval(
        issueScript,
        1,
        this.#key(purpose, email),
        now,
        mac,
        now + lifetimeMs,
        repeat,
        resendAfterMs,
        perDay,
        dayMs,
      ),
      this.#log,
    )
    if (waitMs === 0) return code
    throw new Refusal('too_many_requests', 'Please wait before you ask for another OTP.', {
      retryAfterMs: Number(waitMs),
    })
  }

  /** Evaluates a try. @throws Refusal `unavailable` */
  async check(purpose: CodePurpose, email: string, code: string): Promise<CodeVerdict> {
    const mac = this.#secrets.codeMac(purpose, email, code)
    const key = this.#key(purpose, email)
    const answer = await needed(
      this.#redis.eval(checkScript, 1, key, this.#clock.now(), mac, limits.otp.tries),
      this.#log,
    )
    const verdict = verdicts.find((candidate) => candidate === answer)
    if (verdict === undefined) throw new Error('The script that checks codes gave an unknown answer')
    return verdict
  }

  #key(purpose: CodePurpose, email: string): string {
    return `otp:${purpose}:${this.#secrets.accountTag(email)}`
  }
}
