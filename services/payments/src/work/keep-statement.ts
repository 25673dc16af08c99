import { hash } from 'node:crypto'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { BankColumns } from '@kismet/contracts'
import type { Context } from '../context.ts'
import {
  findByFile,
  findMapping,
  findStatement,
  insertRows,
  insertStatement,
  keepMapping,
  linkRows,
  statementsWith,
} from '../db/bank-statements.ts'
import type { IdentifiedRow, StoredMapping, StoredStatement } from '../db/bank-statements.ts'
import { plainName } from '../domain/bank/columns.ts'
import type { ReadFile } from '../statements/reader.ts'

/** By what a header is known again: its names, in their order. */
const headerHash = (header: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify(header.map(plainName)), 'buffer')

/** What an admin has confirmed for a header. */
export function confirmedFor(ctx: Context, header: readonly string[]): Promise<StoredMapping | undefined> {
  return findMapping(ctx.db, headerHash(header))
}

export interface SentStatement {
  readonly file: Buffer
  readonly fileName: string
  readonly columns: BankColumns
  readonly read: ReadFile
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const atOnce = 1_000

/** Why a file is not taken. @throws Refusal `invalid_request` that says what and where */
function requireReadable({ statement: { missing, faults, faultCount, rows } }: ReadFile): void {
  if (missing.length > 0) throw new Refusal('invalid_request', `Say which column is the ${missing.join(', the ')}.`)
  const [fault] = faults
  if (fault !== undefined) {
    const more = faultCount > 1 ? ` ${faultCount} lines cannot be read.` : ''
    const where = fault.column === null ? '' : `, ${fault.column}`
    throw new Refusal('invalid_request', `Line ${fault.line}${where}: ${fault.message}${more}`)
  }
  if (rows.length === 0) throw new Refusal('invalid_request', 'There are no rows below the header.')
}

/**
 * Keeps the rows of a file, each once whatever files have it, with what its columns mean. The same file with the same columns again changes nothing.
 * @throws Refusal `invalid_request` for a file of which anything cannot be read: nothing of it is kept then
 */
export async function keepStatement(
  ctx: Context,
  sent: SentStatement,
): Promise<{ statement: StoredStatement; isKnown: boolean }> {
  const { file, columns, read } = sent
  requireReadable(read)
  const fileSha256 = hash('sha256', file, 'buffer')
  return inTransaction(ctx.db, async (transaction) => {
    // One file at a time: two that overlap would wait for each other's rows.
    await takeTurn(transaction, 'bank statements')
    const known = await findByFile(transaction, { fileSha256, columns })
    const id = known ?? (await storeStatement(ctx, transaction, sent, fileSha256))
    const statement = await findStatement(transaction, id)
    if (statement === undefined) throw new Error(`Bank statement ${id} has gone within its transaction`)
    return { statement, isKnown: known !== undefined }
  })
}

/** What the audit log says of a statement. */
const statementRead = 'bank-statement.read'

/**
 * Whether a statement that an admin has read has a row: the audit log says that it was read and how many rows it has, so that what somebody has written among them since makes it believed no
 * more. (`kept` was `rows` before rows were compared with what stood there.)
 */
export async function wasRead(
  { audit }: Pick<Context, 'audit'>,
  transaction: Queryable,
  rowId: string,
): Promise<boolean> {
  for (const { id, rows } of await statementsWith(transaction, rowId)) {
    const newest = await audit.newestOf(transaction, { action: statementRead, target: id })
    if (typeof newest !== 'string' && (newest.kept ?? newest.rows) === rows) return true
  }
  return false
}

async function storeStatement(
  ctx: Context,
  transaction: Queryable,
  { fileName, columns, read, admin, meta }: SentStatement,
  fileSha256: Buffer,
): Promise<string> {
  const nowMs = ctx.clock.now()
  const { header, rows: readRows } = read.statement
  const rows = readRows.map((row, at): IdentifiedRow => ({
    ...row,
    id: ctx.randomness.id(nowMs),
    identity: read.identities[at] ?? '',
  }))
  const days = rows.map(({ day }) => day).sort()
  const batches = Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, at) =>
    rows.slice(at * atOnce, (at + 1) * atOnce),
  )
  let fresh = 0
  for (const batch of batches) fresh += await insertRows(transaction, batch)
  const id = ctx.randomness.id(nowMs)
  await insertStatement(transaction, {
    ...{ id, fileSha256, columns, fileName, rows: rows.length, fresh, admin, readAtMs: nowMs },
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
  })
  let kept = 0
  for (const [at, batch] of batches.entries()) kept += await linkRows(transaction, id, at * atOnce + 1, batch)
  if (kept < rows.length)
    ctx.log.error(
      { event: 'bank-row.not-as-read', statementId: id, rows: rows.length - kept },
      'the database has rows of a bank otherwise than they were read',
    )
  await keepMapping(transaction, headerHash(header), {
    columns,
    confirmedByName: admin.username,
    confirmedAtMs: nowMs,
  })
  const detail = { fileName, fileSha256: fileSha256.toString('hex'), rows: rows.length, fresh, kept }
  await ctx.audit.append(transaction, { admin, action: statementRead, target: id, detail, meta })
  return id
}
