import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addRequestNote,
  adminGetWithdrawal,
  approveWithdrawal,
  createPayoutFile,
  payPayoutMatches,
  payWithdrawal,
  readPayoutMatches,
  rejectWithdrawal,
  requestHints,
  setApprovalSettings,
  settlePayoutProblem,
  listRequestNotes,
  noteLimits,
} from '@kismet/contracts'
import type { PayoutProblem, PayoutTab, WireOutput } from '@kismet/contracts'
import { BankDesk, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

type Matches = WireOutput<typeof readPayoutMatches>
const cashier = () => stage.tokens.admin('cashier')
const asked = async () => withdrawn(stage, await rich(stage, 100_000), 400)
const shortId = (id: string) => id.slice(-12).toUpperCase()
const get = async (id: string) => (await stage.call(adminGetWithdrawal, cashier(), { id })).out?.withdrawal
const approve = (id: string, paidReference?: string) =>
  stage.call(approveWithdrawal, cashier(), paidReference === undefined ? { id } : { id, paidReference })
const rowOf = (id: string) => stage.value<string | undefined>('SELECT id FROM bank_row WHERE withdrawal_id = $1', [id])

let count = 0
/** A debit as a bank writes it. */
const debit = (text: string, utr = '', amount = '400.00', day = today()) =>
  `${day},"${text}-${(count += 1)}",${utr},,${amount},`

async function read(id: string, tab: PayoutTab = 'exact'): Promise<Matches> {
  const { out } = await stage.call(readPayoutMatches, stage.tokens.admin('auditor'), { id, tab })
  if (out === undefined) throw new Error('The matches were refused')
  return out
}
const pairsOf = ({ rows }: Matches) =>
  rows.flatMap(({ rowId, withdrawal }) => (withdrawal === null ? [] : { rowId, withdrawalId: withdrawal._id }))
async function pay(pairs: ReturnType<typeof pairsOf>, match: 'exact' | 'near' = 'exact', admin = cashier()) {
  const { out } = await stage.call(payPayoutMatches, admin, { match, pairs })
  return out?.results.map(({ outcome }) => outcome)
}

describe('debits with the ids of withdrawals', () => {
  it('mark a payment file as paid in one go, with their references, once', async () => {
    const admin = cashier()
    const ids = [await asked(), await asked(), await asked()]
    await stage.call(createPayoutFile, admin, { ids, format: 'generic' }, 'key')
    const utrs = ids.map(() => stage.reference())
    const { _id } = await desk.keep([
      ...ids.map((id, at) => debit(`IMPS-${shortId(id)}`, utrs[at])),
      ...rowsOf([{ utr: stage.reference() }]),
      debit('CHARGES', '', '5.90'),
    ])
    const matches = await read(_id)
    expect(matches.tallies).toMatchObject({
      exact: { count: 3, amount: 1_200 },
      none: { count: 1, amount: 5.9 },
      problem: { count: 0 },
    })
    const pairs = pairsOf(matches)
    const both = await Promise.all([pay(pairs), pay(pairs)])
    expect(both.flat().filter((outcome) => outcome === 'paid')).toHaveLength(3)
    for (const [at, id] of ids.entries()) {
      expect(await get(id)).toMatchObject({ status: 'approved', paidReference: utrs[at], payout: null })
      expect(await rowOf(id)).toBe(pairs.find(({ withdrawalId }) => withdrawalId === id)?.rowId)
      const { user } = (await get(id)) ?? {}
      expect(stage.wallet.sumsOf(user?._id ?? '')).toEqual({ balance: 60_000, held: 0, paidOut: 40_000 })
    }
    expect(await pay(pairs)).toEqual(['skipped', 'skipped', 'skipped'])
    expect((await read(_id)).tallies).toMatchObject({ exact: { count: 0 }, paid: { count: 3 } })
  })

  it('are read twice, in another file too, and pay once', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    const line = debit(`IMPS-${shortId(id)}`, utr)
    const first = await desk.keep([line])
    const second = await desk.keep([line, debit('OTHER')])
    const pairs = [...pairsOf(await read(first._id)), ...pairsOf(await read(second._id))]
    expect(pairs).toHaveLength(2)
    expect((await pay(pairs))?.toSorted()).toEqual(['paid', 'skipped'])
  })

  it('pay a withdrawal once: a second debit is a problem, in the same statement or a later one', async () => {
    const id = await asked()
    const line = () => debit(`IMPS-${shortId(id)}`, stage.reference())
    const [both, late] = [await desk.keep([line(), line()]), await desk.keep([line()])]
    const [first, second] = [await read(both._id), await read(late._id)]
    expect(first.tallies).toMatchObject({ exact: { count: 1, amount: 400 }, problem: { count: 1 } })
    expect(second.tallies).toMatchObject({ exact: { count: 0 }, problem: { count: 1 } })
    expect((await read(late._id, 'problem')).rows).toMatchObject([{ problem: 'twice', withdrawal: { _id: id } }])
    expect(await pay(pairsOf(first))).toEqual(['paid'])
  })

  it('do not end the payout of another admin, and give the first of two approvals only', async () => {
    const id = await asked()
    await stage.call(payWithdrawal, cashier(), { id })
    const { _id } = await desk.keep([debit(`IMPS-${shortId(id)}`)])
    const pairs = pairsOf(await read(_id))
    expect(await pay(pairs)).toEqual(['skipped'])
    const owner = stage.tokens.admin('owner')
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: 300 })
    const large = await asked()
    const next = pairsOf(await read((await desk.keep([debit(`IMPS-${shortId(large)}`)]))._id))
    expect([await pay(next), await pay(next)]).toEqual([['first'], ['paid']])
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null })
  })
})

