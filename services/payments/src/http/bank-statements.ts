import { BankColumns, bankStatementLimits, paise, postBankStatement, previewBankStatement } from '@kismet/contracts'
import type { StreamRoute } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { findMapping, headerHash } from '../db/bank-statements.ts'
import type { Mapping } from '../db/bank-statements.ts'
import { areSameColumns, fitsHeader, withoutContradiction } from '../domain/bank/columns.ts'
import type { ReadRow } from '../domain/bank/whole-file.ts'
import type { StatementFile } from '../statements/read-file.ts'
import { isWorkbook } from '../statements/reader.ts'
import { keepStatement } from '../work/keep-statement.ts'
import { readForm } from './multipart.ts'

const tooLarge = `The statement is too large. It has at most ${bankStatementLimits.fileBytes / 1024 / 1024} MB. Please export fewer days.`
const rowsShown = 8

/** The file of a form, and the columns that were chosen. @throws Refusal */
async function readUpload(
  stream: StreamRoute & Required<Pick<StreamRoute, 'form'>>,
  request: StreamCall['request'],
): Promise<{ file: Buffer; columns: BankColumns | undefined; fileName: string; leaveOut: number }> {
  const { fields, file } = await readForm(stream, request, tooLarge)
  if (file === undefined) throw new Refusal('invalid_request', 'Choose the file of a bank statement.')
  const chosen = fields.get('columns')
  const fileName = (fields.get('fileName') ?? '').trim().slice(0, 200).toWellFormed()
  const columns = chosen === undefined ? undefined : columnsOf(chosen)
  return { file, columns, fileName: fileName || 'statement', leaveOut: Number(fields.get('leaveOut') ?? 0) }
}

function columnsOf(text: string): BankColumns {
  try {
    return BankColumns.parse(JSON.parse(text))
  } catch {
    throw new Refusal('invalid_request', 'columns must say for each meaning which column it is.')
  }
}

const rowView = ({ day, text, reference, paise: amount, balancePaise, kind }: ReadRow, at: number) => ({
  row: at + 1,
  ...{ day, text, kind },
  utr: reference,
  amount: paise(amount),
  balance: balancePaise === null ? null : paise(balancePaise),
})

function previewView(
  file: StatementFile,
  confirmed: Mapping | undefined,
): z.output<typeof previewBankStatement.output> {
  const { rows, ...shown } = file
  const days = rows.map(({ day }) => day).sort()
  return {
    ...shown,
    confirmed:
      confirmed && areSameColumns(confirmed.columns, file.columns)
        ? { by: confirmed.by, at: isoTime(confirmed.atMs) }
        : null,
    rows: rows.slice(0, rowsShown).map(rowView),
    count: rows.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  }
}

/** The text of a file; a workbook is opened first. @throws Refusal */
const textOf = (ctx: Context, file: Buffer, admin: Admin): Promise<Buffer> | Buffer =>
  isWorkbook(file) ? ctx.pictures.textOf(file, admin.id) : file

/** Files of banks: how one is read, and its rows kept. */
export const bankStatementUploads: readonly StreamHandler<Context>[] = [
  handleStream(previewBankStatement, async (ctx: Context, { admin, request, response }) => {
    const { file, columns } = await readUpload(previewBankStatement, request)
    const text = await textOf(ctx, file, admin)
    const proposed = await ctx.statements.read(text, admin.id, columns)
    const confirmed = await findMapping(ctx.db, headerHash(proposed.header))
    const isConfirmed = columns === undefined && confirmed !== undefined
    const known = isConfirmed ? withoutContradiction(confirmed.columns, proposed.columns) : proposed.columns
    const isReadAgain = !areSameColumns(known, proposed.columns) && fitsHeader(known, proposed.header.length)
    const read = isReadAgain ? await ctx.statements.read(text, admin.id, known) : proposed
    response.json({ success: true, ...previewBankStatement.output.encode(previewView(read, confirmed)) })
  }),
  handleStream(postBankStatement, async (ctx: Context, call) => {
    const { admin, request, response } = call
    const { file, columns, fileName, leaveOut } = await readUpload(postBankStatement, request)
    if (columns === undefined) throw new Refusal('invalid_request', 'Say what the columns mean.')
    const read = await ctx.statements.read(await textOf(ctx, file, admin), admin.id, columns)
    const sent = { file, fileName, columns, leaveOut, read, admin, meta: call }
    const { statement, isKnown } = await keepStatement(ctx, sent)
    const answer = postBankStatement.output.encode({ statement, isKnown })
    response.json({ success: true, ...answer })
  }),
]
