import { hash } from 'node:crypto'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { linkApproved } from '../db/bank-rows.ts'
import {
  findByFile,
  findMapping,
  findStatement,
  insertRows,
  insertStatement,
  keepMapping,
  linkRows,
} from '../db/bank-statements.ts'
import type { IdentifiedRow, StoredMapping, StoredStatement } from '../db/bank-statements.ts'
import { plainName } from '../domain/bank/columns.ts'
import type { StatementFile } from '../statements/read-file.ts'

/** The hash that identifies a header by its names in their order. */
const headerHash = (header: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify(header.map(plainName)), 'buffer')

/** The columns that an admin confirmed for a header. */
export function confirmedFor(ctx: Context, header: readonly string[]): Promise<StoredMapping | undefined> {
  return findMapping(ctx.db, headerHash(header))
}

export interface SentStatement {
  readonly file: Buffer
  readonly fileName: string
  readonly columns: BankColumns
  readonly read: StatementFile
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const atOnce = 1_000

const words: Partial<Record<ColumnMeaning, string>> = { sign: 'sign (CR or DR)' }

/** @throws Refusal `invalid_request` that names the first fault and its line */
function requireReadable({ missing, faults, faultCount, rows }: StatementFile): void {
  if (missing.length > 0)
    throw new Refusal(
      'invalid_request',
      `Say which column is the ${missing.map((one) => words[one] ?? one).join(', the ')}.`,
    )
  const [fault] = faults
  if (fault !== undefined) {
    const more = faultCount > 1 ? ` ${faultCount} lines have a fault.` : ''
    const where = fault.column === null ? '' : `, ${fault.column}`
    throw new Refusal('invalid_request', `Line ${fault.line}${where}: ${fault.message}${more}`)
  }
  if (rows.length === 0) throw new Refusal('invalid_request', 'There are no rows below the header.')
}

/**
 * Stores the rows of a file and the meaning of its columns. A row of several files is stored once. A
 * repeat of the same file with the same columns writes no data.
 * @throws Refusal `invalid_request` for an unreadable line
 */
export function keepStatement(
  ctx: Context,
  sent: SentStatement,
): Promise<{ statement: StoredStatement; isKnown: boolean }> {
  const { file, columns, read } = sent
  requireReadable(read)
  const fileSha256 = hash('sha256', file, 'buffer')
  return inTransaction(ctx.db, async (transaction) => {
    // One file at a time. Two files with common rows would wait for each other's rows.
    await takeTurn(transaction, 'bank statements')
    const known = await findByFile(transaction, { fileSha256, columns })
    const id = known ?? (await storeStatement(ctx, transaction, sent, fileSha256))
    const statement = await findStatement(transaction, id)
    if (statement === undefined) throw new Error(`Bank statement ${id} has gone within its transaction`)
    return { statement, isKnown: known !== undefined }
  })
}

async function storeStatement(
  ctx: Context,
  transaction: Queryable,
  { fileName, columns, read, admin, meta }: SentStatement,
  fileSha256: Buffer,
): Promise<string> {
  const nowMs = ctx.clock.now()
  const id = ctx.randomness.id(nowMs)
  const rows = read.rows.map((row, at): IdentifiedRow => ({
    ...row,
    id: ctx.randomness.id(nowMs),
    identity: read.identities[at] ?? '',
  }))
  const batches = Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, at) =>
    rows.slice(at * atOnce, (at + 1) * atOnce),
  )
  const days = rows.map(({ day }) => day).sort()
  let fresh = 0
  for (const batch of batches) fresh += await insertRows(transaction, batch)
  await insertStatement(transaction, {
    ...{ id, fileSha256, columns, fileName, rows: rows.length, fresh, admin, readAtMs: nowMs },
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
  })
  for (const [at, batch] of batches.entries())
    await linkRows(
      transaction,
      id,
      at * atOnce + 1,
      batch.map(({ identity }) => identity),
    )
  await linkApproved(transaction, id)
  const confirmed = { columns, confirmedByName: admin.username, confirmedAtMs: nowMs }
  await keepMapping(transaction, headerHash(read.header), confirmed)
  const detail = { fileName, fileSha256: fileSha256.toString('hex'), rows: rows.length, fresh }
  await ctx.audit.append(transaction, { admin, action: 'bank-statement.read', target: id, detail, meta })
  return id
}
