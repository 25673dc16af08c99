import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keptCredits, refuseBankMatch, requestHints, setApprovalSettings } from '@kismet/contracts'
import type { WireOutput, readBankMatches } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { BankDesk, bodyOf, columns, fileOf, pairsOf, rowsOf } from './bank-desk.ts'
import type { Kept, Pair } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

/** A reference with its first digit mistyped. */
const mistyped = (utr: string): string => `${utr.startsWith('7') ? 8 : 7}${utr.slice(1)}`
const approve = async (id: string): Promise<string> =>
  (await stage.decide(stage.tokens.admin(), id, 'approved')).code ?? 'approved'
const balanceOf = ({ id }: { readonly id: string }) => stage.wallet.balances.get(id) ?? 0

/** The one pair that is near in a file. */
async function nearPair(id: string): Promise<{ pair: Pair; row: WireOutput<typeof readBankMatches>['rows'][number] }> {
  const { rows } = await desk.read(id, 'near')
  const [row, ...others] = rows
  const [pair] = pairsOf({ rows })
  if (row === undefined || pair === undefined || others.length > 0)
    throw new Error('There is not one pair that is near')
  return { pair, row }
}

it('a mistyped reference is not approved past the row that may be its payment: a person decides on the two', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect(await approve(id)).toBe('bank_row_near')
  expect([balanceOf(player), await stage.value('SELECT status FROM deposit WHERE id = $1', [id])]).toEqual([
    0,
    'pending',
  ])
  const { pair } = await nearPair(_id)
  expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['approved'])
  const other = stage.tokens.player()
  await stage.seed(other, { utr })
  expect((await desk.read(_id)).rows).toEqual([])
  expect(balanceOf(player)).toBe(50_000)
})

it('is approved there once somebody has said that the row is another payment, which then pays for its own request', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  const { pair } = await nearPair(_id)
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), pair)).code).toBeUndefined()
  expect(await approve(id)).toBe('approved')
  const own = await stage.seed(other, { utr })
  const exact = pairsOf(await desk.read(_id))
  expect(exact).toMatchObject([{ requestId: own }])
  expect(await desk.approve(stage.tokens.admin(), exact)).toEqual(['approved'])
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 50_000])
})

it('a reference that the bank has cut is not approved past its row either', async () => {
  const utr = `SBIN2263266044${stage.reference().slice(-4)}`
  const id = await stage.seed(stage.tokens.player(), { utr })
  await desk.keep(rowsOf([{ text: `NEFT ${utr.slice(0, 16)}` }]))
  expect(await approve(id)).toBe('bank_row_near')
})

it('the first of two approvals is held to it, too', async () => {
  const utr = stage.reference()
  const id = await stage.seed(stage.tokens.player(), { utr: mistyped(utr), amountPaise: 930_000 })
  await desk.keep(rowsOf([{ utr, amount: '9300.00' }]))
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 5_000 })
  expect(await approve(id)).toBe('bank_row_near')
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null })
})

it('a row of another amount, one that was sent back, or that another request names is not in the way', async () => {
  const utrs = [stage.reference(), stage.reference(), stage.reference()] as const
  const ids = []
  for (const utr of utrs) ids.push(await stage.seed(stage.tokens.player(), { utr: mistyped(utr) }))
  await stage.seed(stage.tokens.player(), { utr: utrs[2] })
  await desk.keep([
    ...rowsOf([{ utr: utrs[0], amount: '500.01' }, { utr: utrs[1] }, { utr: utrs[2] }]),
    `${new Date().toISOString().slice(0, 10)},UPI-REV-${utrs[1]},,,500.00,1.00`,
  ])
  expect(await Promise.all(ids.map(approve))).toEqual(['approved', 'approved', 'approved'])
})

it('the row of a request that was approved before it came pays for nobody else, unless a person says that it is another payment', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  expect(await approve(id)).toBe('approved')
  const own = await stage.seed(other, { utr })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect((await desk.read(_id)).rows).toEqual([])
  const { pair, row } = await nearPair(_id)
  expect(row).toMatchObject({ near: 'paid', utr, request: { _id: id, status: 'approved' } })
  // Neither desk lets the second one have it.
  expect(await approve(own)).toBe('bank_row_near')
  expect(await desk.approve(stage.tokens.admin(), [{ rowId: pair.rowId, requestId: own }])).toEqual(['skipped'])
  for (const _ of [1, 2]) expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['approved'])
  expect((await nearPair(_id)).row).toMatchObject({ near: 'used', request: { _id: own } })
  expect(await approve(own)).toBe('bank_row_used')
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 0])
  const noted = `SELECT count(*) FROM audit WHERE action = 'bank-match.note' AND target = $1`
  expect(await stage.value(noted, [pair.rowId])).toBe(1)
  expect(await auditFault(stage.owner, 'payments')).toBeNull()
})

