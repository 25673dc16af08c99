import { limits } from '@kismet/contracts'
import type { Audience } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Secrets } from '../security/secrets.ts'
import type { Window, Windows } from './windows.ts'

/** One account, tried from one network. */
export interface LoginTarget {
  readonly audience: Audience
  readonly account: string
  readonly network: string
  /** Whether the account has been logged in to from there before. */
  readonly isKnown: boolean
}

/**
 * Ten wrong passwords in 15 minutes close an account to the network that they came from; 30 in an hour from networks that the account does not know close
 * it to all of these, and not to those that its owner uses. A try is noted before the password is looked at and taken back when it was right, so that
 * tries at the same time are counted too.
 */
export class LoginThrottle {
  readonly #windows: Windows
  readonly #secrets: Secrets

  constructor(windows: Windows, secrets: Secrets) {
    this.#windows = windows
    this.#secrets = secrets
  }

  /** Whether a try may be made now; notes nothing. @throws Refusal `too_many_requests` or `unavailable` */
  async check(target: LoginTarget): Promise<void> {
    refuseWhile(await this.#windows.waitMs(this.#windowsOf(target)))
  }

  /** Notes a try. @returns what to call when it was right. @throws Refusal `too_many_requests` or `unavailable`: the password must not be looked at */
  async take(target: LoginTarget): Promise<() => Promise<void>> {
    const [ofNetwork, ...ofStrangers] = this.#windowsOf(target)
    const { name, waitMs } = await this.#windows.take([ofNetwork, ...ofStrangers])
    refuseWhile(waitMs)
    return async () => {
      await this.#windows.empty([ofNetwork])
      for (const window of ofStrangers) await this.#windows.giveBack(window, name)
    }
  }

  /** Forgets the tries of the account from there and from strangers: its owner has set a new password. @throws Refusal `unavailable` */
  async forget(target: Omit<LoginTarget, 'isKnown'>): Promise<void> {
    await this.#windows.empty(this.#windowsOf({ ...target, isKnown: false }))
  }

  #windowsOf({ audience, account, network, isKnown }: LoginTarget): [Window, ...Window[]] {
    const key = `login:${audience}:${this.#secrets.accountTag(account)}`
    const { ofNetwork, ofStrangers } = limits.login
    const own = { key: `${key}:${network}`, most: ofNetwork.wrongPasswords, withinMs: ofNetwork.withinMs }
    const strangers = { key: `${key}:strangers`, most: ofStrangers.wrongPasswords, withinMs: ofStrangers.withinMs }
    return isKnown ? [own] : [own, strangers]
  }
}

function refuseWhile(waitMs: number): void {
  if (waitMs <= 0) return
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw new Refusal('too_many_requests', `Too many wrong passwords. Please try again in ${wait}.`, {
    retryAfterMs: waitMs,
  })
}
