import { limits } from '@kismet/contracts'
import type { OwnerEvent, setPayoutSettings } from '@kismet/contracts'
import { inSnapshot, inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { changeSettings, partOf, readSettings, settingsParts, versionOf } from '../db/settings.ts'
import type { Fields, Settings, SettingsPart } from '../db/settings.ts'
import { findPayToNotWritten, isWritten } from './audited-pay-to.ts'
import { say } from './waiting.ts'
import type { By } from './waiting.ts'

/** The action and the target of the audit rows about a part of the settings. */
function auditRowOf(part: SettingsPart): { readonly action: string; readonly target: string } {
  return { action: `${part}-settings.change`, target: `${part}-settings` }
}

/** @throws Refusal `settings_changed` when the admin has seen other settings */
export function requireSeen(part: SettingsPart, inUse: Settings, seenVersion: string | undefined): void {
  if (seenVersion !== undefined && seenVersion !== versionOf(part, inUse)) throw new Refusal('settings_changed')
}

interface Saved {
  readonly part: SettingsPart
  readonly settings: Settings
  readonly event: OwnerEvent
  /** The changes in words. */
  readonly told: string
  /** What else the audit row says. */
  readonly more?: Fields
}

/** Saves settings with a changed part, with the audit row and the mail to the owners. */
export async function saveSettings(
  ctx: Context,
  transaction: Queryable,
  by: By,
  { part, settings, event, told, more }: Saved,
): Promise<Settings> {
  await changeSettings(transaction, settings)
  const detail = { changes: told, ...partOf(part, settings), ...more }
  await say(ctx, transaction, by, { event, told: `${told}.`, ...auditRowOf(part), detail })
  return settings
}

/** Changes how long a payout lasts and the account that payment files pay from. @throws Refusal `settings_changed` */
export function changePayouts(ctx: Context, by: CallOf<typeof setPayoutSettings>): Promise<Settings> {
  const { version, leaseMinutes: payoutLeaseMinutes, debitAccount: payoutDebitAccount } = by.input
  return inTransaction(ctx.db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen('payout', inUse, version)
    const settings = { ...inUse, payoutLeaseMinutes, payoutDebitAccount }
    const told = payoutChange(inUse, settings)
    return told === ''
      ? inUse
      : saveSettings(ctx, transaction, by, { part: 'payout', settings, event: 'payout_settings', told })
  })
}

/** A change of the payout settings in the words of the page. Empty without a change. */
function payoutChange(before: Settings, after: Settings): string {
  const minutes = ({ payoutLeaseMinutes }: Settings) => `${payoutLeaseMinutes ?? limits.payout.leaseMinutes} minutes`
  const account = ({ payoutDebitAccount }: Settings) => payoutDebitAccount ?? 'none'
  const values = [
    ['A payout lasts', minutes],
    ['Account that payment files pay from', account],
  ] as const
  const changed = values.filter(([, of]) => of(before) !== of(after))
  return changed.map(([name, of]) => `${name}: from ${of(before)} to ${of(after)}`).join('; ')
}

/** Counts and logs the parts that differ from their last change in the audit log: someone wrote into the database. */
export function countNotWritten({ audit, db, log }: Pick<Context, 'audit' | 'db' | 'log'>): Promise<number> {
  return inSnapshot(db, async (snapshot) => {
    const settings = await readSettings(snapshot)
    const differ = await findPayToNotWritten({ audit }, snapshot)
    for (const part of settingsParts) {
      const { action, target } = auditRowOf(part)
      const newest = (await audit.newestOf(snapshot, target, action))?.detail
      // Release 0.1.0 wrote the amount for one admin as `afterPaise`.
      const says = newest && { secondApprovalAbovePaise: newest.afterPaise ?? null, ...newest }
      if (!isWritten(partOf(part, settings), says)) differ.push(target)
    }
    for (const target of differ)
      log.error({ event: 'settings.not-written', target }, 'the database has settings that differ from the audit log')
    return differ.length
  })
}
