import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { noColumn } from '@kismet/contracts/bank-files'
import { readStatement, UnreadableFile } from './read-file.ts'
import type { StatementFile } from './read-file.ts'

const sample = (name: string) => readFile(new URL(`../../test/statements/${name}`, import.meta.url))

const none = { balance: noColumn, reference: noColumn } as const

/** Reads a file with the proposed columns; what no column has is said to be missing. */
function read(file: Uint8Array | string): StatementFile {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const { columns } = readStatement(bytes)
  const { balance, reference } = columns
  return readStatement(bytes, { ...columns, balance: balance ?? none.balance, reference: reference ?? none.reference })
}

/** The error message for an unreadable file. */
function refusalOf(file: Uint8Array | string): string {
  try {
    read(file)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  return ''
}

const credits = ({ rows }: StatementFile) =>
  rows.filter(({ kind }) => kind === 'credit').map(({ day, paise, reference }) => [day, paise, reference])

const three = [
  ['2026-11-21', 50_000, '409512345678'],
  ['2026-11-21', 250_000, '512345678901'],
]

describe('what banks export', () => {
  it.each([
    ['axis.csv', 'comma', 5, [...three, ['2026-11-22', 500_000, 'SBIN226325123456']]],
    ['icici.csv', 'comma', 4, [...three, ['2026-11-22', 500_000, 'SBIN226325123456']]],
    ['sbi.tsv', 'tab', 9, [...three, ['2026-11-22', 500_000, 'ICICN12026112200']]],
    [
      'hdfc.csv',
      'comma',
      1,
      [
        three[0],
        ['2026-11-21', 1_000_000, '409598761234'],
        three[1],
        ['2026-11-21', 500_000, 'SBIN226325123456'],
        ['2026-11-22', 1_000_000, 'ICICR52026112200123456'],
      ],
    ],
  ])('%s', async (name, separator, headerLine, expected) => {
    const file = read(await sample(name))
    expect(file).toMatchObject({ separator, headerLine, faults: [], missing: [], encoding: 'UTF-8' })
    expect(credits(file)).toEqual(expected)
    const [last] = file.rows.slice(-1)
    expect(last?.balancePaise).toBe(name === 'hdfc.csv' ? 14_501_234 : 12_500_000)
  })
})

describe('layouts that people have', () => {
  it.each([
    ['sbi-2026-stamp.csv', ['409512345678', '409512345699', 'HDFCH00123456789', '409612349999']],
    [
      'neft-reference-forms.csv',
      ['IN42632512345678', '2111I12345678901', 'N325262012345678', 'YESIG63251234567', 'CITIN52026112112345678'],
    ],
    ['yes.csv', ['409512345678', 'SBIN226325123456']],
    ['icici-yearly.csv', ['409512345678']],
    ['indusind.csv', ['409512345678']],
    ['kotak-withdrawal-dr.csv', ['409512345678']],
    ['canara.csv', ['409512345678', 'SBIN226325123456'], 1],
    ['sbi-old.xls', ['409512345678', 'N325262012345678'], 1],
    ['utf16-tab.xls', ['409512345678', 'N325262012345678'], 1],
    ['union.csv', ['409512345678']],
    ['paytm-bank.csv', ['409512345678']],
    ['narration-in-two-lines.csv', ['409512345678', 'SBIN226325123456']],
    ['hdfc-devanagari-cut.csv', ['409512345678', '409512345699']],
    ['hdfc.mt940.txt', ['409512345678']],
  ])('%s: each credit has its reference alone, and debits are seen', async (name, utrs, leftOut = 0) => {
    const bytes = await sample(name)
    expect(readStatement(bytes)).toMatchObject({ missing: [], faults: [], leftOut })
    const file = read(bytes)
    expect(credits(file).map(([, , utr]) => utr)).toEqual(utrs)
    const hasDebits = !/neft|narration|devanagari/.test(name)
    expect(file.rows.some(({ kind }) => kind === 'debit')).toBe(hasDebits)
  })

  it('hdfc-devanagari-cut.csv: the cut letter alone is replaced', async () => {
    const { encoding, rows } = read(await sample('hdfc-devanagari-cut.csv'))
    expect([encoding, rows[0]?.text]).toEqual(['UTF-8', 'UPI-ASHA RAO-409512345678-खेल के लि\ufffd'])
  })

  it('hdfc-excel-e-notation.csv: each cell that a spreadsheet has rounded is named, and no row is read', async () => {
    const file = read(await sample('hdfc-excel-e-notation.csv'))
    const message = expect.stringMatching(
      /^A spreadsheet has rounded “[45].*E\+11”.*Upload the file as the bank gives it/,
    )
    expect(file).toMatchObject({ rows: [], canLeaveOut: false, missing: [] })
    expect(file.faults).toEqual([2, 3].map((line) => ({ line, column: 'Chq./Ref.No.', message })))
  })

  it('hdfc-delimited-comma-in-note.txt: the one line is named, and the others are read', async () => {
    const file = read(await sample('hdfc-delimited-comma-in-note.txt'))
    expect(file).toMatchObject({ canLeaveOut: true, faultCount: 1, faults: [{ line: 4 }] })
    expect(credits(file)).toEqual([three[0]])
  })

  it('kotak.csv: which number is the reference is asked, and each answer is followed', async () => {
    const bytes = await sample('kotak.csv')
    const { missing, twoNumbers, columns } = readStatement(bytes)
    expect([missing, twoNumbers]).toEqual([
      ['reference'],
      { line: 14, inColumn: '632512345785', inText: '409512345699' },
    ])
    const utrsOf = (answer: object) => credits(readStatement(bytes, { ...columns, ...answer })).map(([, , utr]) => utr)
    expect(utrsOf({ reference: noColumn })).toEqual(['409512345699', '409512345678'])
    expect(utrsOf({ isReferenceFirst: true })).toEqual(['632512345785', '409512345678'])
  })

  it('axis-dr-cr-swapped.csv: the balances contradict the sides, and each such line is named', async () => {
    const { faults } = read(await sample('axis-dr-cr-swapped.csv'))
    const swapped = expect.stringMatching(/Are debit and credit swapped\? If the account is overdrawn, /)
    expect(faults).toEqual([3, 4].map((line) => ({ line, column: 'BAL', message: swapped })))
  })
})

const header = 'Date,Narration,Ref No,Debit,Credit,Balance'
const row = '21/11/2026,UPI-ASHA,409512345678,,500.00,"1,000.00"'

describe('how a file is written', () => {
  it.each([
    ['with a byte order mark', `\ufeff${header}\n${row}\n`, 'UTF-8'],
    ['with CR LF', `${header}\r\n${row}\r\n`, 'UTF-8'],
    ['with semicolons', `${header}\n${row}`.replaceAll(/,(?!000)/g, ';'), 'UTF-8'],
    ['with tabs', `${header}\n${row}`.replaceAll(/,(?!000)/g, '\t'), 'UTF-8'],
    ['in Windows-1252', Buffer.from(`${header}\n${row.replace('ASHA', 'R\u00c9NA')}`, 'latin1'), 'Windows-1252'],
    [
      'with every field quoted',
      `"${header.replaceAll(',', '","')}"\n"21/11/2026","A ""B""","409512345678","","500.00","1,000.00"`,
      'UTF-8',
    ],
    ['with quotes in a text', `${header}\n21/11/2026,UPI-"ASHA" RAO,409512345678,,500.00,"1,000.00"`, 'UTF-8'],
    ['with fewer fields', `${header}\n21/11/2026,UPI,409512345678,,500.00`, 'UTF-8'],
  ])('%s', (_what, file, encoding) => {
    expect(read(file)).toMatchObject({
      encoding,
      faults: [],
      rows: [{ day: '2026-11-21', paise: 50_000, reference: '409512345678' }],
    })
  })

  it('with line breaks in a text: it is one row, and the lines after it keep their numbers', () => {
    const text = `${header}\n21/11/2026,"UPI-ASHA\nRAO\n409512345678",,,500.00,1\n22/11/2026,UPI,1,,x,1\n22/11/2026,UPI,1,,1,1`
    const { rows, faults } = read(text)
    expect(rows).toMatchObject([{ line: 2, text: 'UPI-ASHA RAO 409512345678', reference: '409512345678' }, { line: 6 }])
    expect(faults).toEqual([{ line: 5, column: 'Credit', message: expect.stringMatching(/^“x” is no amount\./) }])
  })

  it('with names that nobody knows: whoever sends it says what they mean', () => {
    const file = Buffer.from('When,What,How much\n21/11/2026,UPI/409512345678,500.00\n')
    const proposed = readStatement(file)
    expect(proposed).toMatchObject({
      missing: ['date', 'text', 'credit'],
      rows: [],
      cells: [['21/11/2026', 'UPI/409512345678', '500.00']],
    })
    const named = { ...proposed.columns, ...none, date: 0, text: 1 }
    // An amount that has no side is never a credit by itself.
    expect(readStatement(file, { ...named, amount: 2 })).toMatchObject({ missing: ['sign'], rows: [] })
    expect(readStatement(file, { ...named, credit: 2 })).toMatchObject({ missing: ['debit'], rows: [] })
    expect(readStatement(file, { ...named, credit: 2, debit: noColumn }).rows).toMatchObject([
      { paise: 50_000, reference: '409512345678' },
    ])
    expect(() => readStatement(file, { ...named, text: 0, amount: 2 })).toThrow(UnreadableFile)
  })
})

describe('numbers of other rows of a file', () => {
  const settled = (...rows: string[]) => read([header, ...rows].join('\n')).rows.map(({ reference }) => reference)
  const alike = ['1', '2', '3'].map((end) => `21/11/2026,UPI/ASHA/40951234567${end}/PAY,,,${end}00.00,`)

  it('show which of two numbers of a text is the reference: an order number in a note is none', () => {
    const noted = '21/11/2026,UPI/ASHA/409512345679/202611280045,,,700.00,'
    expect(settled(noted)).toEqual([null])
    expect(settled(...alike, noted).at(-1)).toBe('409512345679')
  })

  it('show that the column has the reference: another number in a text is a note', () => {
    const both = Array.from(
      '123456789',
      (end) => `21/11/2026,UPI/ASHA/40951234567${end},40951234567${end},,${end}00.00,`,
    )
    const noted = '21/11/2026,UPI/ASHA/202611280045,409512345670,,700.00,'
    expect(readStatement(Buffer.from(`${header}\n${noted}`)).twoNumbers).toBeDefined()
    expect(settled(...both, noted).at(-1)).toBe('409512345670')
  })

  it('are no reference where they stand beside several payments', () => {
    expect(settled('21/11/2026,ASHA,097732162091,,500.00,', '22/11/2026,RAVI,097732162091,,500.00,')).toEqual([
      null,
      null,
    ])
    const [line] = alike
    expect(settled(line ?? '', line ?? '')).toEqual(['409512345671', '409512345671'])
  })
})

describe('the identity of a row', () => {
  const identitiesOf = (...rows: string[]) => read([header, ...rows].join('\n')).rows.map(({ identity }) => identity)
  const [utr, one, two] = ['409512345678', '21/11/2026,UPI,', '22/11/2026,IMPS ASHA,']

  it('is one for one reference and amount of a file', () => {
    const [first, second] = identitiesOf(`${one}${utr},,500.00,`, `${one.replace('UPI', 'UPI ASHA')}${utr},,500.00,`)
    expect(first).toBe(second)
  })

  it('is what the row says alone: other rows settle its reference, and do not change its identity', () => {
    const noted = '21/11/2026,UPI/409512345670/ASHA/202611280045,,,500.00,'
    const others = Array.from('123', (end) => `21/11/2026,UPI/40951234567${end}/ASHA/paid,,,${end}00.00,`)
    const shared = ['22/11/2026,ASHA,097732162091,,700.00,', '23/11/2026,RAVI,097732162091,,700.00,']
    const settled = [[noted], [noted, ...others]].map((rows) => read([header, ...rows].join('\n')).rows[0]?.reference)
    expect(settled).toEqual([null, '409512345670'])
    expect(identitiesOf(noted, ...others)).toEqual([noted, ...others].flatMap((row) => identitiesOf(row)))
    expect(identitiesOf(...shared)).toEqual(shared.flatMap((row) => identitiesOf(row)))
  })

  it('is another for another amount, side or reference', () => {
    const first = identitiesOf(`${one}${utr},,500.00,`)
    const others = [`${one}${utr},,500.01,`, `${one}${utr},500.00,,`, `${one}409512345679,,500.00,`]
    for (const row of others) expect(identitiesOf(row)).not.toEqual(first)
  })

  it('is all that it says where it has no reference, and two equal rows of a file are two', () => {
    const [first, second] = identitiesOf(`${one},,500.00,`, `${one},,500.00,`)
    expect(first).not.toBe(second)
    expect(identitiesOf(`${one},,500.00,`)).toEqual([first])
    expect(identitiesOf(`${two},,500.00,`)).not.toEqual([first])
  })
})

it('a quote that swallows a row is said, and where', () => {
  const { faults, rows } = read(`${header}\n${row}\n21/11/2026,"UPI-ASHA,1,,500,1\n${row}\n${row}`)
  const message = expect.stringMatching(/^Another row is within/)
  expect(faults).toMatchObject([{ line: 3, column: 'Narration', message }])
  expect(rows).toMatchObject([{ line: 2 }, { line: 5 }])
})

describe('a text that the bank does not quote, with separators that its payer has put into the note', () => {
  const columns = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  const paid = (text: string) => `${columns}\n22/11/26,${text},0000412345678901,22/11/26,,1.00,5001.00\n`

  it('never stands for what the bank says: the file is refused, and the line named', () => {
    const { rows, faults } = read(paid('UPI-ASHA-A,412345678901,22/11/26,0.00,90000.00,1'))
    expect(rows).toEqual([])
    expect(faults).toEqual([{ line: 2, column: null, message: expect.stringMatching(/^There are more fields than/) }])
  })

  it('is a row with more fields than most rows, also where the header has empty fields', () => {
    const rest = ',22/11/26,,100.00,'
    const usual = [1, 2].map((end) => `22/11/26,UPI-KABIR-K,000041234567891${end}${rest},,,,`)
    const forged = '22/11/26,UPI-ASHA-A,412345678901,22/11/26,,90000.00,,0000412345678901,22/11/26,,,,,,'
    const { rows, faults } = read([`${columns},,,,`, ...usual, forged].join('\n'))
    expect([rows.length, faults]).toEqual([
      2,
      [{ line: 4, column: null, message: expect.stringMatching(/^There are more fields than/) }],
    ])
  })

  it('is a text where the bank quotes it, and empty fields at the end are none', () => {
    const text = 'UPI-ASHA-A,412345678901,22/11/26,0.00,90000.00,1'
    expect(read(`${paid(`"${text}"`).trimEnd()},, \n`)).toMatchObject({ faults: [], rows: [{ text, paise: 100 }] })
  })
})

it('an amount that no bank has is refused, and where: a sum of rows stays an exact number', () => {
  const { faults } = read(`${header}\n21/11/2026,UPI,1,,"1,00,00,00,000.00",1\n21/11/2026,UPI,2,,1000000000.01,1`)
  const message = expect.stringMatching(/^“10{8,}.01” .*at most/)
  expect(faults).toMatchObject([{ line: 3, column: 'Credit', message }])
})

it('a number that a spreadsheet has rounded is refused in each column', () => {
  const { faults } = read(`${header}\n${row}\n21/11/2026,UPI/CR/1,1,,5.0E+02,1\n21/11/2026,4.09512E+11,,,500,1\n${row}`)
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [3, 'Credit'],
    [4, 'Narration'],
  ])
})

