import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { noColumn, requestHints } from '@kismet/contracts'
import { BankDesk, bodyOf, pairsOf } from './bank-desk.ts'
import type { Kept } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const on = new Date().toISOString().slice(0, 10)
const approve = async (id: string): Promise<string> =>
  (await stage.decide(stage.tokens.admin(), id, 'approved')).code ?? 'approved'
const hintsOf = async (id: string) =>
  (await stage.call(requestHints, stage.tokens.admin(), { id })).out?.hints.map(({ hint }) => hint)
const seed = (utr: string, amountPaise = 50_000) => stage.seed(stage.tokens.player(), { utr, amountPaise })

/** Keeps a file with the columns that are proposed; what no column has is said to be missing. @returns its id */
async function keepProposed(...lines: string[]): Promise<string> {
  const file = lines.join('\n')
  const { columns, missing } = await desk.preview(stage.tokens.admin('cashier'), file)
  const none = Object.fromEntries(missing.map((meaning) => [meaning, noColumn]))
  return bodyOf<Kept>(await desk.post(stage.tokens.admin('cashier'), file, { ...columns, ...none })).statement._id
}
const shown = async (id: string, tab: 'exact' | 'near') =>
  (await desk.read(id, tab)).rows.map(({ request }) => request?._id)

describe('a file that is asked about', () => {
  it.each([
    ['an amount whose CR/DR column is unknown', 'Ref No,Amount,How,Balance', '1,500.00,in,1500', 'sign (CR or DR)'],
    ['debits in a column that is unknown', 'Ref No,Deposit,Weg,Balance', '1,500.00,,1500', 'debit'],
    ['references in a column that is unknown', 'Nr,Debit,Credit,Balance', '1,,500.00,1500', 'reference'],
    ['balances in a column that is unknown', 'Ref No,Debit,Credit,Stand', '1,,500.00,1500', 'balance'],
  ])('is refused until its columns are known: %s', async (_what, header, cells, meaning) => {
    const file = [`Date,Narration,${header}`, `${on},UPI,${cells}`].join('\n')
    const { columns, missing, count } = await desk.preview(stage.tokens.admin(), file)
    expect([missing.length, count]).toEqual([1, 0])
    const { status, body } = await desk.post(stage.tokens.admin(), file, columns)
    expect([status, body.message]).toEqual([400, `Say which column is the ${meaning}.`])
  })

  it('is refused where its sides contradict its balances, and the line is named', async () => {
    const file = ['Date,Narration,CHQNO,DR,CR,BAL', `${on},UPI,-,500,,1500`, `${on},UPI,-,300,,1800`].join('\n')
    const { columns, faultCount } = await desk.preview(stage.tokens.admin(), file)
    const { status, body } = await desk.post(stage.tokens.admin(), file, columns)
    expect([faultCount, status, body.message]).toEqual([
      1,
      400,
      'Line 3, BAL: The balance goes from ₹1,500.00 to ₹1,800.00, but the line is read as a debit of ₹300.00. Are debit and credit swapped? If the account is overdrawn, choose “no such column” as the balance.',
    ])
  })
})

describe('a file whose debits a cashier takes for credits', () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const payouts = (utrs: readonly string[]) =>
    [
      'Date,Narration,Ref No,Withdrawal,Deposit,Balance',
      ...utrs.map((utr, at) => `${dayBefore(3 - at)},UPI/DR/${utr}/A,,500.00,,${9000 - 500 * at}.00`),
    ].join('\n')

  it('is refused, also where all amounts are equal: their balances follow only backwards', async () => {
    const file = payouts([stage.reference(), stage.reference(), stage.reference()])
    const { columns } = await desk.preview(stage.tokens.admin('cashier'), file)
    const { status, body } = await desk.post(stage.tokens.admin('cashier'), file, { ...columns, credit: 3, debit: 4 })
    expect([status, body.message]).toEqual([400, expect.stringMatching(/swapped\?.* 2 lines have a fault\.$/)])
  })
})

