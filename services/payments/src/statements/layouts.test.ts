import { describe, expect, it } from '@jest/globals'
import { noColumn } from '@kismet/contracts/bank-files'
import fc from 'fast-check'
import { readStatement } from './read-file.ts'

/** A payment as a bank knows it. `paise` is negative for a debit. */
interface Payment {
  readonly day: number
  readonly paise: number
  readonly utr: string
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (day: number) => new Date(Date.UTC(2026, 8, 1 + day))
const partsOf = (day: number) => {
  const date = dateOf(day)
  return { d: two(date.getUTCDate()), m: date.getUTCMonth(), y: String(date.getUTCFullYear()) }
}
type Parts = ReturnType<typeof partsOf>

const dayForms: readonly ((parts: Parts, day: number) => string)[] = [
  ({ d, m, y }) => `${d}/${two(m + 1)}/${y}`,
  ({ d, m, y }) => `${d}-${two(m + 1)}-${y.slice(2)}`,
  ({ d, m, y }) => `${d} ${months[m]} ${y}`,
  ({ d, m, y }) => `${d}${months[m]}${y}`,
  ({ d, m, y }) => `${months[m]} ${Number(d)}, ${y}`,
  ({ d, m, y }) => `${y}-${two(m + 1)}-${d}T10:04:05`,
  ({ d, m, y }) => `${y}${two(m + 1)}${d}`,
  ({ d, m, y }) => `${d}.${two(m + 1)}.${y} 10:04 PM`,
  (_parts, day) => String(46_266 + day),
]
const plain = (paise: number) => (paise / 100).toFixed(2)
const lakh = (paise: number) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
const amountForms: readonly ((paise: number) => string)[] = [
  plain,
  lakh,
  (paise) => `₹${lakh(paise)}`,
  (paise) => `Rs. ${plain(paise)}`,
  (paise) => `${lakh(paise)}/-`,
  (paise) => `   ${plain(paise)}0 `,
]
const none = ['', '-', 'NIL', '0.00', 'N/A', '--']

/** How a bank writes the side of an amount. */
const sides = ['two columns', 'a column of CR and DR', 'CR and DR behind', 'signs'] as const

const names = {
  date: ['Date', 'Txn Date', 'TRAN DATE', 'Transaction Date', 'Date (Value Date)', 'Post Date'],
  text: ['Narration', 'PARTICULARS', 'Transaction Remarks', 'Description', 'Transaction Details'],
  reference: ['Chq./Ref.No.', 'Ref No./Cheque No.', 'Cheque No/Reference No', 'UTR No', 'Instrument Id'],
  credit: ['Deposit Amt.', 'Credit', 'DEPOSIT(CR)', 'Deposits', 'CR', 'Deposit Amount (INR )'],
  debit: ['Withdrawal Amt.', 'Debit', 'WITHDRAWAL(DR)', 'Withdrawl', 'DR', 'Withdrawal Amount (INR )'],
  amount: ['Amount', 'Amount (Rs.)', 'Transaction Amount(INR)'],
  sign: ['Dr / Cr', 'CR/DR', 'Type', 'Dr/Cr Ind'],
  balance: ['Balance', 'Closing Balance', 'Running Balance', 'BAL'],
} as const
type Meaning = keyof typeof names

const separators = [',', '\t', ';', '|'] as const
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
}

const narrations: readonly ((utr: string, side: string) => string)[] = [
  (utr, side) => `UPI/${side}/${utr}/ASHA RAO/HDFC/asha@ok/202611280045`,
  (utr) => `UPI-ASHA RAO-919876543210@ybl-YESB0001234-${utr}-KISMET, PLEASE`,
  (utr) => `IMPS/P2A/${utr}/ASHA "A" RAO/X1234`,
  (utr) => `DEP TFR\nUPI/CR/${utr}/ASHA\n0097732162091 AT 04100 FORT`,
  (utr) => `UPI REF ${utr.slice(0, 4)} ${utr.slice(4, 8)} ${utr.slice(8)}`,
]

const payment = fc.record({
  day: fc.integer({ min: 0, max: 80 }),
  paise: fc.integer({ min: 1, max: 1_00_00_000_00 }).chain((paise) => fc.constantFrom(paise, -paise)),
  utr: fc.integer({ min: 300_000_000_000, max: 899_999_999_999 }).map(String),
})
const payments = fc.uniqueArray(payment, { minLength: 1, maxLength: 12, selector: ({ utr }) => utr })

