import type { Queryable } from '@kismet/service-kit/database'
import type { Picture } from '../pictures/picture-maker.ts'

export interface StoredSettings {
  readonly utr: string | null
  readonly qrVersion: string | null
}

const columns = 'utr, qr_version AS "qrVersion"'

export async function readSettings(db: Queryable): Promise<StoredSettings> {
  const { rows } = await db.query<StoredSettings>(`SELECT ${columns} FROM deposit_settings`)
  return rows[0] ?? { utr: null, qrVersion: null }
}

/** The settings in use, which nobody else changes before this transaction has ended. */
export async function lockSettings(transaction: Queryable, atMs: number): Promise<StoredSettings> {
  // Only a row can be locked.
  await transaction.query('INSERT INTO deposit_settings (updated_at) VALUES ($1) ON CONFLICT (only_row) DO NOTHING', [
    new Date(atMs),
  ])
  const { rows } = await transaction.query<StoredSettings>(`SELECT ${columns} FROM deposit_settings FOR UPDATE`)
  return rows[0] ?? { utr: null, qrVersion: null }
}

/** Sets what is given in locked settings; null leaves a part as it is. @returns all of the settings. */
export async function changeSettings(db: Queryable, given: StoredSettings, atMs: number): Promise<StoredSettings> {
  const { rows } = await db.query<StoredSettings>(
    `UPDATE deposit_settings SET utr = coalesce($1, utr), qr_version = coalesce($2, qr_version), updated_at = $3
     RETURNING ${columns}`,
    [given.utr, given.qrVersion, new Date(atMs)],
  )
  return rows[0] ?? given
}

/** Keeps a QR image under its version. The same image again is already there. */
export async function keepQrImage(db: Queryable, version: string, picture: Picture, atMs: number): Promise<void> {
  await db.query(
    'INSERT INTO qr_image (version, media_type, bytes, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (version) DO NOTHING',
    [version, picture.mediaType, picture.bytes, new Date(atMs)],
  )
}

/** The QR image of that version while it is the one in force: nobody may be led to pay to an account that was taken down. */
export async function findCurrentQrImage(db: Queryable, version: string): Promise<Picture | undefined> {
  const { rows } = await db.query<Picture>(
    `SELECT media_type AS "mediaType", bytes FROM qr_image JOIN deposit_settings ON qr_version = version WHERE version = $1`,
    [version],
  )
  return rows[0]
}
