import { hash } from 'node:crypto'
import { dailyApprovalLimits } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { ChangedRules } from '../domain/approval-change.ts'
import type { ApprovalChoices } from '../domain/decision.ts'
import type { Proposed } from '../domain/proposal.ts'

/** Weaker rules of approvals that wait. */
export interface RulesProposal extends Proposed {
  readonly rules: ChangedRules
}

export interface Settings {
  /** Null: an approval never needs two admins. */
  readonly secondAbovePaise: Paise | null
  /** What owners have set; the rest has the default of the mode. */
  readonly approvals: Partial<ApprovalChoices>
  readonly proposal: RulesProposal | null
  /** The last change of the rules of approvals. */
  readonly changedByName: string | null
  readonly changedAtMs: number | null
  /** How long a payout lasts. Null: the default of the contracts. */
  readonly payoutLeaseMinutes: number | null
  /** The operator's account, from which payment files pay. */
  readonly payoutDebitAccount: string | null
}

/** Values as the audit log has them. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** The parts of the settings, with the fields that the audit row of a change has. */
const parts = {
  approval: ({ secondAbovePaise, approvals }: Settings): Fields => {
    // Null: the default of the mode.
    const said = dailyApprovalLimits.map(
      (name) => [`${name}Paise`, approvals[name] === null ? 'no limit' : (approvals[name] ?? null)] as const,
    )
    return {
      secondApprovalAbovePaise: secondAbovePaise,
      withoutRow: approvals.withoutRow ?? null,
      ...Object.fromEntries(said),
    }
  },
  payout: ({ payoutLeaseMinutes, payoutDebitAccount }: Settings): Fields => ({
    leaseMinutes: payoutLeaseMinutes,
    debitAccount: payoutDebitAccount,
  }),
} as const
export type SettingsPart = keyof typeof parts
export const settingsParts = Object.keys(parts) as SettingsPart[]

/** A part of the settings as the audit log has it. */
export const partOf = (part: SettingsPart, settings: Settings): Fields => parts[part](settings)

/** A version of the values and the waiting change that an admin has seen. A change to another version is refused. */
export function versionOf(part: SettingsPart, settings: Settings): string {
  const waits = part === 'approval' && settings.proposal !== null ? settings.proposal.id : ''
  return hash('sha256', JSON.stringify(partOf(part, settings)) + waits).slice(0, 16)
}

/**
 * With `FOR UPDATE` the settings do not change until the transaction ends.
 * @throws Error when the row is gone: that must not mean that no approval needs two admins
 */
export async function readSettings(db: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Settings> {
  const { rows } = await db.query<Settings>(
    `SELECT second_above_paise AS "secondAbovePaise", approvals, proposal, changed_by_name AS "changedByName",
            ${msOf('changed_at')} AS "changedAtMs",
            payout_lease_minutes AS "payoutLeaseMinutes", payout_debit_account AS "payoutDebitAccount" FROM settings ${lock}`,
  )
  if (rows[0] === undefined) throw new Error('settings has no row')
  return rows[0]
}

export async function changeSettings(db: Queryable, settings: Settings): Promise<void> {
  const { secondAbovePaise, approvals, proposal, changedByName, changedAtMs, payoutLeaseMinutes, payoutDebitAccount } =
    settings
  const changedAt = changedAtMs === null ? null : new Date(changedAtMs)
  await db.query(
    `UPDATE settings SET second_above_paise = $1, approvals = $2, changed_by_name = $3, changed_at = $4,
       payout_lease_minutes = $5, payout_debit_account = $6, proposal = $7`,
    [secondAbovePaise, approvals, changedByName, changedAt, payoutLeaseMinutes, payoutDebitAccount, proposal],
  )
}

/** Keeps a QR image under its version. The same image again is already there, and counts as new. */
export async function keepQrImage(db: Queryable, version: string, picture: Buffer, atMs: number): Promise<void> {
  await db.query(
    'INSERT INTO qr_image (version, bytes, created_at) VALUES ($1, $2, $3) ON CONFLICT (version) DO UPDATE SET created_at = $3',
    [version, picture, new Date(atMs)],
  )
}

/** SQL of the QR images that players see, of accounts that are off, and of changes that wait. */
const namedImages = `SELECT r.terms ->> 'qrVersion' AS version FROM pay_to_account AS a JOIN pay_to_revision AS r ON r.id = a.revision
  UNION ALL SELECT proposal -> 'terms' ->> 'qrVersion' FROM pay_to_account`

/** Deletes QR images that no account and no proposal names, and that were uploaded at `uploadedUntilMs` or before. */
export async function deleteUnusedQrImages(db: Queryable, uploadedUntilMs: number): Promise<void> {
  await db.query(
    `DELETE FROM qr_image WHERE created_at <= $1 AND NOT EXISTS (SELECT FROM (${namedImages}) AS named WHERE named.version = qr_image.version)
       AND NOT EXISTS (SELECT FROM settings WHERE qr_version = qr_image.version)`,
    [new Date(uploadedUntilMs)],
  )
}

const versionLength = 32
const versionForm = new RegExp(`^[0-9a-f]{${versionLength}}$`)

/** A hash of the image: equal images have equal versions. */
export const qrVersionOf = (bytes: Buffer): string => hash('sha256', bytes).slice(0, versionLength)

/** The QR image of a version in use or of a change that waits. */
export async function findNamedQrImage(db: Queryable, version: string): Promise<Buffer | undefined> {
  // PostgreSQL takes no text with NUL.
  if (!versionForm.test(version)) return undefined
  const { rows } = await db.query(`SELECT FROM (${namedImages}) AS named WHERE version = $1 LIMIT 1`, [version])
  return rows.length === 0 ? undefined : findQrImage(db, version)
}

/** The QR image of a version, as PNG; undefined when the bytes do not have this version. */
export async function findQrImage(db: Queryable, version: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ bytes: Buffer }>('SELECT bytes FROM qr_image WHERE version = $1', [version])
  return rows.map(({ bytes }) => bytes).find((bytes) => qrVersionOf(bytes) === version)
}
