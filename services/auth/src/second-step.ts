import { totpRules } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { wrongCredentials } from './credentials.ts'
import type { LoginTry } from './credentials.ts'
import { findAdmin, hasRecoveryCode, keepWaitingTotp } from './db/admins.ts'
import type { AdminRow, SecondStep } from './db/admins.ts'
import { readSetting } from './db/site-settings.ts'
import { randomGroups, recoveryMac, stepOfCode, totpTexts } from './security/totp.ts'

const recoveryLetters = 8

export const alreadyOn = (): Refusal => new Refusal('settings_changed', 'Two-step login is already on.')

/**
 * Makes a secret with its recovery codes. The secret waits for its first code, and replaces an earlier waiting secret.
 * @throws Refusal `settings_changed` when two-step login is on
 */
export async function makeTotp(
  ctx: Context,
  { id, username }: Pick<AdminRow, 'id' | 'username'>,
): Promise<ReturnType<typeof totpTexts> & { recoveryCodes: string[] }> {
  const { secretBytes, recoveryCodes: count } = totpRules
  const secret = ctx.randomness.bytes(secretBytes)
  const sealed = ctx.secrets.totp.seal(secret, id, ctx.randomness)
  const recoveryCodes = Array.from({ length: count }, () => randomGroups(recoveryLetters, ctx.randomness))
  const recoveryMacs = recoveryCodes.map((code) => recoveryMac(secret, code.replaceAll('-', '')))
  const isKept = await inTransaction(ctx.db, (transaction) =>
    keepWaitingTotp(transaction, id, { sealed, recoveryMacs }, ctx.clock.now()),
  )
  if (!isKept) throw alreadyOn()
  return { ...totpTexts(secret, username), recoveryCodes }
}

/** Whether a secret waits for its first code. */
export function isWaiting({ totpSealed, totpOnSinceMs, totpMadeAtMs }: AdminRow, nowMs: number): boolean {
  return totpSealed !== null && totpOnSinceMs === null && (totpMadeAtMs ?? 0) + totpRules.setUpMs > nowMs
}

/** What a code stands for. Undefined: the code is wrong, or the account has no secret. */
export async function secondStepOf(ctx: Context, admin: AdminRow, code: string): Promise<SecondStep | undefined> {
  const nowMs = ctx.clock.now()
  const { id, totpSealed, totpOnSinceMs, totpLastStep: lastStep } = admin
  if (totpSealed === null || (totpOnSinceMs === null && !isWaiting(admin, nowMs))) return undefined
  const secret = ctx.secrets.totp.open(totpSealed, id)
  const totpStep = stepOfCode(secret, code, { nowMs, lastStep })
  if (totpStep !== undefined) return { totpStep }
  const mac = recoveryMac(secret, code)
  return totpOnSinceMs !== null && (await hasRecoveryCode(ctx.db, id, mac)) ? { recoveryMac: mac } : undefined
}

/** A login attempt of an admin, or an admin who shows the password again. */
export async function adminTry(
  ctx: Context,
  call: LoginTry<AdminRow>['call'],
  name: string,
  again?: LoginTry<AdminRow>['again'],
): Promise<LoginTry<AdminRow>> {
  const account = await findAdmin(ctx.db, name, ctx.sessions.originOf(call.meta))
  return { audience: 'admin', name, account, call, ...(again && { again }) }
}

/**
 * Checks the second step after a correct password. The transaction of the login uses the code up. If the rule
 * requires two-step login, the first code of a waiting secret turns it on.
 * @throws Refusal `totp_required` and `totp_set_up_required` without a code, `invalid_credentials`
 * for a wrong or used code
 */
export async function requireSecondStep(ctx: Context, admin: AdminRow, code: string | undefined): Promise<SecondStep> {
  const isOn = admin.totpOnSinceMs !== null
  if (!isOn && !(await readSetting(ctx.db, 'totp_required'))) return {}
  if (code === undefined) throw new Refusal(isOn ? 'totp_required' : 'totp_set_up_required')
  const step = await secondStepOf(ctx, admin, code)
  if (step === undefined) throw wrongCredentials('admin')
  return step
}
