import { inTransaction } from '@kismet/service-kit/database'
import { nobody } from '@kismet/service-kit/audit/chain'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import type { AdminTry } from './second-step.ts'

/** Of one account, and of all names that nobody has together: whoever guesses does not fill the log, nor hide what is tried at an account. */
const mostRows = { most: 20, withinMs: 3_600_000 }

/** What is told of a login that brought no right password; of one that did everything is. */
const refusedGuesses = ['invalid_credentials', 'too_many_requests'] as const

/**
 * Writes a login as an admin that was refused for what was shown into the audit log; a name that nobody has by its tag alone, as it may be a password. `isPasswordRight`: somebody knows the password of the account, which is counted for itself,
 * so that no guesses hide it. `shownAgain`: who has the session in which the password, or the code, was asked for again.
 */
export async function auditRefusedLogin(
  { audit, clock, db, randomness, secrets, windows }: Context,
  { name, account, call: { meta } }: AdminTry,
  error: unknown,
  {
    isPasswordRight,
    shownAgain,
  }: { readonly isPasswordRight: boolean; readonly shownAgain?: Pick<Admin, 'id' | 'username'> },
): Promise<void> {
  if (!isRefusal(error) || (!isPasswordRight && !refusedGuesses.some((code) => error.code === code))) return
  const which = isPasswordRight ? 'known' : 'guessed'
  const where = shownAgain === undefined ? 'login-audit' : 'show-again-audit'
  const window = { key: `${where}:${which}:${account?.id ?? 'unknown'}`, ...mostRows }
  if ((await windows.waitMs([window], randomness.id(clock.now()))) > 0) return
  const target = account?.id ?? secrets.tagOf(name)
  const detail = { username: account?.username ?? null, refusal: error.code, passwordRight: isPasswordRight }
  const action = shownAgain === undefined ? 'session.refuse-login' : 'session.refuse-shown-again'
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin: shownAgain ?? nobody, action, target, detail, meta }),
  )
}
