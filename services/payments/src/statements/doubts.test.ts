import { describe, expect, it } from '@jest/globals'
import { noColumn } from '@kismet/contracts/bank-files'
import { readStatement } from './read-file.ts'

const [A, C] = ['409512345678', '512345678901']

describe('a doubt is a question or a fault, and no guess', () => {
  const header = 'Date,Description,Reference,Debit,Credit,Balance'

  it('a file with days of both orders has the day first, and the other lines are named', () => {
    const text = `${header}\n28/11/2026,UPI/CR/${A}/ASHA,${A},,500.00,\n11/28/2026,UPI,${C},100.00,,`
    expect(readStatement(Buffer.from(text))).toMatchObject({
      rows: [{ day: '2026-11-28', paise: 50_000 }],
      faults: [
        { line: 3, column: 'Date', message: expect.stringMatching(/^“11\/28\/2026” is no day\. .*leave the line out/) },
      ],
    })
  })

  it('a line with a day and an amount in unknown forms is a fault', () => {
    const text = `${header}\n28/11/2026,UPI,1,,500.00,\n28~11~2026,UPI,2,100~00,,\n28/11/2026,UPI,3,,500.00,`
    expect(readStatement(Buffer.from(text)).faults).toMatchObject([{ line: 3, column: 'Date' }])
  })

  it('customers, accounts and mobiles in columns of their own are no references', () => {
    const text = `Date,Description,Customer ID,Account No,Mobile No,Debit,Credit,Balance
28/11/2026,UPI CR ASHA,202611280045,123456789012,919876543210,,500.00,1500.00`
    expect(readStatement(Buffer.from(text))).toMatchObject({ missing: ['reference'], rows: [] })
  })

  it.each([
    [
      'Date,Details,UTR,Amount,Type,Transaction Status',
      `28/11/2026,UPI,${C},500.00,CR,Failed`,
      'Transaction Status',
      /^“Failed” does not say that the payment has gone through\. Leave/,
    ],
    [
      header,
      `28/11/2026,UPI,#VALUE!,,500.00,`,
      'Reference',
      /^A spreadsheet has written “#VALUE!” instead of the value\. Upload/,
    ],
    [header, `28/11/2026,#NAME?,${C},,500.00,`, 'Description', /^A spreadsheet has written “#NAME\?”/],
    [
      header.replaceAll(',', ';'),
      '28/11/2026;UPI;4,09512e+11;;500.00;',
      'Reference',
      /^A spreadsheet has rounded “4,09512e\+11”/,
    ],
    [header, `28/11/2026,UPI,${C},500.00 Cr,,`, 'Debit', /^The amount is a credit, and this column says debit\./],
    [header, `28/11/2026,UPI,${C},,-500.00 Cr,`, 'Credit', /^“-500\.00 Cr” is no amount\./],
  ])('a line with such a cell is named: %s, %s', (names, line, column, message) => {
    const { faults, rows } = readStatement(Buffer.from(`${names}\n${line}`))
    expect([faults, rows]).toEqual([[{ line: 2, column, message: expect.stringMatching(message) }], []])
  })

  it.each([
    ...['Status', 'Txn Status', 'TxnStatus', 'PaymentStatus', 'TXNSTATUS', 'txn_status', 'स्थिति'],
    'Refund Status,Payment Status',
  ])('a failed payment is no row where the column is named “%s”', (name) => {
    const lineOf = (utr: string, status: string) =>
      `28/11/2026,UPI,${utr},,500.00,${name.includes(',') ? ',' : ''}${status}`
    const text = `Date,Details,UTR,Debit,Credit,${name}\n${lineOf(A, 'Failed')}\n${lineOf(C, 'Success')}`
    const { faults, rows } = readStatement(Buffer.from(text))
    expect([faults.map(({ column }) => column), rows.map(({ reference }) => reference)]).toEqual([
      [name.split(',').at(-1)],
      [C],
    ])
  })

  it.each(['', '28/11/2026'])('the balance above the only row shows that its sides are swapped: “%s”', (day) => {
    const text = `Date,Particulars,DR,CR,BAL\n${day},OPENING BALANCE,,,1000.00\n28/11/2026,UPI/CR/${A}/ASHA,500.00,,1500.00`
    const { columns } = readStatement(Buffer.from(text))
    const { faults, canLeaveOut } = readStatement(Buffer.from(text), { ...columns, reference: noColumn })
    expect(faults).toEqual([{ line: 3, column: 'BAL', message: expect.stringMatching(/swapped\?/) }])
    expect(canLeaveOut).toBe(false)
  })

  it('the reference of a settlement is the reference of no payment in it, also beside a refund', () => {
    const text = `Date,Details,settlement_utr,debit,credit,balance
28/11/2026,payment,${A},,500.00,
28/11/2026,payment,${A},,700.00,
28/11/2026,refund,${A},300.00,,`
    expect(readStatement(Buffer.from(text)).rows.map(({ reference }) => reference)).toEqual([null, null, null])
  })

  it.each(['500.00', '500', '1,500', '₹500', 'Rs. 500', '500 Dr', '-500'])(
    'an amount in a column without a meaning does not go on with the row above it: “%s”',
    (amount) => {
      const text = `Date,Details,Ref,Weg,Deposit,Balance\n28/11/2026,UPI,${A},1.00,500.00,\n,UPI RETURN,${A},"${amount}",,`
      const { columns } = readStatement(Buffer.from(text))
      const { rows, leftOut } = readStatement(Buffer.from(text), { ...columns, debit: noColumn })
      expect([rows.map((row) => row.text), leftOut]).toEqual([['UPI'], 1])
    },
  )

  it('a second table that has only debits is not dropped, and a header in other letters is no second table', () => {
    const textOf = (below: string) => Buffer.from(`${header}\n28/11/2026,UPI,${A},,500.00,\n${below}`)
    expect(() => readStatement(textOf('Date,Particulars,Withdrawal\n28/11/2026,RAVI,100.00'))).toThrow(
      /^Line 3: a table/,
    )
    const { rows } = readStatement(textOf(`${header.toUpperCase()}\n28/11/2026,UPI,${C},100.00,,`))
    expect(rows).toMatchObject([{ paise: 50_000 }, { paise: -10_000 }])
  })

  it('a column of CR and DR without amounts is no column of amounts', () => {
    const text = `Date,Description,How much,Withdrawal (Dr)/Deposit (Cr)\n28/11/2026,UPI/CR/${A}/ASHA,500.00,CR`
    expect(readStatement(Buffer.from(text)).missing).toContain('credit')
  })
})