it('a line with an amount in a column that has no meaning is a fault: a debit is never left out silently', () => {
  const { faults } = read(`${header},Weg\n${row},\n22/11/2026,UPI,1,,,500.00,500.00`)
  expect(faults).toEqual([{ line: 3, column: 'Weg', message: expect.stringMatching(/^“500.00” is the only amount/) }])
})

it('a table with other columns below the rows is refused', () => {
  expect(refusalOf(`${header}\n${row}\nDate,Details,Amount\n21/11/2026,UPI,500`)).toMatch(/^Line 3: a table with other/)
})

describe('a file that is no statement', () => {
  it.each([
    [
      'a PDF',
      '%PDF-1.7',
      /^This is a PDF\. Download the statement from the bank as CSV, Excel \(XLSX or XLS\) or MT940\.$/,
    ],
    ['OFX', 'OFXHEADER:100\nDATA:OFXSGML', /^This is an OFX file\./],
    ['QIF', '!Type:Bank\nD21/11/2026', /^This is a QIF file\./],
    ['XML', '<?xml version="1.0"?><Document></Document>', /^This is an XML file\./],
    ['bytes', Buffer.from([1, 0, 2]), /^This is no text\./],
    ['nothing', ' \n', /empty/],
    ['no header', '21/11/2026,UPI,5\n22/11/2026,UPI,6', /No header/],
    [
      'a quote that does not end',
      `${header}\n${row}\n21/11/2026,"UPI-ASHA,1,,500,1\n22/11/2026,UPI,1,,500,1`,
      /^Line 3: a quoted field begins here/,
    ],
    ['too many columns', `${header}${',x'.repeat(60)}\n${row}`, /60 columns/],
  ])('%s: it is said what is wrong', (_what, file, message) => {
    expect(refusalOf(file)).toMatch(message)
  })
})
