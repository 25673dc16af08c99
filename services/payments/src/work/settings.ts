import { dailyApprovalLimits } from '@kismet/contracts'
import type { DailyApprovalLimit, Input, setApprovalSettings } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inSnapshot, inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
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

interface By {
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
  /** The version that the admin has seen. */
  readonly seenVersion: string | undefined
}

/** Changes a part of the settings, with its audit row. @throws Refusal `settings_changed` when the admin has seen other settings */
export function change(
  { db, audit }: Context,
  part: keyof typeof parts,
  { admin, meta, seenVersion }: By,
  changeOf: (transaction: Queryable, inUse: Settings) => Promise<{ changed: Partial<Settings>; detail: Fields }>,
): Promise<Settings> {
  const { row, versionOf } = parts[part]
  return inTransaction(db, async (transaction) => {
    const inUse = await readSettings(transaction, 'FOR UPDATE')
    if (seenVersion !== undefined && seenVersion !== versionOf(inUse)) throw new Refusal('settings_changed')
    const { changed, detail } = await changeOf(transaction, inUse)
    const settings = { ...inUse, ...changed }
    await changeSettings(transaction, settings)
    await audit.append(transaction, { admin, ...row, detail, meta })
    return settings
  })
}

/** Changes the rules of approvals. A field that is left out stays. @throws Refusal `settings_changed` */
export function changeApprovals(
  ctx: Context,
  { admin, meta }: Omit<By, 'seenVersion'>,
  { version: seenVersion, secondApprovalAbove: secondAbovePaise, ...chosen }: Input<typeof setApprovalSettings>,
): Promise<Settings> {
  return change(ctx, 'approval', { admin, meta, seenVersion }, (_transaction, inUse) => {
    const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
    const approvals: Settings['approvals'] = { ...inUse.approvals, ...given }
    return Promise.resolve({
      changed: { secondAbovePaise, approvals, changedByName: admin.username, changedAtMs: ctx.clock.now() },
      detail: { beforePaise: inUse.secondAbovePaise, afterPaise: secondAbovePaise, ...saidOf(approvals) },
    })
  })
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
      if (Object.entries(said(settings)).every(([name, value]) => value === (says?.[name] ?? null))) continue
      count += 1
      const event = { event: 'settings.not-written', target: row.target }
      log.error(event, 'the database has settings that differ from the audit log')
    }
    return count
  })
}