it.each(['pending', 'paid'])('a debit that names a withdrawal is not near to a %s one', async (status) => {
  const [named, other] = [await asked(), await asked()]
  if (status === 'paid') await approve(other)
  const { _id } = await desk.keep([debit(`IMPS-${shortId(named)}-ASHA RAO`)])
  const [pair] = pairsOf(await read(_id))
  expect(pair?.withdrawalId).toBe(named)
  expect(await pay([{ rowId: pair?.rowId ?? '', withdrawalId: other }], 'near')).toEqual(['skipped'])
  expect([await rowOf(named), await rowOf(other)]).toEqual([undefined, undefined])
})

describe('a paid withdrawal', () => {
  it('gets its debit from a later statement or from an earlier one, by reference or id', async () => {
    const [before, after, byId] = [await asked(), await asked(), await asked()]
    const utrs = [stage.reference(), stage.reference()]
    await approve(before, utrs[0])
    await approve(byId)
    await desk.keep([debit('IMPS', utrs[0]), debit('IMPS', utrs[1]), debit(`NEFT ${shortId(byId)}`)])
    await approve(after, utrs[1])
    for (const id of [before, after, byId]) expect(await rowOf(id)).toEqual(expect.any(String))
  })

  it('without a reference is near to a debit with its account, which an admin notes', async () => {
    const id = await withdrawn(stage, await rich(stage, 100_000), 450)
    await approve(id)
    const { _id } = await desk.keep([debit('NEFT DR 50100123456789', '', '450.00')])
    const near = pairsOf(await read(_id, 'near')).filter(({ withdrawalId }) => withdrawalId === id)
    expect(near).toHaveLength(1)
    expect([await pay(near, 'exact'), await rowOf(id)]).toEqual([['linked'], near[0]?.rowId])
    expect(await stage.value('SELECT count(*) FROM audit WHERE action = $1', ['bank-payout.note'])).toBe(1)
  })

  it('is listed once its day and some days after it are covered, as long as no debit is seen', async () => {
    const [unseen, seen] = [await asked(), await asked()]
    const utr = stage.reference()
    await approve(unseen)
    await approve(seen, utr)
    const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
    const { _id } = await desk.keep([debit('IMPS', utr, '400.00', day(-1)), debit('CHARGES', '', '1.00', day(5))])
    const listed = (await read(_id)).unseen.map((one) => one._id)
    expect([listed.includes(unseen), listed.includes(seen)]).toEqual([true, false])
  })
})

it('a withdrawal whose hold differs is approved by its debit, and is told as not booked', async () => {
  const id = await asked()
  await stage.rewrite('UPDATE request SET amount_paise = 50000 WHERE id = $1', [id])
  const pairs = pairsOf(await read((await desk.keep([debit(`IMPS-${shortId(id)}`, '', '500.00')]))._id))
  const { out } = await stage.call(payPayoutMatches, cashier(), { match: 'exact', pairs })
  expect(out?.results).toMatchObject([{ outcome: 'unbooked', message: expect.stringContaining('do not pay it') }])
  expect(await get(id)).toMatchObject({ status: 'approved' })
})

