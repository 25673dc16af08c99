import { inTransaction } from '@kismet/service-kit/database'
import { nobody } from '@kismet/service-kit/audit/chain'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import type { AdminTry } from './second-step.ts'

/** Of one account, and of all names that nobody has together: whoever guesses does not fill the log, nor hide what is tried at an account. */
const mostRows = { most: 20, withinMs: 3_600_000 }

/** Writes a login as an admin that was refused for what was shown into the audit log; a name that nobody has by its tag alone, as it may be a password. */
export async function auditRefusedLogin(
  { audit, clock, db, randomness, secrets, windows }: Context,
  { name, account, call: { meta } }: AdminTry,
  error: unknown,
): Promise<void> {
  if (!isRefusal(error, 'invalid_credentials') && !isRefusal(error, 'too_many_requests')) return
  const window = { key: `login-audit:${account?.id ?? 'unknown'}`, ...mostRows }
  if ((await windows.waitMs([window], randomness.id(clock.now()))) > 0) return
  const target = account?.id ?? secrets.tagOf(name)
  const detail = { username: account?.username ?? null, refusal: error.code }
  await inTransaction(db, (transaction) =>
    audit.append(transaction, { admin: nobody, action: 'session.refuse-login', target, detail, meta }),
  )
}