it('and pays for the other one where a person has said so', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  expect(await approve(await stage.seed(player, { utr: mistyped(utr) }))).toBe('approved')
  await stage.seed(other, { utr })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), (await nearPair(_id)).pair)).code).toBeUndefined()
  expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(_id)))).toEqual(['approved'])
  expect(balanceOf(other)).toBe(50_000)
})

it('the true reference of a payment that was approved for a mistyped one pays nobody again, unless a person says that it is another payment', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  const { pair } = await nearPair(_id)
  expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['approved'])
  const own = await stage.seed(other, { utr })
  const refused = await stage.decide(stage.tokens.admin(), own, 'approved')
  expect(refused).toMatchObject({
    code: 'bank_row_used',
    message: expect.stringContaining(player.email),
    params: { requestId: id },
  })
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 0])
  const { out } = await stage.call(requestHints, stage.tokens.admin(), { id: own })
  expect(out?.hints).toMatchObject([{ hint: 'bank_row_used', requests: [{ _id: id }] }])
  // Both desks show the two side by side, and by that row neither lets it be approved.
  const claimed = { rowId: pair.rowId, requestId: own }
  const near = async (where: string) =>
    (await desk.read(where, 'near')).rows.filter(({ rowId }) => rowId === pair.rowId)
  for (const where of [_id, keptCredits])
    expect(await near(where)).toMatchObject([{ near: 'used', request: { _id: own } }])
  expect(await desk.approve(stage.tokens.admin(), [claimed], 'near')).toEqual(['skipped'])
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), claimed)).code).toBeUndefined()
  for (const where of [_id, keptCredits]) expect(await near(where)).toEqual([])
  expect(await approve(own)).toBe('approved')
  expect(balanceOf(other)).toBe(50_000)
})

it('a payment that was read a second time with other columns is no exact match once it has paid', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  await stage.seed(player, { utr: mistyped(utr) })
  const file = fileOf(rowsOf([{ utr }]))
  const keep = async (chosen: object): Promise<string> =>
    bodyOf<Kept>(await desk.post(stage.tokens.admin('cashier'), file, chosen)).statement._id
  const { pair } = await nearPair(await keep({ ...columns, balance: null }))
  expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['approved'])
  const _id = await keep(columns)
  const own = await stage.seed(other, { utr })
  expect((await desk.read(_id)).rows).toEqual([])
  const again = await nearPair(_id)
  expect(again.row).toMatchObject({ near: 'again', request: { _id: own } })
  expect(again.pair.rowId).not.toBe(pair.rowId)
  expect(await desk.approve(stage.tokens.admin(), [again.pair])).toEqual(['skipped'])
  expect(await approve(own)).toBe('bank_row_near')
  expect(balanceOf(other)).toBe(0)
  // A bank may give two payments one number: a person who has seen both says so.
  expect(await desk.approve(stage.tokens.admin(), [again.pair], 'near')).toEqual(['approved'])
  expect(balanceOf(other)).toBe(50_000)
})

it('two admins who note and approve one row at a time let it pay once', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  const { pair } = await nearPair(_id)
  const own = await stage.seed(other, { utr })
  const outcomes = await Promise.all([
    desk.approve(stage.tokens.admin(), [{ rowId: pair.rowId, requestId: own }]),
    desk.approve(stage.tokens.admin(), [pair], 'near'),
    approve(id),
    approve(own),
  ])
  // Where the mistyped one was approved first, without the row, the row waits for a person to note that it was its payment.
  const [waits, ...others] = (await desk.read(_id, 'near')).rows
  if (waits?.near === 'paid') {
    expect({ outcomes, waits, others }).toMatchObject({
      ...{ outcomes: [['skipped'], ['skipped'], 'approved', 'bank_row_near'], others: [] },
      waits: { request: { _id: id } },
    })
    expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['approved'])
  }
  const paidFor = await stage.value<string | null>('SELECT deposit_id FROM bank_row WHERE id = $1', [pair.rowId])
  expect({ outcomes, isKnown: [id, own, null].includes(paidFor) }).toMatchObject({ isKnown: true })
  // Else the row is that of the one that names it, and what the other one was approved by is its proof.
  const isMistypedPaid = paidFor === id
  expect(await approve(own)).toBe(isMistypedPaid ? 'bank_row_used' : 'already_decided')
  expect(balanceOf(other)).toBe(isMistypedPaid ? 0 : 50_000)
  expect((await desk.read(_id, isMistypedPaid ? 'near' : 'used')).rows).toHaveLength(1)
}, 30_000)
