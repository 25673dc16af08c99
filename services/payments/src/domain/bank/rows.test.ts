import { describe, expect, it } from '@jest/globals'
import { bankStatementLimits } from '@kismet/contracts'
import { noColumn } from '@kismet/contracts/bank-files'
import { proposeColumns } from './columns.ts'
import { readRows } from './rows.ts'

const header = ['Date', 'Narration', 'Ref No', 'Debit', 'Credit', 'Balance']
const read = (text: string, names = header) => {
  const lines = text.split('\n').map((line, at) => ({ line: at + 2, cells: line.split('|') }))
  return readRows(lines, names, proposeColumns(names))
}
const row = (credit = '500.00', date = '21/11/2026') => `${date}|UPI-ASHA|409512345678||${credit}|`

describe('what a row is', () => {
  it.each([
    ['UPI-ASHA RAO', '409512345678', '', '500', 'credit'],
    ['UPI-SWEEPER', '409512345678', '500', '', 'debit'],
    ['UPI-ASHA', '409512345678', '', '-500', 'debit'],
    ['INTEREST PAID TILL 22-NOV-2026', '', '', '12.34', 'interest'],
    ['INT.PD:01-10-2026 TO 31-12-2026', '', '', '12.34', 'interest'],
    ['CREDIT INTEREST', '', '', '12.34', 'interest'],
    ['REV-UPI-409600917733-FAILED', '', '', '1500', 'reversal'],
    ['UPI/REV/409600917733', '', '', '1500', 'reversal'],
    ['NEFT RETURN-SBIN226325123456', '', '', '1500', 'reversal'],
    ['IMPS REVERSAL 512345678901', '512345678901', '', '1500', 'reversal'],
    ['NEFT RETURN UTR N123456789012345', '', '', '1500', 'reversal'],
    ['UPI-RET-409512345678-ASHA', '', '', '1500', 'reversal'],
    ['N/RETN/N123456789012345', '', '', '1500', 'reversal'],
    ['NEFT_RTN*409512345678', '', '', '1500', 'reversal'],
    ['NEFT-RJCT-N123456789012345', '', '', '1500', 'reversal'],
    ['UPI/REJECT/409512345678', '', '', '1500', 'reversal'],
    ['IMPS-RVSL 409512345678', '', '', '1500', 'reversal'],
    // Names and notes of people who pay.
    ['UPI-REJI NAIR', '409512345678', '', '500', 'credit'],
    ['UPI-REVATHI RAO', '409512345678', '', '500', 'credit'],
    ['UPI-REV JOHN THOMAS', '409512345678', '', '500', 'credit'],
    ['UPI/409512345678/return gift', '', '', '500', 'credit'],
    ['UPI/409512345678/Interest', '', '', '500', 'credit'],
    ['INTERIOR WORLD', '', '', '500', 'credit'],
  ])('%s: %s', (text, reference, debit, credit, kind) => {
    const { rows } = read(`21/11/2026|${text}|${reference}|${debit}|${credit}|1,000.00`)
    expect(rows.map((one) => one.kind)).toEqual([kind])
  })

  it.each([
    ['Amount|Type', '500|CR', 50_000],
    ['Amount|Type', '500|DR', -50_000],
    ['Amount|Dr / Cr', '500|Dr.', -50_000],
    ['Amount|Tran Type', '500|DR', -50_000],
    ['Amount|Type', '-500|DR', -50_000],
    ['Amount|X', '-500|', -50_000],
    ['Amount|X', '500 Dr|', -50_000],
    ['Amount|X', '500 Cr|', 50_000],
  ])('%s %s', (names, cells, paise) => {
    const { rows, faults } = read(`21/11/2026|UPI|${cells}`, ['Date', 'Description', ...names.split('|')])
    expect([rows.map((one) => one.paise), faults]).toEqual([[paise], []])
  })
})

describe('lines that are no rows', () => {
  it.each([
    ['nothing', ''],
    ['empty cells', ' | |||'],
    ['the header of the next page', header.join('|')],
    ['an opening balance', '21/11/2026|OPENING BALANCE||||1,20,000.00'],
    ['the total of a page', '|Page Total||3,000.00|500.00|'],
    ['the rest of a text', '|ASHA RAO KISMET||||'],
  ])('%s, in the middle', (_what, line) => {
    expect(read(`${row()}\n${line}\n${row('600')}`)).toMatchObject({ rows: [{ line: 2 }, { line: 4 }], faults: [] })
  })

  it('are whatever stands after the last row', () => {
    const end = [
      '',
      'STATEMENT SUMMARY :-',
      'Opening Balance|Dr Count|Cr Count|Debits|Credits|Closing Bal',
      '1,20,000.00|1|6|3,000.00|27,512.34|1,45,012.34',
      'Generated On: 22-Nov-2026 10:00 by X',
      '*** End of statement ***',
    ]
    expect(read([row(), ...end].join('\n'))).toMatchObject({ rows: [{ line: 2 }], faults: [], leftOut: 5 })
  })
})

