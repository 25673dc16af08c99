import type { Paise } from '@kismet/contracts'
import { inSnapshot } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
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

/** Whether what is stored is what the audit log says of its last change; where nobody has changed it, what it is at first. */
async function isSaid(
  { audit }: Pick<Context, 'audit'>,
  db: Queryable,
  change: Change,
  stored: Readonly<Record<string, string | number | null>>,
): Promise<boolean> {
  const { says, isAlone } = await audit.newestOf(db, change)
  const fields = Object.entries(stored)
  if (says === undefined) return isAlone && fields.every(([, value]) => value === null)
  return fields.every(([name, value]) => says[name] === value)
}

const isDepositSaid = (ctx: Pick<Context, 'audit'>, db: Queryable, stored: StoredSettings) =>
  isSaid(ctx, db, settingsChanges.deposit, { ...stored })

const isApprovalSaid = (ctx: Pick<Context, 'audit'>, db: Queryable, stored: StoredApprovalSettings) =>
  isSaid(ctx, db, settingsChanges.approval, { afterPaise: stored.secondAbovePaise })

/** Until an owner sets them anew everybody who reads them meets it. */
function tell({ log, telling }: Pick<Context, 'log' | 'telling'>, { target }: Change): void {
  if (telling.isTimeFor(target))
    log.error({ event: 'settings.not-written', target }, 'the database has settings that the audit log does not say')
}

/** Of how many of the two the audit log does not say what the database has. */
export function countNotWritten(ctx: { readonly audit: Context['audit']; readonly db: Pool }): Promise<number> {
  return inSnapshot(ctx.db, async (snapshot) => {
    const isDeposit = await isDepositSaid(ctx, snapshot, await readSettings(snapshot))
    const isApproval = await isApprovalSaid(ctx, snapshot, await readApprovalSettings(snapshot))
    return [isDeposit, isApproval].filter((said) => !said).length
  })
}

/** Deposit settings as far as an owner has set them, read or locked in a transaction: players pay to what they say, so that what somebody has written into the table is none. */
async function requireSaid(ctx: Context, transaction: Queryable, stored: StoredSettings): Promise<StoredSettings> {
  if (await isDepositSaid(ctx, transaction, stored)) return stored
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
  if (await isDepositSaid(ctx, ctx.db, stored)) return stored
  // An owner may have changed them between the two.
  return inSnapshot(ctx.db, async (snapshot) => requireSaid(ctx, snapshot, await readSettings(snapshot)))
}

/** Where the database says another amount than the audit log: two admins for whatever there is. */
const always = 0 as Paise

async function orAlways(
  ctx: Context,
  transaction: Queryable,
  stored: StoredApprovalSettings,
): Promise<StoredApprovalSettings> {
  if (await isApprovalSaid(ctx, transaction, stored)) return stored
  tell(ctx, settingsChanges.approval)
  return { ...stored, secondAbovePaise: always }
}

/** The rule of approvals in force, which nobody else changes before this transaction has ended. */
export async function lockApprovalRule(ctx: Context, transaction: Queryable): Promise<StoredApprovalSettings> {
  return orAlways(ctx, transaction, await lockApprovalSettings(transaction))
}

/** The rule by which a transaction decides, which others may have changed since. */
export async function approvalRuleFor(ctx: Context, transaction: Queryable): Promise<StoredApprovalSettings> {
  const stored = await readApprovalSettings(transaction)
  return (await isApprovalSaid(ctx, transaction, stored)) ? stored : lockApprovalRule(ctx, transaction)
}

/** The rule of approvals in force, to be shown. */
export function approvalRule(ctx: Context): Promise<StoredApprovalSettings> {
  return inSnapshot(ctx.db, async (snapshot) => orAlways(ctx, snapshot, await readApprovalSettings(snapshot)))
}