it('what disagrees is listed, and moves no money', async () => {
  const [rejected, paid, returned, failed] = [await asked(), await asked(), await asked(), await asked()]
  const [utr, back, ofDeposit] = [stage.reference(), stage.reference(), stage.reference()]
  await stage.call(rejectWithdrawal, cashier(), { id: rejected })
  await approve(paid, utr)
  await approve(returned, back)
  const { _id } = await desk.keep([
    debit(`IMPS-${shortId(rejected)}`),
    debit('IMPS', utr),
    debit(`IMPS-${shortId(paid)}`, stage.reference()),
    ...rowsOf([{ utr: back, amount: '400.00', text: 'REV-IMPS' }]),
    debit(`IMPS-${shortId(failed)}`),
    ...rowsOf([{ amount: '400.00', text: `RTN-${shortId(failed)}` }]),
    ...rowsOf([{ utr: ofDeposit, amount: '77.00' }]),
    debit('UPI RETURN', ofDeposit, '77.00'),
  ])
  const { rows, tallies } = await read(_id, 'problem')
  expect(rows.map(({ problem, withdrawal }) => [problem, withdrawal?._id ?? null])).toEqual([
    ['rejected', rejected],
    ['twice', paid],
    ['returned', returned],
    ['returned', failed],
    ['returned', failed],
    ['deposit_returned', null],
  ])
  expect(tallies.exact.count).toBe(0)
  const pair = (at: number, withdrawalId: string) => [{ rowId: rows[at]?.rowId ?? '', withdrawalId }]
  expect([await pay(pair(0, rejected)), await pay(pair(1, paid)), await pay(pair(2, failed))].flat()).toEqual(
    Array(3).fill('skipped'),
  )
  await expect(
    stage.owner.query('UPDATE bank_row SET withdrawal_id = $2 WHERE id = $1', [rows[0]?.rowId, rejected]),
  ).rejects.toThrow('cannot be the debit')
})

describe('a payout that the bank returned', () => {
  const hintsOf = async (id: string) => (await stage.call(requestHints, cashier(), { id })).out
  const returnOf = (id: string, utr: string) => rowsOf([{ utr, amount: '400.00', text: `NEFT RETURN ${shortId(id)}` }])

  it('is told in red with the row of the return, and is not booked by its reference or without one', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    await desk.keep([debit(`NEFT-${shortId(id)}`, utr), ...returnOf(id, utr)])
    const told = await hintsOf(id)
    expect(told?.hints).toContainEqual({ hint: 'bank_row_returned', requests: [] })
    expect(told?.bank).toMatchObject({ says: 'returned', row: { row: 2, amount: 400 } })
    expect([(await approve(id, utr)).code, (await approve(id)).code]).toEqual([
      'bank_row_returned',
      'bank_row_returned',
    ])
    expect((await stage.call(rejectWithdrawal, cashier(), { id })).out?.withdrawal.status).toBe('rejected')
  })

  it('is not booked when the return has the id alone, or is the only row of the bank', async () => {
    const [byId, alone, utr] = [await asked(), await asked(), stage.reference()]
    await desk.keep([debit(`NEFT-${shortId(byId)}`, utr), ...returnOf(byId, '')])
    await desk.keep(rowsOf([{ utr: 'N333261234567891', amount: '400.00', text: 'NEFT RETURN' }]))
    expect([(await approve(byId, utr)).code, (await approve(alone, 'N333261234567891')).code]).toEqual([
      'bank_row_returned',
      'bank_row_returned',
    ])
  })

  it('is not told by a payment of its amount with its id in the note: the note refuses no booking', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    const noted = rowsOf([{ utr: stage.reference(), amount: '400.00', text: `UPI-ASHA-${shortId(id)}` }])
    const { _id } = await desk.keep([debit(`NEFT-${shortId(id)}`, utr), ...noted])
    expect((await hintsOf(id))?.hints).not.toContainEqual({ hint: 'bank_row_returned', requests: [] })
    expect((await read(_id)).rows).toMatchObject([{ withdrawal: { _id: id } }])
    expect((await read(_id, 'problem')).rows).toMatchObject([{ problem: 'returned', amount: 400 }])
    expect((await approve(id, utr)).code).toBeUndefined()
  })

  it('is a problem by the reference of its debit, also if it was approved without a reference', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    await desk.keep([debit(`NEFT-${shortId(id)}`, utr)])
    expect((await approve(id)).code).toBeUndefined()
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '400.00', text: 'NEFT RETURN' }]))
    expect((await read(_id, 'problem')).rows).toMatchObject([{ problem: 'returned', withdrawal: { _id: id } }])
  })

  it('is paid again, and booked with the new reference and its debit', async () => {
    const [id, utr, next] = [await asked(), stage.reference(), stage.reference()]
    await desk.keep([debit(`NEFT-${shortId(id)}`, utr), ...returnOf(id, utr)])
    const late = await asked()
    await desk.keep([debit(`NEFT-${shortId(late)}`, utr.replace(/./, '9')), ...returnOf(late, '')])
    expect((await approve(late, stage.reference())).code).toBeUndefined()
    await desk.keep([debit(`IMPS-${shortId(id)}`, next)])
    expect((await hintsOf(id))?.bank).toMatchObject({ says: 'row', row: { row: 1 } })
    expect((await approve(id, utr)).code).toBe('bank_row_returned')
    expect((await approve(id, next)).code).toBeUndefined()
    expect(await stage.value('SELECT reference FROM bank_row WHERE withdrawal_id = $1', [id])).toBe(next)
  })
})