describe('a payout that stands beside deposits', () => {
  it.each(['Tran Type', 'DrCr', 'CRDR', 'Dr/Cr Ind', 'Sign', '+/-'])(
    'is a debit by the column “%s”: its reference pays for no request',
    async (name) => {
      const utrs = [stage.reference(), stage.reference()] as const
      const [own] = [await seed(utrs[0]), await seed(utrs[1])]
      const id = await keepProposed(
        `Date,Narration,Amount,${name}`,
        `${on},UPI/CR/${utrs[0]}/ASHA,500.00,CR`,
        `${on},UPI/DR/${utrs[1]}/ASHA,500.00,DR`,
      )
      expect([await shown(id, 'exact'), await shown(id, 'near')]).toEqual([[own], []])
    },
  )

  it('is the return of a deposit in the column “Withdrawl”', async () => {
    const utr = stage.reference()
    const id = await seed(utr)
    const file = await keepProposed(
      'Date,Particulars,Chq./Ref.No.,Withdrawl,Deposit,Balance',
      `${on},UPI/CR/${utr}/ASHA,,,500.00,1500.00`,
      `${on},UPI/DR/${utr}/RETURN,,500.00,,1000.00`,
    )
    expect(await shown(file, 'exact')).toEqual([])
    expect(await approve(id)).toBe('bank_row_returned')
  })
})

describe('a number that strangers know', () => {
  const sbi = 'Txn Date,Value Date,Description,Ref No./Cheque No.,Branch Code,Debit,Credit,Balance'
  const hdfc = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  it.each<[string, string, string, (utr: string, balance: string) => string]>([
    [
      'the stamp of a branch',
      '097741246451',
      sbi,
      (utr, balance) => `${on},${on},DEP TFR UPI/CR/${utr}/A 0097741246451 AT 04100 FORT,-,04100,,500.00,${balance}`,
    ],
    [
      'a mobile number in an address',
      '919000098189',
      hdfc,
      (utr, balance) => `${on},UPI-KABIR-919000098189@YBL-YESB0001234-${utr}-KISMET,,${on},,500.00,${balance}`,
    ],
    [
      'a number in the open place of each row',
      '418273645546',
      hdfc,
      (utr, balance) => `${on},UPI/KABIR/${utr}/418273645546,,${on},,500.00,${balance}`,
    ],
  ])('pairs with no row and is in the way of no payer: %s', async (what, number, header, rowOf) => {
    const utrs = [stage.reference(), stage.reference()]
    const stranger = await seed(number)
    const file = await keepProposed(header, ...utrs.map((utr, at) => rowOf(utr, String(1_000 + at * 500))))
    expect([await shown(file, 'exact'), await shown(file, 'near')]).toEqual([[], []])
    // Without a row it is refused, or uses up no row.
    await approve(stranger)
    const payers = [await seed(utrs[0] ?? ''), await seed(utrs[1] ?? '')]
    expect(await shown(file, what.includes('open') ? 'near' : 'exact')).toEqual(payers)
    expect(await Promise.all(payers.map(approve))).toEqual(['approved', 'approved'])
  })
})

describe('a NEFT reference without four letters of the bank', () => {
  const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance'
  const row = (utr: string, sides: string) =>
    `${on},NEFT CR-HDFC0000001-VIKRAM MEHTA-KISMET-${utr},${utr},${on},${sides}`

  it.each([
    ['HDFC', 'N32526201234'],
    ['ICICI', 'IN4263251234'],
    ['IDBI', '2111I1234567'],
  ])('is matched and guarded as any other: %s', async (_bank, beginning) => {
    const [exact, other, returned] = ['1111', '2222', '3333'].map((end) => `${beginning}${end}`) as [
      string,
      string,
      string,
    ]
    const ids = [await seed(exact), await seed(other, 700_000), await seed(returned)] as const
    const file = await keepProposed(
      header,
      row(exact, ',500.00,1500.00'),
      row(other, ',700.00,2200.00'),
      row(returned, ',500.00,2700.00'),
      row(returned, '500.00,,2200.00'),
    )
    expect(await shown(file, 'exact')).toEqual([ids[0]])
    expect(await hintsOf(ids[1])).toEqual(['bank_amount_differs'])
    expect(await approve(ids[1])).toBe('bank_amount_differs')
    expect(await hintsOf(ids[2])).toEqual(['bank_row_returned'])
    expect(await approve(ids[2])).toBe('bank_row_returned')
  })
})

