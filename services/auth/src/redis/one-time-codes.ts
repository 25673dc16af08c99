import { limits } from '@kismet/contracts'
import type { Secrets } from '../security/secrets.ts'
import { needed } from './connection.ts'
import type { RedisParts } from './connection.ts'

const dayMs = 24 * 60 * 60_000

/** Makes a code the newest one. Times come from the caller's clock; the expiry of the key only tidies up. ARGV: MAC of the code, its end, ms to keep it. */
const issueScript = `
redis.call('HSET', KEYS[1], 'code', ARGV[1], 'endsAt', ARGV[2], 'triesOfKnown', '0', 'triesOfStrangers', '0')
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`

/**
 * Evaluates one try. A right code is used up by it, a wrong one counts against the e-mail. Where there is no code nothing is written.
 * KEYS: the code, the wrong ones of the e-mail. ARGV: now, MAC of the try, tries of the code, wrong ones of the e-mail, ms of a day, name of the try, who
 * tries: strangers do not use up the tries of who is known.
 */
const checkScript = `
local kept = redis.call('HMGET', KEYS[1], 'code', 'endsAt')
if not kept[1] or tonumber(ARGV[1]) >= tonumber(kept[2]) then return 'expired' end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1] - ARGV[5])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'exhausted' end
if redis.call('HINCRBY', KEYS[1], ARGV[7], 1) > tonumber(ARGV[3]) then return 'exhausted' end
if kept[1] == ARGV[2] then
  redis.call('DEL', KEYS[1])
  return 'right'
end
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return 'wrong'`

const verdicts = ['right', 'wrong', 'expired', 'exhausted'] as const
export type CodeVerdict = (typeof verdicts)[number]

/** A try of a code. */
export interface CodeTry {
  /** What the code is for: a sign-up, or the password of an e-mail. */
  readonly subject: string
  readonly email: string
  readonly code: string
  /** Whether it comes from where the account has been logged in to, or from who holds the sign-up: the last tries of a day are theirs. */
  readonly isKnown: boolean
}

/** The mailed codes: 6 digits, 10 minutes, 5 tries, the newest of each subject only, and 15 wrong ones an e-mail and day. */
export class OneTimeCodes {
  readonly #parts: RedisParts & { readonly secrets: Secrets }

  constructor(parts: RedisParts & { readonly secrets: Secrets }) {
    this.#parts = parts
  }

  /** Makes the code of a subject, whether anybody is mailed it or not, so that both take the same steps. @throws Refusal `unavailable` */
  async issue(subject: string): Promise<string> {
    const { redis, secrets, clock, randomness, log } = this.#parts
    const { length, lifetimeMs } = limits.otp
    const code = String(randomness.below(10 ** length)).padStart(length, '0')
    const args = [secrets.codeMac(subject, code), clock.now() + lifetimeMs, lifetimeMs]
    await needed(redis.eval(issueScript, 1, keyOf(subject), ...args), log)
    return code
  }

  /** Evaluates a try; 200 guesses at once evaluate 5. @throws Refusal `unavailable` */
  async check({ subject, email, code, isKnown }: CodeTry): Promise<CodeVerdict> {
    const { redis, secrets, clock, randomness, log } = this.#parts
    const { tries, wrongPerDay } = limits.otp
    const [mostWrong, counted] = isKnown
      ? [wrongPerDay.all, 'triesOfKnown']
      : [wrongPerDay.ofStrangers, 'triesOfStrangers']
    const keys = [keyOf(subject), `otp-wrong:${secrets.accountTag(email)}`]
    const now = clock.now()
    const args = [now, secrets.codeMac(subject, code), tries, mostWrong, dayMs, randomness.id(now), counted]
    const answer = await needed(redis.eval(checkScript, keys.length, ...keys, ...args), log)
    const verdict = verdicts.find((candidate) => candidate === answer)
    if (verdict === undefined) throw new Error('The script that checks codes gave an unknown answer')
    return verdict
  }
}

function keyOf(subject: string): string {
  return `otp:${subject}`
}
