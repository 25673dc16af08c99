import { hash } from 'node:crypto'
import type { BankColumns, postBankStatement } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { takeLock } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import type { By, Context } from '../context.ts'
import {
  findByFile,
  findEarlier,
  findMissingDay,
  findStatement,
  identifyByPayment,
  headerHash,
  insertStatement,
  keepMapping,
} from '../db/bank-statements.ts'
import { edgesOf } from '../domain/bank/balances.ts'
import { joinOf } from '../domain/bank/join.ts'
import type { StatementFile } from '../statements/read-file.ts'
import { inContested } from './decide-request.ts'
import { linkStatement } from './match-statement.ts'

export interface SentStatement extends By {
  readonly file: Buffer
  readonly fileName: string
  readonly columns: BankColumns
  /** How many lines with a fault the admin has agreed to leave out. */
  readonly leaveOut: number
  readonly read: StatementFile
}

const words: Partial<Record<string, string>> = { sign: 'sign (CR or DR)' }

const noRow = 'No line below the header has a day and an amount. Choose other columns for the date and the amounts.'

/** @throws Refusal `invalid_request` that names the first fault and its line */
function requireReadable(
  { missing, faults, faultCount, canLeaveOut, leftOut, rows }: StatementFile,
  leaveOut: number,
): void {
  if (missing.length > 0)
    throw new Refusal(
      'invalid_request',
      `Say which column is the ${missing.map((one) => words[one] ?? one).join(', the ')}.`,
    )
  const [fault] = faults
  if (fault !== undefined && !(canLeaveOut && leaveOut === faultCount)) {
    const more = faultCount > 1 ? ` ${faultCount} lines have a fault.` : ''
    const where = fault.column === null ? '' : `, ${fault.column}`
    throw new Refusal('invalid_request', `Line ${fault.line}${where}: ${fault.message}${more}`)
  }
  if (rows.length === 0)
    throw new Refusal('invalid_request', leftOut === 0 ? 'There are no rows below the header.' : noRow)
}

/**
 * Stores the rows of a file and the meaning of its columns. A row of several files is stored once. A
 * repeat of the same file by the same admin with the same columns writes no data.
 * @throws Refusal `invalid_request` for an unreadable line, unless the admin has agreed to leave such lines out
 */
export function keepStatement(
  ctx: Context,
  { file, fileName, columns, leaveOut, read, admin, meta }: SentStatement,
): Promise<z.output<typeof postBankStatement.output>> {
  requireReadable(read, leaveOut)
  const fileSha256 = hash('sha256', file, 'buffer')
  return inContested(ctx.db, async (transaction) => {
    // One file at a time. Two files with common rows would wait for each other's rows.
    await takeLock(transaction, 'bank statements')
    const known = await findByFile(transaction, fileSha256, columns, admin.id)
    if (known !== undefined) return { statement: known, isKnown: true }
    const readAtMs = ctx.clock.now()
    const id = ctx.randomness.id(readAtMs)
    const { identified, common } = await identifyByPayment(transaction, read.rows)
    const { openingPaise = null, closingPaise = null } = edgesOf(identified) ?? {}
    const days = identified.map(({ day }) => day).sort()
    const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)]
    const missingDay = common.length === 0 ? null : await findMissingDay(transaction, identified, firstDay, lastDay)
    const join = joinOf({ firstDay, openingPaise }, common, await findEarlier(transaction, lastDay), missingDay)
    const made = { id, fileSha256, fileName, columns, admin, readAtMs, closingPaise, join }
    await insertStatement(transaction, made, identified)
    await linkStatement(transaction, id)
    await keepMapping(transaction, headerHash(read.header), { columns, by: admin.username, at: isoTime(readAtMs) })
    const statement = await findStatement(transaction, id)
    if (statement === undefined) throw new Error(`Bank statement ${id} has gone within its transaction`)
    const { rows, fresh } = statement
    const leftOutLines = read.faults.map(({ line }) => line).join(', ')
    const detail = {
      ...{ fileName, fileSha256: fileSha256.toString('hex'), rows, fresh, joins: join.how },
      ...(read.faultCount > 0 && { leftOut: read.faultCount, leftOutLines }),
      columns: JSON.stringify(columns),
    }
    await ctx.audit.append(transaction, { admin, action: 'bank-statement.read', target: id, detail, meta })
    return { statement, isKnown: false }
  })
}