describe('a resolved problem of a payout', () => {
  const settle = (rowId: string, withdrawalId: string, problem: PayoutProblem) =>
    stage.call(settlePayoutProblem, cashier(), { rowId, withdrawalId, problem, note: 'Seen.' })
  const problemsOf = async (statementId: string) => (await read(statementId, 'problem')).rows.map((row) => row.problem)

  it('is one that the page shows: an exact pair stays, and is a problem after its withdrawal was rejected', async () => {
    const id = await asked()
    const { _id } = await desk.keep([debit(`IMPS-${shortId(id)}`)])
    const rowId = pairsOf(await read(_id))[0]?.rowId ?? ''
    expect((await settle(rowId, id, 'rejected')).code).toBe('bank_row_changed')
    await stage.call(rejectWithdrawal, cashier(), { id })
    expect(await problemsOf(_id)).toEqual(['rejected'])
    expect([(await settle(rowId, id, 'rejected')).code, await problemsOf(_id)]).toEqual([undefined, []])
  })

  it('does not hide a later problem of the same row, and takes a note above the limit', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    const lines = [stage.reference(), utr].map((reference) => debit(`IMPS-${shortId(id)}`, reference))
    const { _id } = await desk.keep(lines)
    const rowId = (await read(_id, 'problem')).rows[0]?.rowId ?? ''
    for (let note = 0; note < noteLimits.most; note += 1)
      await stage.call(addRequestNote, cashier(), { id, text: 'Asked the bank.' })
    expect([(await settle(rowId, id, 'twice')).code, await problemsOf(_id)]).toEqual([undefined, []])
    await desk.keep(rowsOf([{ utr, amount: '400.00', text: 'IMPS RETURN' }]))
    expect(await problemsOf(_id)).toEqual(['returned'])
    expect([(await settle(rowId, id, 'returned')).code, await problemsOf(_id)]).toEqual([undefined, []])
  })
})

it('a debit of another amount is told on the withdrawal, and its problem is settled once with a note', async () => {
  const [id, other] = [await asked(), await asked()]
  const { _id } = await desk.keep([debit(`IMPS-${shortId(id)}`, '', '390.00')])
  const { out } = await stage.call(requestHints, cashier(), { id })
  expect(out?.hints.map(({ hint }) => hint)).toContain('bank_amount_differs')
  expect(out?.bank).toMatchObject({ says: 'amount', row: { amount: 390 } })
  const rowId = (await read(_id, 'problem')).rows[0]?.rowId ?? ''
  const settle = (withdrawalId: string) =>
    stage.call(settlePayoutProblem, cashier(), {
      rowId,
      withdrawalId,
      problem: 'amount',
      note: 'The bank keeps a fee.',
    })
  expect((await settle(other)).code).toBe('bank_row_changed')
  expect([(await settle(id)).code, (await settle(id)).code]).toEqual([undefined, undefined])
  expect((await read(_id)).tallies).toMatchObject({ problem: { count: 0 }, settled: { count: 1 } })
  const notes = (await stage.call(listRequestNotes, cashier(), { id })).out?.notes
  expect(notes).toMatchObject([{ text: 'The bank keeps a fee.' }])
  expect(await stage.value('SELECT count(*) FROM audit WHERE target = $1', [rowId])).toBe(1)
})
