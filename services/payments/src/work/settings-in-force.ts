import type { Paise } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { lockApprovalSettings, readApprovalSettings } from '../db/approval-settings.ts'
import type { StoredApprovalSettings } from '../db/approval-settings.ts'
import { lockSettings, noSettings, readSettings } from '../db/settings.ts'
import type { StoredSettings } from '../db/settings.ts'

/** What the audit log says of settings: their action, and what they are done to. */
export const settingsChanges = {
  deposit: { action: 'deposit-settings.change', target: 'deposit-settings' },
  approval: { action: 'approval-settings.change', target: 'approval-settings' },
} as const

type Change = (typeof settingsChanges)[keyof typeof settingsChanges]

/** Whether what is stored is what the newest row of its changes says; where nobody has changed it, what it is at first. */
async function isSaid(
  { audit }: Pick<Context, 'audit'>,
  db: Queryable,
  change: Change,
  stored: Readonly<Record<string, string | number | null>>,
): Promise<boolean> {
  const newest = await audit.newestOf(db, change)
  const fields = Object.entries(stored)
  if (newest === 'none') return fields.every(([, value]) => value === null)
  return newest !== 'broken' && fields.every(([name, value]) => newest[name] === value)
}

function tell({ log }: Pick<Context, 'log'>, { target }: Change): void {
  log.error({ event: 'settings.not-written', target }, 'the database has settings that the audit log does not say')
}

/** Deposit settings that are locked, as far as an owner has set them: players pay to what they say, so that what somebody has written into the table is none. */
async function requireSaid(ctx: Context, transaction: Queryable, stored: StoredSettings): Promise<StoredSettings> {
  if (await isSaid(ctx, transaction, settingsChanges.deposit, { ...stored })) return stored
  tell(ctx, settingsChanges.deposit)
  return noSettings
}

/** The deposit settings in force, which nobody else changes before this transaction has ended. */
export async function lockSettingsInForce(ctx: Context, transaction: Queryable): Promise<StoredSettings> {
  return requireSaid(ctx, transaction, await lockSettings(transaction, ctx.clock.now()))
}

/** The deposit settings in force; none where the audit log does not say them. */
export async function settingsInForce(ctx: Context): Promise<StoredSettings> {
  const stored = await readSettings(ctx.db)
  if (await isSaid(ctx, ctx.db, settingsChanges.deposit, { ...stored })) return stored
  // An owner may have changed them between the two.
  return inTransaction(ctx.db, (transaction) => lockSettingsInForce(ctx, transaction))
}

/** Where the database says another amount than the audit log: two admins for whatever there is. */
const always = 0 as Paise

/** The rule of approvals in force, which nobody else changes before this transaction has ended. */
export async function lockApprovalRule(ctx: Context, transaction: Queryable): Promise<StoredApprovalSettings> {
  const stored = await lockApprovalSettings(transaction)
  if (await isSaid(ctx, transaction, settingsChanges.approval, { afterPaise: stored.secondAbovePaise })) return stored
  tell(ctx, settingsChanges.approval)
  return { ...stored, secondAbovePaise: always }
}

/** The rule of approvals in force. */
export async function approvalRule(ctx: Context, transaction: Queryable): Promise<StoredApprovalSettings> {
  const stored = await readApprovalSettings(transaction)
  if (await isSaid(ctx, transaction, settingsChanges.approval, { afterPaise: stored.secondAbovePaise })) return stored
  return lockApprovalRule(ctx, transaction)
}
