import { limits } from '@kismet/contracts'
import type { Secrets } from '../security/secrets.ts'
import { needed } from './connection.ts'
import type { RedisParts } from './connection.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Makes a code the newest one: the owner's in the place of all others, a stranger's beside the owner's. Times come from the caller's clock; the expiry of the
 * key only tidies up. ARGV: whose code, its MAC, its end, ms to keep it.
 */
const issueScript = `
if ARGV[1] == 'owner' then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], ARGV[1] .. 'EndsAt', ARGV[3], 'triesOfStrangers', '0')
return redis.call('PEXPIRE', KEYS[1], ARGV[4])`

/**
 * Evaluates one try against both codes. A right one uses them up, a wrong one counts once. Where there is no code nothing is written.
 * KEYS: the codes, the wrong ones of the day. ARGV: now, MAC of the try, tries of the codes, wrong ones of the day, ms of a day, name of the try, who
 * tries: strangers do not use up the tries of who is known.
 */
const checkScript = `
local kept = redis.call('HMGET', KEYS[1], 'owner', 'ownerEndsAt', 'stranger', 'strangerEndsAt')
local isOpen, isRight = false, false
for i = 1, 3, 2 do
  if kept[i] and tonumber(ARGV[1]) < tonumber(kept[i + 1]) then
    isOpen = true
    isRight = isRight or kept[i] == ARGV[2]
  end
end
if not isOpen then return 'expired' end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1] - ARGV[5])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'exhausted' end
if redis.call('HINCRBY', KEYS[1], ARGV[7], 1) > tonumber(ARGV[3]) then return 'exhausted' end
if isRight then
  redis.call('DEL', KEYS[1])
  return 'right'
end
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return 'wrong'`

const verdicts = ['right', 'wrong', 'expired', 'exhausted'] as const
export type CodeVerdict = (typeof verdicts)[number]

/** Who asks for a code or tries one: from a network that the account knows, the holder of the sign-up, or anybody. */
export type Standing = 'known' | 'holder' | 'stranger'

/** A try of a code. */
export interface CodeTry {
  /** What the code is for: a sign-up, or the password of an e-mail. */
  readonly subject: string
  readonly email: string
  readonly code: string
  /** The last tries of a day are of where the account is known; who holds a sign-up has those of that sign-up, which take none from the e-mail. */
  readonly standing: Standing
}

/** The mailed codes: 6 digits, 10 minutes, 5 tries, of each subject its owner's newest and the strangers' newest, and 15 wrong ones an e-mail and day. */
export class OneTimeCodes {
  readonly #parts: RedisParts & { readonly secrets: Secrets }

  constructor(parts: RedisParts & { readonly secrets: Secrets }) {
    this.#parts = parts
  }

  /** Makes a code of a subject, in the place of all others if it is its owner's. @throws Refusal `unavailable` */
  async issue(subject: string, isOwners: boolean): Promise<string> {
    const { redis, secrets, clock, randomness, log } = this.#parts
    const { length, lifetimeMs } = limits.otp
    const code = String(randomness.below(10 ** length)).padStart(length, '0')
    const whose = isOwners ? 'owner' : 'stranger'
    const args = [whose, secrets.codeMac(subject, code), clock.now() + lifetimeMs, lifetimeMs]
    await needed(redis.eval(issueScript, 1, keyOf(subject), ...args), log)
    return code
  }

  /** Evaluates a try; 200 guesses at once evaluate 5. @throws Refusal `unavailable` */
  async check({ subject, email, code, standing }: CodeTry): Promise<CodeVerdict> {
    const { redis, secrets, clock, randomness, log } = this.#parts
    const { tries, wrongPerDay } = limits.otp
    const [mostWrong, counted] =
      standing === 'stranger' ? [wrongPerDay.ofStrangers, 'triesOfStrangers'] : [wrongPerDay.all, 'triesOfKnown']
    const wrongOf = standing === 'holder' ? subject : secrets.accountTag(email)
    const keys = [keyOf(subject), `otp-wrong:${wrongOf}`]
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
