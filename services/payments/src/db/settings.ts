import { hash } from 'node:crypto'
import type { Queryable } from '@kismet/service-kit/database'

export interface StoredSettings {
  readonly utr: string | null
  readonly qrVersion: string | null
}

/** As nobody has set any. */
export const noSettings: StoredSettings = { utr: null, qrVersion: null }

const columns = 'utr, qr_version AS "qrVersion"'

export async function readSettings(db: Queryable): Promise<StoredSettings> {
  const { rows } = await db.query<StoredSettings>(`SELECT ${columns} FROM deposit_settings`)
  return rows[0] ?? noSettings
}

/** The settings in use, which nobody else changes before this transaction has ended. */
export async function lockSettings(transaction: Queryable, atMs: number): Promise<StoredSettings> {
  // Only a row can be locked.
  await transaction.query('INSERT INTO deposit_settings (updated_at) VALUES ($1) ON CONFLICT (only_row) DO NOTHING', [
    new Date(atMs),
  ])
  const { rows } = await transaction.query<StoredSettings>(`SELECT ${columns} FROM deposit_settings FOR UPDATE`)
  return rows[0] ?? noSettings
}

/** Sets what was locked. */
export async function changeSettings(db: Queryable, { utr, qrVersion }: StoredSettings, atMs: number): Promise<void> {
  await db.query('UPDATE deposit_settings SET utr = $1, qr_version = $2, updated_at = $3', [
    utr,
    qrVersion,
    new Date(atMs),
  ])
}

/** Keeps a QR image under its version. The same image again is already there. */
export async function keepQrImage(db: Queryable, version: string, picture: Buffer, atMs: number): Promise<void> {
  await db.query(
    'INSERT INTO qr_image (version, bytes, created_at) VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING',
    [version, picture, new Date(atMs)],
  )
}

const versionLength = 32

/** The same image has the same version, another one another, so that the address of a version can be cached for ever. */
export const qrVersionOf = (bytes: Buffer): string => hash('sha256', bytes).slice(0, versionLength)

/** The QR image of a version, as PNG; undefined when the bytes do not have this version. */
export async function findQrImage(db: Queryable, version: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ bytes: Buffer }>('SELECT bytes FROM qr_image WHERE version = $1', [version])
  return rows.map(({ bytes }) => bytes).find((bytes) => qrVersionOf(bytes) === version)
}
