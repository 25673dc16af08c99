import { hash } from 'node:crypto'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { BankColumns, ColumnMeaning } from '@kismet/contracts'
import type { Context } from '../context.ts'
import {
  countRows,
  findByFile,
  findMapping,
  findStatement,
  insertRows,
  insertStatement,
  keepMapping,
  keptOtherwise,
  linkRows,
  statementsWith,
} from '../db/bank-statements.ts'
import type { IdentifiedRow, RowAsRead, StoredMapping, StoredStatement } from '../db/bank-statements.ts'
import { plainName } from '../domain/bank/columns.ts'
import type { ReadFile } from '../statements/reader.ts'

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
  readonly read: ReadFile
  readonly admin: Admin
  readonly meta: Pick<CallMeta, 'requestId' | 'ip'>
}

const atOnce = 1_000

const words: Partial<Record<ColumnMeaning, string>> = { sign: 'sign (CR or DR)' }

/** @throws Refusal `invalid_request` that names the first fault and its line */
function requireReadable({ statement: { missing, faults, faultCount, rows } }: ReadFile): void {
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
 * repeat of the same file with the same columns writes no rows.
 * @throws Refusal `invalid_request` for an unreadable line, and for a known file whose stored rows have
 * changed since an admin read them
 */
export async function keepStatement(
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
    if (known !== undefined) await requireAsRead(ctx, transaction, known)
    const statement = await findStatement(transaction, id)
    if (statement === undefined) throw new Error(`Bank statement ${id} has gone within its transaction`)
    return { statement, isKnown: known !== undefined }
  })
}

/** The audit action of a read statement. */
const statementRead = 'bank-statement.read'

/** Whether the audit log confirms that an admin read this statement with its present number of rows. */
async function isBelieved({ audit }: Pick<Context, 'audit'>, transaction: Queryable, id: string): Promise<boolean> {
  const { says } = await audit.newestOf(transaction, { action: statementRead, target: id })
  const kept = says?.kept
  // One row more is enough to know. Counting all rows would hold locks for longer.
  return typeof kept === 'number' && (await countRows(transaction, id, kept + 1)) === kept
}

/**
 * Whether a confirmed statement has the row. A row that an attacker wrote into the database proves
 * no payment, and is logged.
 */
export async function wasRead(
  ctx: Pick<Context, 'audit' | 'log'>,
  db: Queryable,
  { rowId, depositId }: { readonly rowId: string; readonly depositId: string },
): Promise<boolean> {
  for (const id of await statementsWith(db, rowId)) if (await isBelieved(ctx, db, id)) return true
  const event = { event: 'bank-row.not-read', rowId, depositId }
  ctx.log.error(event, 'the database has a row of a bank that no statement has')
  return false
}

/**
 * Stored rows that differ from the file and are in a confirmed statement. The rows are read before
 * the check, so that a row that is linked meanwhile does not count.
 */
async function ofBankOtherwise(ctx: Context, transaction: Queryable, rows: readonly RowAsRead[]): Promise<string[]> {
  let found: Awaited<ReturnType<typeof keptOtherwise>> = []
  for (const batch of batchesOf(rows)) found = found.concat(await keptOtherwise(transaction, batch))
  const ofBank = new Set<string>()
  for (const [id, some] of Map.groupBy(found, ({ statementId }) => statementId)) {
    const open = some.filter(({ rowId }) => !ofBank.has(rowId))
    if (open.length > 0 && (await isBelieved(ctx, transaction, id))) for (const { rowId } of open) ofBank.add(rowId)
  }
  return [...ofBank]
}

/** Links the rows of a file with their statement. @returns how many rows are linked */
async function linkAll(
  ctx: Context,
  transaction: Queryable,
  statementId: string,
  rows: readonly RowAsRead[],
): Promise<number> {
  const ofBank = await ofBankOtherwise(ctx, transaction, rows)
  let count = 0
  for (const [at, batch] of batchesOf(rows).entries())
    count += await linkRows(transaction, { statementId, first: at * atOnce + 1, ofBank }, batch)
  return count
}

/** @throws Refusal `invalid_request` when a known statement has other rows than the admin read */
async function requireAsRead(ctx: Context, transaction: Queryable, id: string): Promise<void> {
  if (await isBelieved(ctx, transaction, id)) return
  tellNotAsRead(ctx, id)
  throw new Refusal('invalid_request', notAsFile)
}

const notAsFile =
  'The rows of this file were changed in the database, so no deposit is approved by it. Export a file of a longer period from the bank and read that file.'

function tellNotAsRead({ log }: Context, statementId: string, rows?: number): void {
  log.error(
    { event: 'bank-row.not-as-read', statementId, rows },
    'the database has other bank rows than the file of the statement',
  )
}

const rowsOf = ({ read }: SentStatement): RowAsRead[] =>
  read.statement.rows.map((row, at) => ({ ...row, identity: read.identities[at] ?? '' }))

const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, at) => rows.slice(at * atOnce, (at + 1) * atOnce))

/**
 * Appends the audit row of a read file. `fresh` counts the new rows; `kept` counts the rows that
 * the statement has as read.
 */
async function tellRead(
  ctx: Context,
  transaction: Queryable,
  { file, fileName, read, admin, meta }: SentStatement,
  id: string,
  counts: { readonly fresh: number; readonly kept: number },
): Promise<void> {
  const rows = read.statement.rows.length
  if (counts.kept < rows) tellNotAsRead(ctx, id, rows - counts.kept)
  const detail = { fileName, fileSha256: hash('sha256', file), rows, ...counts }
  await ctx.audit.append(transaction, { admin, action: statementRead, target: id, detail, meta })
}

async function storeStatement(
  ctx: Context,
  transaction: Queryable,
  sent: SentStatement,
  fileSha256: Buffer,
): Promise<string> {
  const { fileName, columns, read, admin } = sent
  const nowMs = ctx.clock.now()
  const rows = rowsOf(sent).map((row): IdentifiedRow => ({ ...row, id: ctx.randomness.id(nowMs) }))
  const days = rows.map(({ day }) => day).sort()
  let fresh = 0
  for (const batch of batchesOf(rows)) fresh += await insertRows(transaction, batch)
  const id = ctx.randomness.id(nowMs)
  await insertStatement(transaction, {
    ...{ id, fileSha256, columns, fileName, rows: rows.length, fresh, admin, readAtMs: nowMs },
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
  })
  const kept = await linkAll(ctx, transaction, id, rows)
  await keepMapping(transaction, headerHash(read.statement.header), {
    columns,
    confirmedByName: admin.username,
    confirmedAtMs: nowMs,
  })
  await tellRead(ctx, transaction, sent, id, { fresh, kept })
  return id
}
