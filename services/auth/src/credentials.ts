import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { isTooCommon } from './domain/password-rules.ts'
import type { LoginTarget } from './redis/login-throttle.ts'
import type { LoginOutcome } from './telemetry.ts'

/** @throws Refusal `invalid_request` for one of the commonest passwords; the contract has checked the length. */
export function requireUncommonPassword({ commonPasswords }: Context, password: string): void {
  if (isTooCommon(password, commonPasswords))
    throw new Refusal('invalid_request', 'This password is too common. Please choose another one.')
}

/** Writes a login down: counted, and in the log without the e-mail or the password. */
export function recordLogin(
  { log, secrets, telemetry }: Context,
  target: LoginTarget,
  outcome: LoginOutcome,
  details: { readonly requestId: string; readonly personId?: string | undefined },
): void {
  const { audience, account, network, isKnown } = target
  telemetry.login(audience, outcome)
  const entry = { event: 'login', audience, outcome, account: secrets.accountTag(account), network, isKnown }
  if (outcome === 'ok') log.info({ ...entry, ...details }, 'login')
  else log.warn({ ...entry, ...details }, 'login refused')
}

/**
 * Checks a password as one of the tries of this account from this network. Without an account it takes the same steps and the same time.
 * @returns whether it is right, and its hash under today's parameters when the stored one is outdated
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function checkPassword(
  ctx: Context,
  target: LoginTarget,
  account: { readonly passwordHash: string } | undefined,
  password: string,
): Promise<{ readonly isRight: boolean; readonly newHash?: string }> {
  const { passwords, throttle } = ctx
  await throttle.check(target)
  return passwords.inTurn(target.audience, async (work) => {
    const takeBack = await throttle.take(target)
    if (!(await work.matches(account?.passwordHash, password)) || account === undefined) return { isRight: false }
    await takeBack()
    if (!work.isOutdated(account.passwordHash)) return { isRight: true }
    return { isRight: true, newHash: await work.hash(password) }
  })
}

/** Passes a refusal on, having written down that the login was throttled if that is what it says. */
export function recordThrottled(ctx: Context, target: LoginTarget, requestId: string): (error: unknown) => never {
  return (error) => {
    if (isRefusal(error, 'too_many_requests')) recordLogin(ctx, target, 'throttled', { requestId })
    throw error
  }
}