describe('what cannot be read', () => {
  it.each([
    [
      'a day that is none',
      '31/02/2026|UPI|1||500|1',
      'Date',
      /^“31\/02\/2026” is no day\. .*Choose another column, or leave the line out\.$/,
    ],
    ['a day that is not there', '|UPI-ASHA|1||500|1', 'Date', /^There is an amount and no day\./],
    ['a credit', '21/11/2026|UPI|1||12x|1', 'Credit', /^“12x” is no amount\./],
    ['a debit', '21/11/2026|UPI|1|1.234,56||1', 'Debit', /^“1.234,56” is no amount\./],
    ['a balance', '21/11/2026|UPI|1||500|??', 'Balance', /^“\?\?” is no amount\./],
    ['two sides', '21/11/2026|UPI|1|500|500|1', 'Debit', /^There is a credit and a debit/],
  ])('%s, and where', (_what, line, column, message) => {
    const { faults, faultCount } = read(`${row()}\n${line}\n${row()}`)
    expect(faults).toEqual([{ line: 3, column, message: expect.stringMatching(message) }])
    expect(faultCount).toBe(1)
  })

  it('is told of the last row, too', () => {
    expect(read(`${row()}\n31/02/2026|UPI|1||500|1`).faults).toMatchObject([{ line: 3, column: 'Date' }])
    expect(read(`${row()}\n22/11/2026|UPI|1||5oo|1`).faults).toMatchObject([{ line: 3, column: 'Credit' }])
  })

  it('is a type that is neither', () => {
    const { faults } = read('21/11/2026|UPI|500|XX', ['Date', 'Description', 'Amount', 'Type'])
    expect(faults).toEqual([
      { line: 2, column: 'Type', message: expect.stringMatching(/^“XX” is neither CR nor DR\. Choose/) },
    ])
  })

  it.each([
    ['a credit without a side', '500|', 'Amount', /^“” is neither CR nor DR\. Choose/],
    ['a minus beside CR', '-500|CR', 'X', /^The amount is a debit, and this column says credit\. Choose/],
  ])('is %s', (_what, cells, column, message) => {
    const names = ['Date', 'Description', 'Amount', 'X']
    const columns = { ...proposeColumns(names), sign: cells.endsWith('|') ? null : 3 }
    const { faults } = readRows([{ line: 2, cells: ['21/11/2026', 'UPI', ...cells.split('|')] }], names, columns)
    expect(faults).toEqual([{ line: 2, column, message: expect.stringMatching(message) }])
  })

  it('is listed up to a number, and counted', () => {
    const { faults, faultCount } = read(Array.from({ length: 50 }, () => row('x')).join('\n'))
    expect([faults.length, faultCount]).toEqual([20, 50])
  })

  it('is a file with more rows than are taken', () => {
    const { faults } = read(Array.from({ length: bankStatementLimits.rows + 1 }, () => row()).join('\n'))
    expect(faults).toMatchObject([
      { line: bankStatementLimits.rows + 2, message: expect.stringMatching(/20,000 rows/) },
    ])
  })
})

describe('an amount that is said to have its sign itself', () => {
  const names = ['Date', 'Description', 'Amount', 'Balance']
  const signed = (...rows: string[]) => {
    const lines = rows.map((text, at) => ({ line: at + 2, cells: `21/11/2026|UPI|${text}`.split('|') }))
    return readRows(lines, names, { ...proposeColumns(names), sign: 2 })
  }

  it('is a credit beside a minus in the file', () => {
    const { rows: read, faults } = signed('500|', '-300|')
    expect([read.map((one) => one.paise), faults]).toEqual([[50_000, -30_000], []])
  })

  it.each([
    ['a payout that has no sign', ['500|', '300|'], 2, 'Amount', /^No amount of the file has a minus/],
    ['one row', ['500|1500'], 2, 'Amount', /^No amount of the file has a minus/],
    ['a payout that the balance tells', ['500|1500', '300|1200'], 3, 'Balance', /read as a credit of ₹300\.00/],
  ])('is refused where %s is in the file', (_what, rows, line, column, message) => {
    expect(signed(...rows).faults).toEqual([{ line, column, message: expect.stringMatching(message) }])
  })
})

describe('a column that an admin says is not in the file', () => {
  const readWithout = (meaning: 'balance' | 'debit' | 'reference', text: string, names = header) => {
    const lines = text.split('\n').map((line, at) => ({ line: at + 2, cells: line.split('|') }))
    return readRows(lines, names, { ...proposeColumns(names), [meaning]: noColumn })
  }

  it('is no balance: a filtered export is read', () => {
    const text = '21/11/2026|UPI|409512345678||500|1500\n21/11/2026|UPI|409512345679||300|9000'
    expect(read(text).faultCount).toBe(1)
    const { rows, faults } = readWithout('balance', text)
    expect([rows.map(({ balancePaise }) => balancePaise), faults]).toEqual([[null, null], []])
  })

  it('is no debit: a line of charges is left out', () => {
    const names = ['Date', 'Description', 'Credit', 'GST']
    const text = '21/11/2026|UPI|500|90.00\n21/11/2026|SMS||17.70'
    expect(readWithout('debit', text, names)).toMatchObject({ rows: [{ paise: 50_000 }], faults: [], leftOut: 1 })
  })

  it('is no reference: the narration has it', () => {
    const { rows } = readWithout('reference', '21/11/2026|UPI/CR/409512345678|202611211147||500|')
    expect(rows).toMatchObject([{ reference: '409512345678' }])
  })
})

describe('CR or DR of a balance', () => {
  const names = ['Date', 'Description', 'Amount', 'Balance', 'X']
  const balances = (sign: 'X' | 'Amount', ...cells: string[]) => {
    const lines = cells.map((text, at) => ({ line: at + 2, cells: `21/11/2026|UPI|${text}`.split('|') }))
    const { rows } = readRows(lines, names, { ...proposeColumns(names), sign: names.indexOf(sign) })
    return rows.map(({ balancePaise }) => balancePaise)
  }

  it.each([
    ['stands in the next column', 'Amount', ['-500|200|DR'], [-20_000]],
    ['does not stand in a column of the amounts', 'X', ['500|200|DR'], [20_000]],
    ['is no hyphen, which is an empty cell', 'Amount', ['-500|200|-', '-300|100|+'], [20_000, 10_000]],
  ] as const)('%s', (_what, sign, cells, expected) => {
    expect(balances(sign, ...cells)).toEqual(expected)
  })
})
