import { totpRules } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { recordLogin, wrongCredentials } from './credentials.ts'
import type { LoginTry } from './credentials.ts'
import { findWaitingTotp, hasRecoveryCode, keepWaitingTotp, lockWaitingTotp, turnTotpOn } from './db/admin-totp.ts'
import type { WaitingTotp } from './db/admin-totp.ts'
import type { AdminRow, SecondStep } from './db/admins.ts'
import type { Sealer } from './db/sealed-admins.ts'
import { randomGroups, recoveryMac, stepOfCode, totpTexts } from './security/totp.ts'
import { totpRule } from './totp-rule.ts'

export type AdminTry = LoginTry<AdminRow>

const recoveryLetters = 8

/** @throws Error when neither AUTH_SECRET nor AUTH_SECRET_BEFORE sealed it */
export function openTotpSecret({ secrets }: Pick<Context, 'secrets'>, adminId: string, sealed: Buffer): Buffer {
  try {
    return secrets.totp.open(sealed, adminId)
  } catch (error) {
    const message = `AUTH_SECRET does not open the two-step login of the admin ${adminId}: admin.ts reset-totp turns it off`
    throw new Error(message, { cause: error })
  }
}

export const isOnAlready = (): Refusal => new Refusal('settings_changed', 'Two-step login is on already.')

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
  const macs = recoveryCodes.map((code) => recoveryMac(secret, code.replaceAll('-', '')))
  const isKept = await inTransaction(ctx.db, (transaction) =>
    keepWaitingTotp(transaction, ctx, id, { sealed, madeAtMs: ctx.clock.now() }, macs),
  )
  if (!isKept) throw isOnAlready()
  return { ...totpTexts(secret, username), recoveryCodes }
}

/** The period of the first code of a waiting secret. `late`: no secret waits, or its time for the set-up is over. */
export function stepOfWaiting(
  ctx: Context,
  adminId: string,
  waiting: WaitingTotp | undefined,
  code: string,
): number | undefined | 'late' {
  const nowMs = ctx.clock.now()
  if (waiting === undefined || waiting.madeAtMs + totpRules.setUpMs <= nowMs) return 'late'
  return stepOfCode(openTotpSecret(ctx, adminId, waiting.sealed), code, { nowMs, lastStep: null })
}

/**
 * Turns two-step login on with the first code from a login.
 * @returns false when another secret has replaced the secret
 */
export async function turnOnAtLogin(
  transaction: Queryable,
  sealer: Sealer,
  adminId: string,
  { sealed, step }: NonNullable<SecondStep['setUp']>,
): Promise<boolean> {
  const waiting = await lockWaitingTotp(transaction, sealer, adminId)
  if (waiting?.sealed.equals(sealed) !== true) return false
  await turnTotpOn(transaction, sealer, adminId, step)
  return true
}

/**
 * The second step of an admin without two-step login. If the rule requires two-step login, the
 * first code of the waiting secret turns it on.
 */
async function requireSetUp(ctx: Context, tried: AdminTry, id: string, code: string | undefined): Promise<SecondStep> {
  if (!(await totpRule(ctx)).isRequired) return {}
  if (code === undefined) {
    recordLogin(ctx, tried, 'second_step_missing')
    throw new Refusal('totp_set_up_required')
  }
  const waiting = await findWaitingTotp(ctx.db, ctx, id)
  const step = stepOfWaiting(ctx, id, waiting, code)
  if (waiting !== undefined && typeof step === 'number') return { setUp: { sealed: waiting.sealed, step } }
  recordLogin(ctx, tried, 'wrong_second_step')
  throw wrongCredentials('admin')
}

/**
 * Checks the second step after a correct password. The transaction of the login uses the code up.
 * @throws Refusal `totp_required` and `totp_set_up_required` without a code, `invalid_credentials`
 * for a wrong or used code
 */
export async function requireSecondStep(
  ctx: Context,
  tried: AdminTry,
  { id, totpSealed, totpLastStep }: AdminRow,
  code: string | undefined,
): Promise<SecondStep> {
  if (totpSealed === null) return requireSetUp(ctx, tried, id, code)
  if (code === undefined) {
    recordLogin(ctx, tried, 'second_step_missing')
    throw new Refusal('totp_required')
  }
  const times = { nowMs: ctx.clock.now(), lastStep: totpLastStep }
  const secret = openTotpSecret(ctx, id, totpSealed)
  const totpStep = stepOfCode(secret, code, times)
  if (totpStep !== undefined) return { totpStep }
  const mac = recoveryMac(secret, code)
  if (await hasRecoveryCode(ctx.db, id, mac)) return { recoveryMac: mac }
  recordLogin(ctx, tried, 'wrong_second_step')
  throw wrongCredentials('admin')
}