describe('a reference that another payment has in its note', () => {
  const kotak = 'Date,Narration,Chq/Ref No.,Withdrawal (Dr),Deposit (Cr),Balance'
  const open = 'Date,Narration,Ref No,Debit,Credit'
  const noted = (utr: string, note: string, balance: string) =>
    `${on},UPI/THIEF/${utr}/${note},UPI-${utr},,1.00,${balance}`
  const references = (): [string, string, string] => [stage.reference(), stage.reference(), stage.reference()]

  it.each([0, 1, 2])('keeps the guard of its amount: ₹50,000 is asked for ₹1, with %s such notes', async (count) => {
    const [own, ...notes] = references()
    const id = await seed(own, 5_000_000)
    const others = notes.slice(0, count).map((utr, at) => noted(utr, own, `100${2 + at}.00`))
    await keepProposed(kotak, `${on},UPI/THIEF/${own}/UPI,UPI-${own},,1.00,1001.00`, ...others)
    expect([await hintsOf(id), await approve(id)]).toEqual([['bank_amount_differs'], 'bank_amount_differs'])
  })

  it('keeps the guard of its return', async () => {
    const [own, ...notes] = references()
    const id = await seed(own)
    await keepProposed(
      kotak,
      `${on},UPI/THIEF/${own}/UPI,UPI-${own},,500.00,1500.00`,
      `${on},UPI/THIEF/${own}/RETURN,UPI-${own},500.00,,1000.00`,
      ...notes.map((utr, at) => noted(utr, own, `100${1 + at}.00`)),
    )
    expect([await hintsOf(id), await approve(id)]).toEqual([['bank_row_returned'], 'bank_row_returned'])
  })

  it('stays the exact match of its payer where the other payment has its own reference in the column', async () => {
    const [own, other] = references()
    const id = await seed(own)
    const file = await keepProposed(
      kotak,
      `${on},UPI/PAYER/${own}/UPI,UPI-${own},,500.00,1500.00`,
      noted(other, own, '1501.00'),
    )
    expect([await shown(file, 'exact'), await shown(file, 'near')]).toEqual([[id], []])
  })

  it('is only a suggestion where the place of the note is open, and the payer keeps the exact match', async () => {
    const [own, other] = references()
    const id = await seed(own)
    const note = await keepProposed(open, `${on},UPI/THIEF/${other}/${own},,,500.00`)
    expect([await shown(note, 'exact'), await shown(note, 'near')]).toEqual([[], [id]])
    const file = await keepProposed(open, `${on},UPI/CR/${own}/PAYER,,,500.00`)
    expect([await shown(file, 'exact'), await shown(note, 'near')]).toEqual([[id], []])
    expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(file)))).toEqual(['approved'])
  })

  it('has its row pay once: two requests by the two numbers of one row are not both approved by the row', async () => {
    const [one, other] = references()
    const ids = [await seed(one), await seed(other)]
    const file = await keepProposed(open, `${on},UPI/ASHA/${one}/${other},,,500.00`)
    const [row] = (await desk.read(file, 'near')).rows
    const approvals = ids.map((requestId) =>
      desk.approve(stage.tokens.admin(), [{ rowId: row?.rowId ?? '', requestId }], 'near'),
    )
    expect((await Promise.all(approvals)).flat().toSorted()).toEqual(['approved', 'skipped'])
  })
})

it('a number in the column of references of every row is not read where an admin says that it is no reference', async () => {
  const header = 'Date,Narration,Ref No,Debit,Credit'
  const utrs = [stage.reference(), stage.reference()]
  const ids = [await seed(utrs[0] ?? ''), await seed(utrs[1] ?? '')]
  const file = [header, ...utrs.map((utr) => `${on},UPI/CR/${utr}/KABIR,418273645549,,500.00`)].join('\n')
  const { columns } = await desk.preview(stage.tokens.admin(), file)
  const chosen = { ...columns, reference: noColumn, balance: noColumn }
  const { statement } = bodyOf<Kept>(await desk.post(stage.tokens.admin(), file, chosen))
  expect(await shown(statement._id, 'exact')).toEqual(ids)
})

it.each(['UPI PAYMENT FROM ASHA', 'IMPS FROM ASHA', 'UPI/ASHA/KISMET', 'UPI INWARD BY'])(
  'a number at an open place of the narration is a suggestion: %s',
  async (text) => {
    const utr = stage.reference()
    const id = await seed(utr)
    const file = await keepProposed('Date,Narration,Ref No,Debit,Credit', `${on},${text} ${utr},,,500.00`)
    expect([await shown(file, 'exact'), await shown(file, 'near')]).toEqual([[], [id]])
    expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(file, 'near')), 'near')).toEqual([
      'approved',
    ])
  },
)
