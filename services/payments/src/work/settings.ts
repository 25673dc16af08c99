import type { Input, setApprovalSettings, setPayoutSettings } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inSnapshot, inTransaction } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import { changeSettings, partOf, readSettings, settingsParts, versionOf } from '../db/settings.ts'
import type { Settings, SettingsPart } from '../db/settings.ts'
import { findPayToNotWritten } from './audited-pay-to.ts'

/** The action and the target of the audit rows about a part of the settings. */
function auditRowOf(part: SettingsPart): { readonly action: string; readonly target: string } {
  return { action: `${part}-settings.change`, target: `${part}-settings` }
}

/** @throws Refusal `settings_changed` when the admin has seen other settings */
function requireSeen(part: SettingsPart, inUse: Settings, seenVersion: string | undefined): void {
  if (seenVersion !== undefined && seenVersion !== versionOf(part, inUse)) throw new Refusal('settings_changed')
}

interface By {
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

/** Changes a part of the settings, with the audit row and the mail to the owners. @throws Refusal `settings_changed` */
function change(
  ctx: Context,
  part: SettingsPart,
  { admin, meta }: By,
  seenVersion: string | undefined,
  changeOf: (inUse: Settings) => Partial<Settings>,
): Promise<Settings> {
  return inTransaction(ctx.db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen(part, inUse, seenVersion)
    const settings = { ...inUse, ...changeOf(inUse) }
    await changeSettings(transaction, settings)
    const before = part === 'approval' && { beforePaise: inUse.secondAbovePaise }
    const detail = { ...before, ...partOf(part, settings) }
    const told = Object.entries(detail).map(([name, value]) => `${name}: ${value ?? 'default'}`)
    await tellOwners(transaction, ctx, { event: `${part}_settings`, by: admin.username, detail: told.join(', ') })
    await ctx.audit.append(transaction, { admin, ...auditRowOf(part), detail, meta })
    return settings
  })
}

/** Changes the rules of approvals. A field that is left out stays. @throws Refusal `settings_changed` */
export function changeApprovals(
  ctx: Context,
  by: By,
  { version, secondApprovalAbove: secondAbovePaise, ...chosen }: Input<typeof setApprovalSettings>,
): Promise<Settings> {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
  return change(ctx, 'approval', by, version, (inUse) => ({
    ...{ secondAbovePaise, approvals: { ...inUse.approvals, ...given } },
    ...{ changedByName: by.admin.username, changedAtMs: ctx.clock.now() },
  }))
}

/** Changes how long a payout lasts and the account that payment files pay from. @throws Refusal `settings_changed` */
export function changePayouts(
  ctx: Context,
  by: By,
  { version, leaseMinutes: payoutLeaseMinutes, debitAccount: payoutDebitAccount }: Input<typeof setPayoutSettings>,
): Promise<Settings> {
  return change(ctx, 'payout', by, version, () => ({ payoutLeaseMinutes, payoutDebitAccount }))
}

/** Counts and logs the parts that differ from their last change in the audit log: someone wrote into the database. */
export function countNotWritten({ audit, db, log }: Pick<Context, 'audit' | 'db' | 'log'>): Promise<number> {
  return inSnapshot(db, async (snapshot) => {
    const settings = await readSettings(snapshot)
    const differ = await findPayToNotWritten({ audit }, snapshot)
    for (const part of settingsParts) {
      const { action, target } = auditRowOf(part)
      const says = await audit.newestOf(snapshot, { action, target })
      // A row of an earlier release has fewer fields.
      const written = Object.entries(partOf(part, settings)).filter(([name]) => says === undefined || name in says)
      if (!written.every(([name, value]) => value === (says?.[name] ?? null))) differ.push(target)
    }
    for (const target of differ)
      log.error({ event: 'settings.not-written', target }, 'the database has settings that differ from the audit log')
    return differ.length
  })
}