const layout = fc.record({
  dayForm: fc.constantFrom(...dayForms),
  amountForm: fc.constantFrom(...amountForms),
  empty: fc.constantFrom(...none),
  side: fc.constantFrom(...sides),
  separator: fc.constantFrom(...separators),
  encoding: fc.constantFrom(...Object.keys(encodings)),
  narration: fc.constantFrom(...narrations),
  nameOf: fc.record(
    Object.fromEntries(Object.entries(names).map(([meaning, some]) => [meaning, fc.constantFrom(...some)])) as Record<
      Meaning,
      fc.Arbitrary<string>
    >,
  ),
  order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  hasReference: fc.boolean(),
  hasBalance: fc.boolean(),
  isNewestFirst: fc.boolean(),
  preamble: fc.nat({ max: 20 }),
})
type Layout = typeof layout extends fc.Arbitrary<infer Made> ? Made : never

/** The columns of a layout in their order. The column of CR and DR stands behind the amount. */
function columnsOf({ side, hasReference, hasBalance, order }: Layout): readonly Meaning[] {
  const amounts: readonly Meaning[] = side === 'two columns' ? ['credit', 'debit'] : ['amount']
  const some: readonly Meaning[] = [
    'date',
    'text',
    ...amounts,
    ...(hasReference ? (['reference'] as const) : []),
    ...(hasBalance ? (['balance'] as const) : []),
  ]
  const sorted = some.toSorted((one, other) => (order[some.indexOf(one)] ?? 0) - (order[some.indexOf(other)] ?? 0))
  return sorted.flatMap((one) => (one === 'amount' && side === 'a column of CR and DR' ? [one, 'sign'] : [one]))
}

/** The amount with its sign, as one column has it. */
function signedText({ side, amountForm }: Layout, paise: number): string {
  const text = amountForm(Math.abs(paise))
  if (side === 'CR and DR behind') return `${text} ${paise > 0 ? '(Cr)' : '(Dr)'}`
  return side === 'signs' ? `${paise > 0 ? '+' : '-'} ${text.trim()}` : text
}

function fileOf(made: Layout, known: readonly Payment[]): Uint8Array {
  const { separator, nameOf, empty, amountForm, dayForm, narration, encoding, preamble, isNewestFirst } = made
  const columns = columnsOf(made)
  const quoted = (cell: string) =>
    cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lineOf = (cells: readonly string[]) => cells.map(quoted).join(separator)
  let balance = 500_00_00_000_00
  const rows = known
    .toSorted((one, other) => one.day - other.day)
    .map(({ day, paise, utr }) => {
      balance += paise
      const cells: Record<Meaning, string> = {
        date: dayForm(partsOf(day), day),
        text: narration(utr, paise > 0 ? 'CR' : 'DR'),
        reference: `0000${utr}`,
        credit: paise > 0 ? amountForm(paise) : empty,
        debit: paise > 0 ? empty : amountForm(-paise),
        amount: signedText(made, paise),
        sign: paise > 0 ? 'CR' : 'DR',
        balance: plain(balance),
      }
      return lineOf(columns.map((one) => cells[one]))
    })
  const above = Array.from({ length: preamble }, (_, at) =>
    at % 3 === 0 ? '' : `Account${separator}KISMET PLAY ${at}`,
  )
  const lines = [...above, lineOf(columns.map((one) => nameOf[one])), ...(isNewestFirst ? rows.toReversed() : rows)]
  const text = [...lines, '', 'This is a computer generated statement', '*** End ***'].join('\r\n')
  return encodings[encoding]?.(text) ?? Buffer.from(text)
}

describe('a statement in any layout', () => {
  it('is read as the bank means it; what no column has is asked for', () => {
    fc.assert(
      fc.property(layout, payments, (made, known) => {
        const bytes = fileOf(made, known)
        const { columns, missing } = readStatement(bytes)
        expect(missing.filter((one) => one !== 'balance' && one !== 'reference')).toEqual([])
        const none = Object.fromEntries(missing.map((meaning) => [meaning, noColumn]))
        const { rows, faults } = readStatement(bytes, { ...columns, ...none })
        expect(faults).toEqual([])
        const read = rows.map(({ day, paise, reference }) => `${day} ${paise} ${reference}`)
        const meant = known.map(({ day, paise, utr }) => `${dateOf(day).toISOString().slice(0, 10)} ${paise} ${utr}`)
        expect(read.toSorted()).toEqual(meant.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  it('whose sides are swapped is refused where its balances contradict them', () => {
    const swapped = layout.map((made) => ({ ...made, side: 'two columns' as const, hasBalance: true }))
    const some = fc.uniqueArray(payment, { minLength: 2, maxLength: 12, selector: ({ utr }) => utr })
    fc.assert(
      fc.property(swapped, some, (made, known) => {
        const bytes = fileOf(made, known)
        const { columns } = readStatement(bytes)
        const { faultCount, canLeaveOut } = readStatement(bytes, {
          ...{ ...columns, reference: columns.reference ?? noColumn },
          ...{ credit: columns.debit, debit: columns.credit },
        })
        expect([faultCount > 0, canLeaveOut]).toEqual([true, false])
      }),
      { numRuns: 100 },
    )
  })
})
