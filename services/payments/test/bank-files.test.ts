import { readFile } from 'node:fs/promises'
import { utils, write } from '@e965/xlsx'
import type { BookType } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { noColumn, postBankStatement } from '@kismet/contracts'
import { BankDesk, bodyOf, formOf } from './bank-desk.ts'
import type { Kept, Preview } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
  const requests = new Map(samples.flatMap(([, utrs]) => utrs))
  for (const [utr, rupees] of requests) await stage.seed(stage.tokens.player(), { utr, amountPaise: rupees * 100 })
}, 60_000)
afterAll(() => stage.strike())

const sample = (name: string) => readFile(new URL(`./statements/${name}`, import.meta.url))
const [upi, other] = [['409512345678', 500] as const, ['409512345699', 500] as const]
const samples: readonly (readonly [name: string, exact: readonly (readonly [utr: string, rupees: number])[]])[] = [
  ['canara.csv', [upi, ['SBIN226325123456', 5_000]]],
  ['sbi-2026-stamp.csv', [upi, other, ['HDFCH00123456789', 5_000], ['409612349999', 500]]],
  ['sbi-old.xls', [upi, ['N325262012345678', 5_000]]],
  [
    'neft-reference-forms.csv',
    [
      ['IN42632512345678', 5_000],
      ['2111I12345678901', 6_000],
      ['YESIG63251234567', 8_000],
      ['CITIN52026112112345678', 9_000],
    ],
  ],
  ['yes.csv', [upi, ['SBIN226325123456', 5_000]]],
  ['icici-yearly.csv', [upi]],
  ['indusind.csv', [upi]],
  ['kotak.csv', [other, upi]],
  ['kotak-withdrawal-dr.csv', [upi]],
  ['union.csv', [upi]],
  ['paytm-bank.csv', [upi]],
  ['narration-in-two-lines.csv', [upi, ['SBIN226325123456', 5_000]]],
  ['hdfc-devanagari-cut.csv', [upi]],
  ['icici.xlsx', [upi, ['SBIN226325123456', 5_000]]],
  ['html.xls', [upi]],
  ['utf16-tab.xls', [upi, ['N325262012345678', 5_000]]],
  ['hdfc.mt940.txt', [upi]],
]

/** The proposed columns; a column that is asked for is said to be missing. */
function answered({ columns, missing }: Preview): object {
  return { ...columns, ...Object.fromEntries(missing.map((meaning) => [meaning, noColumn])) }
}

describe('a file of a bank', () => {
  it.each(samples)('%s is matched with the requests of its payers', async (name, exact) => {
    const admin = stage.tokens.admin('cashier')
    const file = await sample(name)
    const { statement } = bodyOf<Kept>(await desk.post(admin, file, answered(await desk.preview(admin, file))))
    const { rows } = await desk.read(statement._id)
    expect(rows.map(({ request }) => [request?.utr, request?.amount])).toEqual(exact.map((one) => [...one]))
    // The answers are known for the next file.
    expect(await desk.preview(admin, file)).toMatchObject({ missing: [], confirmed: { by: expect.any(String) } })
  })

  it('with a line that cannot be read is read without the line once an admin agrees, and the audit log says so', async () => {
    const admin = stage.tokens.admin('cashier')
    const file = await sample('hdfc-delimited-comma-in-note.txt')
    const { columns, canLeaveOut, faultCount } = await desk.preview(admin, file)
    expect([canLeaveOut, faultCount]).toEqual([true, 1])
    expect((await desk.post(admin, file, columns)).status).toBe(400)
    const send = (leaveOut: string) => {
      const form = formOf(file, columns)
      form.set('leaveOut', leaveOut)
      return stage.post(postBankStatement.route.path, admin, form)
    }
    expect((await send('2')).status).toBe(400)
    const { statement } = bodyOf<Kept>(await send('1'))
    expect(statement.rows).toBe(1)
    const detail = await stage.value('SELECT detail FROM audit WHERE target = $1', [statement._id])
    expect(detail).toMatchObject({ leftOut: 1, leftOutLines: '4' })
  })
})

/** A workbook as a bank makes it, or somebody who means harm. */
function workbookOf(rows: readonly (readonly unknown[])[], bookType: BookType): Buffer {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Statement')
  return write(book, { bookType, type: 'buffer' }) as Buffer
}
const header = ['Txn Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance']

describe('a workbook', () => {
  it.each(['xlsx', 'biff8', 'xlsb', 'xlml'] as const)('of the form %s keeps all digits of a number', async (form) => {
    const rows = [
      ['KISMET PLAY'],
      header,
      [46_347, 'UPI/CR/ASHA', 409_512_345_678, null, 500.1, 1_500.1],
      ['22/11/2026', 'NEFT*HDFC0000240*HDFCH0012345\n6789*KABIR', null, null, 0.1 + 0.2, 1_500.4],
      ['22/11/2026', 'UPI/CR/RAVI', 1_234_567_890_123_456, null, 1, 1_501.4],
      ['22/11/2026', 'UPI/DR/RAVI', 409_512_345_679, { t: 'e', v: 42 }, null, 1_400],
    ]
    const read = await desk.preview(stage.tokens.admin('cashier'), workbookOf(rows, form))
    expect(read.rows).toMatchObject([
      { day: '2026-11-21', utr: '409512345678', amount: 500.1 },
      { day: '2026-11-22', utr: 'HDFCH00123456789', amount: 0.3 },
    ])
    expect(read.faults).toMatchObject([
      { line: 5, column: 'Ref No', message: expect.stringMatching(/rounded/) },
      { line: 6, column: 'Debit', message: expect.stringMatching(/has written “#ERROR” instead/) },
    ])
  })

  it.each([
    ['that is an archive of another kind', Buffer.from('PK\u0003\u0004'), /^This workbook cannot be read\./],
    ['that unpacks to too much', bomb(), /^This workbook takes too much time or memory/],
    [
      'with too many rows',
      workbookOf(
        Array.from({ length: 25_001 }, () => [1]),
        'xlsb',
      ),
      /^This workbook takes too much/,
    ],
  ])('%s is refused', async (_what, file, message) => {
    const { status, body } = await desk.post(stage.tokens.admin('cashier'), file)
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
  })
})

/** The directory of an archive that names 4 GB. */
function bomb(): Buffer {
  const entry = Buffer.alloc(46)
  entry.write('PK\u0001\u0002', 'latin1')
  entry.writeUInt32LE(0xff_ff_ff_ff, 24)
  return Buffer.concat([Buffer.from('PK\u0003\u0004'), entry])
}
