import { describe, expect, it } from '@jest/globals'
import { columnMeanings, noColumn } from '@kismet/contracts/bank-files'
import { findHeader, fitsHeader, missingMeanings, openMeanings, proposeColumns } from './columns.ts'

/** The meanings that are found, with the names of their columns. */
const found = (header: string) => {
  const names = header.split('|')
  const columns = proposeColumns(names)
  return Object.fromEntries(
    columnMeanings.flatMap((meaning) => (columns[meaning] === null ? [] : [[meaning, names[columns[meaning]]]])),
  )
}

describe('what the names of columns mean', () => {
  it.each([
    [
      'HDFC',
      'Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance',
      {
        date: 'Date',
        text: 'Narration',
        reference: 'Chq./Ref.No.',
        debit: 'Withdrawal Amt.',
        credit: 'Deposit Amt.',
        balance: 'Closing Balance',
      },
    ],
    [
      'HDFC, older',
      'Date|Narration|Value Dat|Debit Amount|Credit Amount|Chq/Ref Number|Closing Balance',
      {
        date: 'Date',
        text: 'Narration',
        reference: 'Chq/Ref Number',
        debit: 'Debit Amount',
        credit: 'Credit Amount',
        balance: 'Closing Balance',
      },
    ],
    [
      'SBI',
      'Txn Date|Value Date|Description|Ref No./Cheque No.|Debit|Credit|Balance',
      {
        date: 'Txn Date',
        text: 'Description',
        reference: 'Ref No./Cheque No.',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
      },
    ],
    [
      'ICICI',
      'S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )',
      {
        date: 'Transaction Date',
        text: 'Transaction Remarks',
        reference: 'Cheque Number',
        debit: 'Withdrawal Amount (INR )',
        credit: 'Deposit Amount (INR )',
        balance: 'Balance (INR )',
      },
    ],
    [
      'Axis',
      'Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL',
      { date: 'Tran Date', reference: 'CHQNO', text: 'PARTICULARS', debit: 'DR', credit: 'CR', balance: 'BAL' },
    ],
    [
      'one amount with a type',
      'Date|Description|Amount|Type',
      { date: 'Date', text: 'Description', amount: 'Amount', sign: 'Type' },
    ],
    [
      'one amount with Dr / Cr behind it',
      'Transaction Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr',
      {
        date: 'Transaction Date',
        text: 'Description',
        reference: 'Chq / Ref No.',
        amount: 'Amount',
        sign: 'Dr / Cr',
        balance: 'Balance',
      },
    ],
    [
      'withdrawals and deposits',
      'Date|Particulars|Withdrawals|Deposits|Balance',
      { date: 'Date', text: 'Particulars', debit: 'Withdrawals', credit: 'Deposits', balance: 'Balance' },
    ],
    [
      'a reference named by its kind',
      'Date|Details|UTR No|Cheque No|Credit|Debit',
      { date: 'Date', text: 'Details', reference: 'UTR No', credit: 'Credit', debit: 'Debit' },
    ],
  ])('%s', (_bank, header, meanings) => {
    expect(found(header)).toEqual(meanings)
    expect(missingMeanings(proposeColumns(header.split('|')))).toEqual([])
  })

  it.each([
    'Tran Type',
    'DrCr',
    'CRDR',
    'Dr/Cr Ind',
    'Sign',
    '+/-',
    'Dr / Cr',
    'Cr/Dr Flag',
    'D/C',
    'C/D Indicator',
    'Debit/Credit',
    'Credit or Debit',
    'Part Tran Type',
    'Txn Type',
    'Entry Type',
    'Indicator',
  ])('“%s” says CR or DR', (name) => {
    expect(proposeColumns(['Date', 'Description', 'Amount', name])).toMatchObject({ amount: 2, sign: 3 })
  })

  it.each([
    ['reference', 'Cheque No/Reference No'],
    ['reference', 'Cheque. No./Ref. No.'],
    ['reference', 'Bank Reference No.'],
    ['debit', 'Withdrawl'],
    ['debit', 'Withdrawal (Dr)'],
    ['credit', 'DEPOSIT(CR)'],
    ['credit', 'Deposit (Cr)'],
    ['balance', 'Balance (Rs.)'],
    ['balance', 'Running Bal in INR'],
  ] as const)('%s: “%s”', (meaning, name) => {
    expect(proposeColumns([name])[meaning] ?? proposeColumns(['Amount', name])[meaning]).not.toBeNull()
  })

  it('asks for what no name tells', () => {
    const columns = proposeColumns(['When', 'What', 'How much'])
    expect(missingMeanings(columns)).toEqual(['date', 'text', 'credit'])
  })

  it('has no column with two meanings, and none that is not there', () => {
    const columns = proposeColumns(['Date', 'Narration', 'Credit'])
    expect(fitsHeader(columns, 3)).toBe(true)
    expect(fitsHeader({ ...columns, debit: columns.credit }, 3)).toBe(false)
    expect(fitsHeader({ ...columns, balance: 3 }, 3)).toBe(false)
    // An amount with its sign is both.
    expect(fitsHeader({ ...columns, amount: 2, sign: 2, credit: null }, 3)).toBe(true)
    expect(fitsHeader({ ...columns, debit: noColumn, balance: noColumn }, 3)).toBe(true)
  })
})

