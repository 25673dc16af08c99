import { describe, expect, it } from '@jest/globals'
import { columnMeanings, noColumn } from '@kismet/contracts/bank-files'
import { findHeader, fitsHeader, isDone, missingMeanings, proposeColumns } from './columns.ts'

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
    ['date', 'Date(Value Date)'],
    ['date', 'Transaction Posted Date and time'],
    ['date', 'दिनांक'],
    ['text', 'Perticulars'],
    ['text', 'Details of Payment'],
    ['reference', 'Cheque No/Reference No'],
    ['reference', 'Instrument Id'],
    ['reference', 'Payment Ref No'],
    ['debit', 'Widrawal'],
    ['debit', 'WITHDRAWAL(DR)'],
    ['debit', 'Paid Out'],
    ['credit', 'Deposite'],
    ['credit', 'Paid In'],
    ['credit', 'जमा'],
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

describe('what is asked for', () => {
  it.each([
    ['the side of an amount', 'Ref No|Amount|How|Balance', ['sign']],
    ['debits beside credits', 'Ref No|Credit|Weg|Balance', ['debit']],
    ['references', 'Nr|Credit|Debit|Balance', ['reference']],
    ['balances', 'Ref No|Credit|Debit|Stand', ['balance']],
    ['all of these', 'Credit', ['reference', 'debit', 'balance']],
    ['nothing', 'Ref No|Credit|Debit|Balance', []],
  ])('%s', (_what, header, missing) => {
    expect(missingMeanings(proposeColumns(`Date|Text|${header}`.replace('Text', 'Details').split('|')))).toEqual(
      missing,
    )
  })

  it('is answered by a column, or by an admin who says that the file has no such column', () => {
    const columns = proposeColumns(['Date', 'Details', 'Credit'])
    const none = { reference: noColumn, debit: noColumn, balance: noColumn }
    expect(missingMeanings({ ...columns, ...none })).toEqual([])
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

describe('the status of a payment', () => {
  it.each([
    ...['', '-', 'N/A', 'Success', 'SUCCESSFUL', 'Completed', 'settled', 'Paid', 'Processed', 'Credited', 'Done'],
    ...['TXN_SUCCESS', 'PaymentSuccess', 'Transaction Successful', '00-Success', 'Credited to account', 'Posted'],
    ...['captured', 'सफल'],
  ])('“%s” says that the payment has gone through', (status) => {
    expect(isDone(status)).toBe(true)
  })

  it.each([
    ...['Failed', 'NOT PROCESSED', 'DENIED', 'ERROR', 'INCOMPLETE', 'UNPAID', 'IN TRANSIT', 'Not success', 'असफल'],
    ...['U30', 'Pending', 'Processing', 'Success, reversed', 'un-successful', 'unSuccessful', 'To be credited'],
    ...['Payment', '00', 'Partially paid', 'Paid back', 'Timeout'],
  ])('“%s” does not', (status) => {
    expect(isDone(status)).toBe(false)
  })
})
