import { totpRules } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { recordLogin, wrongCredentials } from './credentials.ts'
import type { LoginTry } from './credentials.ts'
import { hasRecoveryCode, keepWaitingTotp } from './db/admins.ts'
import type { AdminRow, SecondStep } from './db/admins.ts'
import { readSettings } from './db/site-settings.ts'
import { randomGroups, recoveryMac, stepOfCode, totpTexts } from './security/totp.ts'

const recoveryLetters = 8

function openTotpSecret({ secrets }: Pick<Context, 'secrets'>, adminId: string, sealed: Buffer): Buffer {
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
    keepWaitingTotp(transaction, id, sealed, ctx.clock.now(), macs),
  )
  if (!isKept) throw isOnAlready()
  return { ...totpTexts(secret, username), recoveryCodes }
}

/** The first code of a waiting secret. `late`: no secret waits, or its time for the set-up is over. */
export function firstStepOf(
  ctx: Context,
  admin: AdminRow | undefined,
  code: string,
): NonNullable<SecondStep['setUp']> | undefined | 'late' {
  const nowMs = ctx.clock.now()
  if (admin === undefined || admin.totpOnSinceMs !== null) return 'late'
  const { id, totpSealed: sealed, totpMadeAtMs } = admin
  if (sealed === null || (totpMadeAtMs ?? 0) + totpRules.setUpMs <= nowMs) return 'late'
  const step = stepOfCode(openTotpSecret(ctx, id, sealed), code, { nowMs, lastStep: null })
  return step === undefined ? undefined : { sealed, step }
}

/**
 * Checks the second step after a correct password. The transaction of the login uses the code up. If the rule
 * requires two-step login, the first code of a waiting secret turns it on.
 * @throws Refusal `totp_required` and `totp_set_up_required` without a code, `invalid_credentials`
 * for a wrong or used code
 */
export async function requireSecondStep(
  ctx: Context,
  tried: LoginTry<AdminRow>,
  admin: AdminRow,
  code: string | undefined,
): Promise<SecondStep> {
  const { id, totpSealed, totpOnSinceMs, totpLastStep: lastStep } = admin
  const isOn = totpOnSinceMs !== null
  if (!isOn && !(await readSettings(ctx.db)).totpRequired) return {}
  if (code === undefined) {
    recordLogin(ctx, tried, 'second_step_missing')
    throw new Refusal(isOn ? 'totp_required' : 'totp_set_up_required')
  }
  if (!isOn) {
    const setUp = firstStepOf(ctx, admin, code)
    if (typeof setUp === 'object') return { setUp }
  } else if (totpSealed !== null) {
    const secret = openTotpSecret(ctx, id, totpSealed)
    const totpStep = stepOfCode(secret, code, { nowMs: ctx.clock.now(), lastStep })
    if (totpStep !== undefined) return { totpStep }
    const mac = recoveryMac(secret, code)
    if (await hasRecoveryCode(ctx.db, id, mac)) return { recoveryMac: mac }
  }
  recordLogin(ctx, tried, 'wrong_second_step')
  throw wrongCredentials('admin')
}