describe('what the cells below say', () => {
  const read = (header: string, ...lines: string[]) => {
    const names = header.split('|')
    const cells = lines.map((line) => `21/11/2026|UPI|${line}`.split('|'))
    const columns = proposeColumns(names, cells)
    return { columns, open: openMeanings(columns, names, cells) }
  }

  it.each([
    ['a column of CR and DR whose name says something else', 'Amount|X', ['500|CR', '300|DR'], 'sign', 3],
    ['the one of two types that has CR and DR', 'Amount|Txn Type|Tran Type', ['500|UPI|C', '300|NEFT|D'], 'sign', 4],
    [
      'the one of two columns that has references',
      'Tran Id|Cheque No|Credit|Debit',
      ['S1|409512345678|5|'],
      'reference',
      3,
    ],
  ] as const)('%s', (_what, header, lines, meaning, at) => {
    const { columns, open } = read(`Date|Text|${header}`, ...lines)
    expect([columns[meaning], open]).toEqual([at, []])
  })

  it.each([
    ['an amount that has no side', 'Amount|How', ['500|IN', '300|OUT'], ['sign']],
    ['an amount with a minus here and there', 'Amount', ['500', '-300'], ['sign']],
    ['amounts in a column beside the credits', 'Credit|Weg', ['500.00|', '|3,000.00'], ['debit']],
    ['no credit in a line', 'Credit|Weg', ['500|', '|3000'], ['debit']],
    ['amounts beside the credits, each line a credit', 'Credit|Weg', ['500.00|', '20.00|17.70'], ['debit']],
    ['a column of CR and DR beside the credits', 'Credit|X', ['500|CR', '300|DR'], ['debit']],
    [
      'references in a column without a name',
      'Credit|Debit|X',
      ['500||409512345678', '300||SBIN226325123456'],
      ['reference'],
    ],
    [
      'references beside a column of numbers of cheques',
      'Cheque No|Credit|Debit|X',
      ['-|500||409512345678'],
      ['reference'],
    ],
    ['an amount in each line beside the sides', 'Credit|Debit|Stand', ['500||1,500.00', '|300|1,200.00'], ['balance']],
  ])('asks for what they show and nobody has named: %s', (_what, header, lines, open) => {
    expect(read(`Date|Text|${header}`, ...lines).open).toEqual(open)
  })

  it.each([
    ['amounts that each say their side', 'Amount', ['500 Cr', '+300', '-20']],
    ['credits alone', 'Credit', ['500', '300']],
    [
      'serial numbers, codes and days',
      'Credit|Debit|S No|Branch Code|X',
      ['500||1|9999|21/11/2026', '|3||2|9999|22/11/2026'],
    ],
    ['an account in each line', 'Credit|Debit|X', ['500||409512345678', '300||409512345678']],
    ['the account of a payer', 'Credit|Debit|Payer Account', ['500||409512345678', '300||409512345679']],
    ['CR behind the balance', 'Credit|Balance|X', ['500|1,500.00|CR', '300|1,800.00|CR']],
    ['a third amount beside the sides', 'Credit|Debit|Amount', ['500||500.00', '|300|300.00']],
    ['a reference in one of three lines', 'Credit|Debit|X', ['5||409512345678', '6||A', '7||B']],
  ])('asks for no more than that: %s', (_what, header, lines) => {
    expect(read(`Date|Text|${header}`, ...lines).open).toEqual([])
  })

  it.each([
    ['half', ['CR', 'x'], 3],
    ['less than half', ['CR', 'x', 'y'], null],
  ])('takes a column for CR or DR where %s of its cells say so', (_what, cells, sign) => {
    expect(read('Date|Text|Amount|X', ...cells.map((cell) => `500|${cell}`)).columns.sign).toBe(sign)
  })

  it('asks for the side of an amount where CR or DR stands behind the balance alone', () => {
    const { columns, open } = read('Date|Text|Amount|Balance|X', '500|1,500.00|CR', '300|1,800.00|CR')
    expect([columns.sign, open]).toEqual([null, ['sign']])
  })

  it.each([
    ['debit', 'Credit|GST', ['500.00|90.00', '300.00|']],
    ['balance', 'Credit|Debit|Exchange Rate', ['500||1.00', '300||1.00']],
    ['reference', 'Credit|Debit|Journal', ['500||202611211147', '300||202611211148']],
    ['reference', 'Cheque No|Credit|Debit|Journal', ['-|500||202611211147']],
  ] as const)('asks for a %s once: an admin may say that no column has it', (meaning, header, lines) => {
    const names = `Date|Text|${header}`.split('|')
    const cells = lines.map((line) => `21/11/2026|UPI|${line}`.split('|'))
    const columns = proposeColumns(names, cells)
    expect(openMeanings(columns, names, cells)).toEqual([meaning])
    expect(openMeanings({ ...columns, [meaning]: noColumn }, names, cells)).toEqual([])
  })

  it('asks for a balance that was taken away', () => {
    const names = ['Date', 'Text', 'Credit', 'Debit', 'Balance']
    const cells = [1, 2].map((at) => ['21/11/2026', 'UPI', String(at), '', String(at)])
    expect(openMeanings({ ...proposeColumns(names, cells), balance: null }, names, cells)).toEqual(['balance'])
  })

  it('asks for CR or DR where the amount is said to have its sign and a column has sides', () => {
    const names = ['Date', 'Text', 'Amount', 'X']
    const cells = ['CR', 'DR'].map((side) => ['21/11/2026', 'UPI', '500', side])
    expect(openMeanings({ ...proposeColumns(names), sign: 2 }, names, cells)).toEqual(['sign'])
  })
})

describe('the header', () => {
  it('is found below what banks write over it', () => {
    const lines = [
      ['Account Name', ':', 'KISMET'],
      ['Date', ':', '22 Nov 2026'],
      [''],
      ['Txn Date', 'Description', 'Credit'],
      ['22 Nov 2026', 'X', '5.00'],
    ]
    expect(findHeader(lines)).toBe(3)
  })

  it('of names that nobody knows is the line above the first row', () => {
    const lines = [
      ['Statement of', 'my', 'account'],
      [''],
      ['When', 'What', 'How much'],
      ['22 Nov 2026', 'UPI', '5.00'],
    ]
    expect(findHeader(lines)).toBe(2)
  })

  it('is not made up', () => {
    expect(
      findHeader([
        ['22 Nov 2026', 'UPI', '5.00'],
        ['22 Nov 2026', 'UPI', '6.00'],
      ]),
    ).toBeUndefined()
  })
})
