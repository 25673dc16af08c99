import { limits } from '@kismet/contracts'
import { needed } from '@kismet/service-kit/redis'
import type { Secrets } from '../security/secrets.ts'
import type { RedisParts } from './windows.ts'

/** Who tries a code that is theirs; networks are written otherwise. */
export const owner = 'owner'

const dayMs = 24 * 60 * 60_000

/**
 * Makes a code the newest one: the owner's in the place of all others, a stranger's beside the owner's. Times come from the caller's clock; the expiry of the
 * key only tidies up. KEYS: the codes, tries of the owner, tries of strangers. ARGV: whose code, its MAC, its end, ms to keep it.
 */
const issueScript = `
if ARGV[1] == 'owner' then
  redis.call('HDEL', KEYS[1], 'stranger')
  redis.call('DEL', KEYS[2])
end
redis.call('DEL', KEYS[3])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2], ARGV[1] .. 'EndsAt', ARGV[3])
return redis.call('PEXPIRE', KEYS[1], ARGV[4])`

/**
 * Evaluates one try against both codes. A right one uses them up, a wrong one counts once. When the wrong ones of the day are used up, those of the e-mail or of the stranger's network, a
 * right code is half of the proof, which nobody is told, and the next one the other half. Where there is no code nothing is written.
 * KEYS: the codes, tries of who tries, tries of the others, then each with its limit from ARGV[9] on the wrong ones of the day. ARGV: now, MAC of the try, tries of one, tries of
 * all, ms of a day, name of the try, who tries, its MAC under the secret of before: nobody uses up the tries or the halves of another.
 */
const checkScript = `
local kept = redis.call('HMGET', KEYS[1], 'owner', 'ownerEndsAt', 'stranger', 'strangerEndsAt')
local isOpen, isRight = false, false
for i = 1, 3, 2 do
  if kept[i] and tonumber(ARGV[1]) < tonumber(kept[i + 1]) then
    isOpen = true
    isRight = isRight or kept[i] == ARGV[2] or kept[i] == ARGV[8]
  end
end
if not isOpen then return 'expired' end
local tried = redis.call('HMGET', KEYS[2], ARGV[7], 'all')
if tonumber(tried[1] or 0) >= tonumber(ARGV[3]) or tonumber(tried[2] or 0) >= tonumber(ARGV[4]) then return 'exhausted' end
redis.call('HINCRBY', KEYS[2], ARGV[7], 1)
redis.call('HINCRBY', KEYS[2], 'all', 1)
redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1]))
local isSpent = false
for i = 4, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', ARGV[1] - ARGV[5])
  isSpent = isSpent or redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i + 5])
end
local half = 'half of ' .. ARGV[7]
if isRight and (not isSpent or redis.call('HEXISTS', KEYS[1], half) == 1) then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  return 'right'
end
if not isSpent then
  for i = 4, #KEYS do
    redis.call('ZADD', KEYS[i], ARGV[1], ARGV[6])
    redis.call('PEXPIRE', KEYS[i], ARGV[5])
  end
  return 'wrong'
end
if isRight then
  redis.call('HDEL', KEYS[1], 'owner', 'stranger')
  redis.call('HSET', KEYS[1], half, '1')
end
return 'exhausted'`

const verdicts = ['right', 'wrong', 'expired', 'exhausted'] as const
export type CodeVerdict = (typeof verdicts)[number]

/** A try of a code. */
export interface CodeTry {
  /** What the code is for: a sign-up, or the password of an e-mail. */
  readonly subject: string
  readonly email: string
  readonly code: string
  /** `owner`: who holds the sign-up, or is at a device that the account knows. Else the network of the stranger. */
  readonly triedBy: string
}

/**
 * The mailed codes, of 6 digits, valid for 10 minutes. A subject has one code for its owner and one for strangers, the newest.
 * The limits of wrong codes: 5 for each person who tries, 15 for an e-mail and day, 50 of strangers for a network and day.
 */
export class OneTimeCodes {
  readonly #parts: RedisParts & { readonly secrets: Secrets }

  constructor(parts: RedisParts & { readonly secrets: Secrets }) {
    this.#parts = parts
  }

  /** Makes a code of a subject; without one it takes the same steps for a code that nobody can enter. @throws Refusal `unavailable` */
  async issue(subject: string | undefined, isOwners: boolean): Promise<string> {
    const { redis, secrets, clock, randomness } = this.#parts
    const { length, lifetimeMs } = limits.otp
    const code = String(randomness.below(10 ** length)).padStart(length, '0')
    const now = clock.now()
    const kept = subject ?? randomness.id(now)
    const args = [isOwners ? owner : 'stranger', secrets.codeMac(kept, code), now + lifetimeMs, lifetimeMs]
    await needed(redis, redis.eval(issueScript, 3, ...keysOf(kept, owner), ...args))
    return code
  }

  /** Evaluates a try; 200 guesses at once from one network evaluate 5. @throws Refusal `unavailable` */
  async check({ subject, email, code, triedBy }: CodeTry): Promise<CodeVerdict> {
    const { redis, secrets, clock, randomness } = this.#parts
    const { tries, triesOfStrangers, wrongPerDay, wrongPerDayOfNetwork } = limits.otp
    const ofEmail = { key: `otp-wrong:${secrets.tagOf(email)}`, most: wrongPerDay }
    const ofNetwork = { key: `otp-wrong-of:${triedBy}`, most: wrongPerDayOfNetwork }
    const wrongOnes = triedBy === owner ? [ofEmail] : [ofEmail, ofNetwork]
    const keys = [...keysOf(subject, triedBy), ...wrongOnes.map(({ key }) => key)]
    const now = clock.now()
    const [mac = '', macOfBefore = mac] = secrets.codeMacs(subject, code)
    const counted = [tries, triesOfStrangers, dayMs, randomness.id(now), triedBy, macOfBefore]
    const args = [now, mac, ...counted, ...wrongOnes.map(({ most }) => most)]
    const answer = await needed(redis, redis.eval(checkScript, keys.length, ...keys, ...args))
    const verdict = verdicts.find((candidate) => candidate === answer)
    if (verdict === undefined) throw new Error('The script that checks codes gave an unknown answer')
    return verdict
  }
}

/** The codes, the tries of who tries, and those of the others. */
function keysOf(subject: string, triedBy: string): string[] {
  const tries = [`otp-tries:owner:${subject}`, `otp-tries:strangers:${subject}`]
  return [`otp:${subject}`, ...(triedBy === owner ? tries : tries.reverse())]
}
