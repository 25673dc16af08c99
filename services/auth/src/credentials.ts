import { isRefusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from './context.ts'
import type { LoginTarget } from './redis/login-throttle.ts'
import type { LoginOutcome } from './telemetry.ts'

interface Account {
  readonly passwordHash: string
}

/** Writes a login down: counted, and in the log without the e-mail or the password. */
export function recordLogin(
  { log, secrets, telemetry }: AuthContext,
  target: LoginTarget,
  outcome: LoginOutcome,
  details: { readonly requestId: string; readonly personId?: string | undefined },
): void {
  const { audience, account, address } = target
  telemetry.login(audience, outcome)
  const entry = { event: 'login', audience, outcome, account: secrets.accountTag(account), address, ...details }
  if (outcome === 'ok') log.info(entry, 'login')
  else log.warn(entry, 'login refused')
}

/**
 * Checks a password as one of the ten tries of this account from this address. Without an account it takes the same steps and the same time.
 * @returns whether it is right, and its hash under today's parameters when the stored one is outdated
 * @throws Refusal `too_many_requests` or `unavailable`
 */
export async function checkPassword(
  context: AuthContext,
  target: LoginTarget,
  account: Account | undefined,
  password: string,
): Promise<{ readonly isRight: boolean; readonly newHash?: string }> {
  const { passwords, throttle } = context
  await throttle.check(target)
  return passwords.inTurn(async (work) => {
    await throttle.take(target)
    if (!(await work.matches(account?.passwordHash, password)) || account === undefined) return { isRight: false }
    await throttle.forget(target)
    if (!work.isOutdated(account.passwordHash)) return { isRight: true }
    return { isRight: true, newHash: await work.hash(password) }
  })
}

/** Passes a refusal on, having written down that the login was throttled if that is what it says. */
export function recordThrottled(
  context: AuthContext,
  target: LoginTarget,
  requestId: string,
): (error: unknown) => never {
  return (error) => {
    if (isRefusal(error, 'too_many_requests')) recordLogin(context, target, 'throttled', { requestId })
    throw error
  }
}
