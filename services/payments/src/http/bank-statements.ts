import { BankColumns, bankStatementLimits, paise, postBankStatement, previewBankStatement } from '@kismet/contracts'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findMapping, headerHash } from '../db/bank-statements.ts'
import { areSameColumns, fitsHeader, withoutContradiction } from '../domain/bank/columns.ts'
import type { ReadRow } from '../domain/bank/whole-file.ts'
import type { StatementFile } from '../statements/read-file.ts'
import { isWorkbook } from '../statements/reader.ts'
import { keepStatement } from '../work/keep-statement.ts'
import { readForm } from './multipart.ts'

const tooLarge = `The statement is too large. It has at most ${bankStatementLimits.fileBytes / 1024 / 1024} MB. Please export fewer days.`
const rowsShown = 8

interface Upload {
  readonly file: Buffer
  readonly fields: ReadonlyMap<string, string>
  readonly columns: BankColumns | undefined
  /** Reads the file with some columns. A workbook was opened before. */
  readonly read: (columns?: BankColumns) => Promise<StatementFile>
}

/** The file of a form, and the columns that were chosen. @throws Refusal */
async function readUpload(
  ctx: Context,
  stream: typeof previewBankStatement | typeof postBankStatement,
  { admin, request }: StreamCall & { readonly admin: Admin },
): Promise<Upload> {
  const { fields, file } = await readForm(stream, request, tooLarge)
  if (file === undefined) throw new Refusal('invalid_request', 'Choose the file of a bank statement.')
  const chosen = fields.get('columns')
  const columns = chosen === undefined ? undefined : columnsOf(chosen)
  const text = isWorkbook(file) ? await ctx.pictures.textOf(file, admin.id) : file
  return { file, fields, columns, read: (some = columns) => ctx.statements.read(text, admin.id, some) }
}

function columnsOf(text: string): BankColumns {
  try {
    return BankColumns.parse(JSON.parse(text))
  } catch {
    throw new Refusal('invalid_request', 'columns must say for each meaning which column it is.')
  }
}

const rowView = ({ day, text, reference: utr, paise: amount, balancePaise, kind }: ReadRow, at: number) => ({
  ...{ row: at + 1, day, text, utr, amount: paise(amount), kind },
  balance: balancePaise === null ? null : paise(balancePaise),
})

/** Files of banks: how one is read, and its rows kept. */
export const bankStatementUploads: readonly StreamHandler<Context>[] = [
  handleStream(previewBankStatement, async (ctx: Context, call) => {
    const { columns: chosen, read } = await readUpload(ctx, previewBankStatement, call)
    const proposed = await read()
    const confirmed = await findMapping(ctx.db, headerHash(proposed.header))
    const isConfirmed = chosen === undefined && confirmed !== undefined
    const known = isConfirmed ? withoutContradiction(confirmed.columns, proposed.columns) : proposed.columns
    const isReadAgain = !areSameColumns(known, proposed.columns) && fitsHeader(known, proposed.header.length)
    const { rows, ...shown } = isReadAgain ? await read(known) : proposed
    const days = rows.map(({ day }) => day).sort()
    const preview = previewBankStatement.output.encode({
      ...shown,
      ...{ rows: rows.slice(0, rowsShown).map(rowView), count: rows.length },
      ...{ from: days[0] ?? null, to: days.at(-1) ?? null },
      confirmed:
        confirmed && areSameColumns(confirmed.columns, shown.columns) ? { by: confirmed.by, at: confirmed.at } : null,
    })
    call.response.json({ success: true, ...preview })
  }),
  handleStream(postBankStatement, async (ctx: Context, call) => {
    const { file, fields, columns, read } = await readUpload(ctx, postBankStatement, call)
    if (columns === undefined) throw new Refusal('invalid_request', 'Say what the columns mean.')
    const fileName = (fields.get('fileName') ?? '').trim().slice(0, 200).toWellFormed() || 'statement'
    const leaveOut = Number(fields.get('leaveOut') ?? 0)
    const sent = { file, fileName, columns, leaveOut, read: await read(), admin: call.admin, meta: call }
    const { statement, isKnown } = await keepStatement(ctx, sent)
    call.response.json({ success: true, ...postBankStatement.output.encode({ statement, isKnown }) })
  }),
]
