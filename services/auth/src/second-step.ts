import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { recordLogin, wrongCredentials } from './credentials.ts'
import type { LoginTry } from './credentials.ts'
import { hasRecoveryCode } from './db/admin-totp.ts'
import type { AdminRow, SecondStep } from './db/admins.ts'
import { stepOfCode } from './security/totp.ts'

export type AdminTry = LoginTry<AdminRow>

/** What is kept of a recovery code; spaces, hyphens and small letters are gone from it already. */
export function recoveryMacOf({ secrets }: Pick<Context, 'secrets'>, adminId: string, code: string): string {
  return secrets.codeMac(`recovery ${adminId}`, code)
}

/** @throws Error when AUTH_SECRET is not the one that sealed it */
export function openTotpSecret({ secrets }: Pick<Context, 'secrets'>, adminId: string, sealed: Buffer): Buffer {
  try {
    return secrets.totp.open(sealed, adminId)
  } catch (error) {
    const message = `AUTH_SECRET does not open the two-step login of the admin ${adminId}: make admin RESET_TOTP=name turns it off`
    throw new Error(message, { cause: error })
  }
}

/**
 * Checks the second step of somebody whose password was right; the transaction that follows uses it up.
 * @throws Refusal `totp_required` without a code, `invalid_credentials` for a wrong or used one
 */
export async function requireSecondStep(
  ctx: Context,
  tried: AdminTry,
  { id, totpSealed, totpLastStep }: AdminRow,
  code: string | undefined,
): Promise<SecondStep> {
  if (totpSealed === null) return {}
  if (code === undefined) {
    recordLogin(ctx, tried, 'second_step_missing')
    throw new Refusal('totp_required')
  }
  const times = { nowMs: ctx.clock.now(), lastStep: totpLastStep }
  const totpStep = stepOfCode(openTotpSecret(ctx, id, totpSealed), code, times)
  if (totpStep !== undefined) return { totpStep }
  const recoveryMac = recoveryMacOf(ctx, id, code)
  if (await hasRecoveryCode(ctx.db, id, recoveryMac)) return { recoveryMac }
  recordLogin(ctx, tried, 'wrong_second_step')
  throw wrongCredentials('admin')
}
