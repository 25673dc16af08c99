import { createHmac } from 'node:crypto'
import { namesWithoutAccount } from '@kismet/contracts'
import type { AuditDetail } from '@kismet/contracts'
import type { CallMeta } from '../bus/envelope.ts'
import { keyFor } from '../seal.ts'
import type { Admin } from '../tokens.ts'

export interface AuditEntry {
  readonly admin: Pick<Admin, 'id' | 'username'>
  /** What was done, such as `deposit.approve`. */
  readonly action: string
  readonly target: string
  /** What a reader needs to judge it. No secrets. */
  readonly detail: Readonly<AuditDetail>
  /** Of the call with which it was asked for. */
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const [operatorName, nobodysName] = namesWithoutAccount

/** The actor of commands and of the start of a service, where no admin is logged in. */
export const operator: AuditEntry['admin'] = { id: '00000000-0000-0000-0000-000000000000', username: operatorName }

/** The actor of an attempt without a login. */
export const nobody: AuditEntry['admin'] = { ...operator, username: nobodysName }

export interface StoredRow {
  readonly sequence: number
  readonly at: Date
  readonly admin_id: string
  readonly admin_name: string
  readonly action: string
  readonly target: string
  readonly detail: Readonly<AuditDetail>
  readonly request_id: string
  readonly ip: string | null
  readonly key_id: string
  readonly previous_hash: string
  readonly hash: string
}

/** A row that a chain has come to. */
export type Place = Pick<StoredRow, 'sequence' | 'hash'>

export const genesis: Place = { sequence: 0, hash: '0'.repeat(64) }

/** The text of a row for its hash. Fields are in the order of their names, because jsonb does not keep an order. */
function textOf(row: Omit<StoredRow, 'hash'>): string {
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const { sequence, at, action, target } = row
  const place = [row.previous_hash, sequence, at, row.admin_id, row.admin_name]
  return JSON.stringify([...place, action, target, detail, row.request_id, row.ip])
}

/**
 * The key of the audit chain of one service. The database does not hold the key, so a writer of the
 * database cannot make a valid row, nor use a row of another service.
 */
export class ChainKey {
  /** A fingerprint that tells keys apart. */
  readonly id: string
  readonly #rows: Buffer

  constructor(secret: string, service: string) {
    this.id = keyFor(secret, `audit key of ${service}`).toString('hex').slice(0, 16)
    this.#rows = keyFor(secret, `audit rows of ${service}`)
  }

  hashOf(row: Omit<StoredRow, 'hash'>): string {
    return createHmac('sha256', this.#rows).update(textOf(row)).digest('hex')
  }

  /** What is wrong with the row after `previous`, in words that follow "Row 7 ...". */
  faultOf(previous: Place, row: StoredRow): string | undefined {
    if (row.sequence !== previous.sequence + 1) return 'is missing'
    if (row.key_id !== this.id) return 'was written with another key'
    if (row.previous_hash !== previous.hash)
      return 'does not follow the previous row: a row was deleted, inserted or moved'
    return row.hash === this.hashOf(row) ? undefined : 'was changed'
  }
}
