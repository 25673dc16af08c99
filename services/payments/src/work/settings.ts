import { dailyApprovalLimits } from '@kismet/contracts'
import type { DailyApprovalLimit, Input, setApprovalSettings, setPayoutSettings } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inSnapshot, inTransaction } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { tellOwners } from '../db/notices.ts'
import { changeSettings, readSettings } from '../db/settings.ts'
import type { Settings } from '../db/settings.ts'
import { approvalVersion, depositSettingsView, payoutSettingsView } from '../views.ts'

type Fields = Readonly<Record<string, string | number | boolean | null>>

/** What owners have set, for the audit log. Null: the default of the mode. */
function saidOf(approvals: Settings['approvals']): Fields {
  const said = (name: DailyApprovalLimit) => (approvals[name] === null ? 'no limit' : (approvals[name] ?? null))
  const limits = dailyApprovalLimits.map((name) => [`${name}Paise`, said(name)] as const)
  return { withoutRow: approvals.withoutRow ?? null, ...Object.fromEntries(limits) }
}

/** The parts of the settings. `said`: the fields that the audit row of a change has. */
const parts = {
  deposit: {
    row: { action: 'deposit-settings.change', target: 'deposit-settings' },
    versionOf: (settings: Settings) => depositSettingsView(settings).version,
    said: ({ utr, qrVersion }: Settings): Fields => ({ utr, qrVersion }),
  },
  approval: {
    row: { action: 'approval-settings.change', target: 'approval-settings' },
    versionOf: (settings: Settings) => approvalVersion(settings),
    said: ({ secondAbovePaise, approvals }: Settings): Fields => ({
      afterPaise: secondAbovePaise,
      ...saidOf(approvals),
    }),
  },
  payout: {
    row: { action: 'payout-settings.change', target: 'payout-settings' },
    versionOf: (settings: Settings) => payoutSettingsView(settings).version,
    said: ({ payoutLeaseMinutes, payoutDebitAccount }: Settings): Fields => ({
      leaseMinutes: payoutLeaseMinutes,
      debitAccount: payoutDebitAccount,
    }),
  },
} as const

/** The row of the audit log of where players pay to. */
export const payToRow = parts.deposit.row

/** @throws Refusal `settings_changed` when the admin has seen other settings */
export function requireSeen(part: keyof typeof parts, inUse: Settings, seenVersion: string | undefined): void {
  if (seenVersion !== undefined && seenVersion !== parts[part].versionOf(inUse)) throw new Refusal('settings_changed')
}

interface By {
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

/** Changes a part of the settings, with the audit row and the mail to the owners. @throws Refusal `settings_changed` */
function change(
  { audit, clock, db, randomness }: Context,
  part: 'approval' | 'payout',
  { admin, meta }: By,
  seenVersion: string | undefined,
  changeOf: (inUse: Settings) => { readonly changed: Partial<Settings>; readonly detail: Fields },
): Promise<Settings> {
  return inTransaction(db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    requireSeen(part, inUse, seenVersion)
    const { changed, detail } = changeOf(inUse)
    const settings = { ...inUse, ...changed }
    await changeSettings(transaction, settings)
    const told = Object.entries(detail).map(([name, value]) => `${name}: ${value ?? 'default'}`)
    const notice = { event: `${part}_settings`, by: admin.username, detail: told.join(', ') } as const
    await tellOwners(transaction, { clock, randomness }, notice)
    await audit.append(transaction, { admin, ...parts[part].row, detail, meta })
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
  return change(ctx, 'approval', by, version, (inUse) => {
    const approvals: Settings['approvals'] = { ...inUse.approvals, ...given }
    return {
      changed: { secondAbovePaise, approvals, changedByName: by.admin.username, changedAtMs: ctx.clock.now() },
      detail: { beforePaise: inUse.secondAbovePaise, afterPaise: secondAbovePaise, ...saidOf(approvals) },
    }
  })
}

/** Changes how long a payout lasts and the account that payment files pay from. @throws Refusal `settings_changed` */
export function changePayouts(
  ctx: Context,
  by: By,
  { version, leaseMinutes, debitAccount }: Input<typeof setPayoutSettings>,
): Promise<Settings> {
  return change(ctx, 'payout', by, version, () => ({
    changed: { payoutLeaseMinutes: leaseMinutes, payoutDebitAccount: debitAccount },
    detail: { leaseMinutes, debitAccount },
  }))
}

/** Counts and logs the parts that differ from their last change in the audit log: someone wrote into the database. */
export function countNotWritten({
  audit,
  db,
  log,
}: Pick<Context, 'audit' | 'log'> & { readonly db: Pool }): Promise<number> {
  return inSnapshot(db, async (snapshot) => {
    const settings = await readSettings(snapshot)
    let count = 0
    for (const { row, said } of Object.values(parts)) {
      const says = await audit.newestOf(snapshot, row)
      // A row of an earlier release has fewer fields.
      const written = Object.entries(said(settings)).filter(([name]) => says === undefined || name in says)
      if (written.every(([name, value]) => value === (says?.[name] ?? null))) continue
      count += 1
      const event = { event: 'settings.not-written', target: row.target }
      log.error(event, 'the database has settings that differ from the audit log')
    }
    return count
  })
}
