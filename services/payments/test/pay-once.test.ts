import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keptCredits, refuseBankMatch, requestHints, setApprovalSettings } from '@kismet/contracts'
import type { WireOutput, readBankMatches } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { BankDesk, bodyOf, columns, fileOf, pairsOf, rowsOf, today } from './bank-desk.ts'
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
const none: Pair = { rowId: '', requestId: '' }
const balanceOf = ({ id }: { readonly id: string }) => stage.wallet.balances.get(id) ?? 0

const hintsOf = async (id: string) => (await stage.call(requestHints, stage.tokens.admin(), { id })).out?.hints
/** The line of a payment that the bank sends back. */
const sentBack = (utr: string, amount = '500.00'): string => `${today()},UPI-REV-${utr},,,${amount},`
const secondAbove = (secondApprovalAbove: number | null) =>
  stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove })

/** The only near pair of a file. */
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
  await secondAbove(5_000)
  expect(await approve(id)).toBe('bank_row_near')
  await secondAbove(null)
})

it('a row of another amount, one that was sent back, or that another request names is not in the way', async () => {
  const utrs = [stage.reference(), stage.reference(), stage.reference()] as const
  const ids = []
  for (const utr of utrs) ids.push(await stage.seed(stage.tokens.player(), { utr: mistyped(utr) }))
  await stage.seed(stage.tokens.player(), { utr: utrs[2] })
  await desk.keep([
    ...rowsOf([{ utr: utrs[0], amount: '500.01' }, { utr: utrs[1] }, { utr: utrs[2] }]),
    sentBack(utrs[1]),
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
  // Neither page approves the second request by this row.
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
  // Both pages show the two requests, and neither page approves by that row.
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
  const file = fileOf([`${today()},UPI-ASHA RAO,${utr},500.00,,700.00`])
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
  // A bank may give two payments one number. An admin compares both and approves the second.
  expect(await desk.approve(stage.tokens.admin(), [again.pair], 'near')).toEqual(['approved'])
  expect(balanceOf(other)).toBe(50_000)
})

it('a request of another amount than the bank has under its reference is credited nowhere, unless a person says that it is another payment', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr, amountPaise: 1_000_000 })
  const { _id } = await desk.keep(rowsOf([{ utr: `000${utr}`, amount: '100.50' }]))
  expect(await hintsOf(id)).toEqual([{ hint: 'bank_amount_differs', requests: [] }])
  expect(await stage.decide(stage.tokens.admin(), id, 'approved')).toMatchObject({
    code: 'bank_amount_differs',
    message: expect.stringMatching(/is ₹100\.5\. Reject this request \("Amount differs"\): the player can ask again/),
    params: { amount: 100.5 },
  })
  expect(balanceOf(player)).toBe(0)
  const { pair, row } = await nearPair(_id)
  expect(row.near).toBe('amount')
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), pair)).code).toBeUndefined()
  expect(await hintsOf(id)).toEqual([])
  expect(await approve(id)).toBe('approved')
})

it('and not by another row either that is near to it, nor once the row has paid, nor by the first of two; beside a row of its own amount it is', async () => {
  const utrs = [stage.reference(), stage.reference(), stage.reference()] as const
  const [player, other] = [stage.tokens.player(), stage.tokens.player()]
  const nearby = await stage.seed(player, { utr: mistyped(utrs[0]) })
  const { _id } = await desk.keep(rowsOf([{ utr: utrs[0] }, { utr: mistyped(utrs[0]), amount: '5.00' }]))
  const pairs = pairsOf(await desk.read(_id, 'near'))
  expect(pairs.map(({ requestId }) => requestId)).toEqual([nearby, nearby])
  expect(await desk.approve(stage.tokens.admin(), pairs.slice(0, 1), 'near')).toEqual(['skipped'])
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), pairs[1] ?? none)).code).toBeUndefined()
  expect(await desk.approve(stage.tokens.admin(), pairs.slice(0, 1), 'near')).toEqual(['approved'])
  const used = await stage.seed(player, { utr: utrs[0], amountPaise: 1_000_000 })
  await secondAbove(5_000)
  expect(await approve(used)).toBe('bank_amount_differs')
  await secondAbove(null)
  const both = await stage.seed(other, { utr: utrs[1] })
  await desk.keep(rowsOf([{ utr: utrs[1], amount: '5.00' }, { utr: utrs[1] }]))
  expect(await approve(both)).toBe('approved')
  // A charge of the bank is not the amount of the payment.
  const charged = await stage.seed(other, { utr: utrs[2] })
  await desk.keep([`${today()},CHARGES ${utrs[2]},,,5.90,2.00`])
  expect(await approve(charged)).toBe('approved')
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 100_000])
})

const credited = (utr: string, amount = '500.00'): string => rowsOf([{ utr, amount }]).join('')
const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)
const payout = (utr: string, day = today()): string => `${day},UPI/DR/${utr}/919845012345@ybl,,,500.00,1.00`
const fromUpiId = (utr: string): string => rowsOf([{ utr, text: 'UPI/CR/ASHA RAO/919845012345@ybl' }]).join('')

it.each<[what: string, code: string, rows: (utr: string) => string[]]>([
  [
    'has a UPI id of an earlier payout of its amount',
    'approved',
    (utr) => [payout(stage.reference(), yesterday), fromUpiId(utr)],
  ],
  ['has a UPI id of a payout of its amount since', 'approved', (utr) => [fromUpiId(utr), payout(stage.reference())]],
  ['was sent back and came again', 'bank_row_near', (utr) => [credited(utr), sentBack(utr), credited(utr)]],
  ['was sent back twice', 'bank_row_returned', (utr) => [1, 2].flatMap(() => [credited(utr), sentBack(utr)])],
  ['has another amount, sent back', 'approved', (utr) => [credited(utr, '70.00'), sentBack(utr, '70.00')]],
  [
    'has two other amounts, one of them sent back',
    'bank_amount_differs',
    (utr) => [credited(utr, '70.00'), credited(utr, '5000.00'), sentBack(utr, '5000.00')],
  ],
])('a payment that %s: %s', async (_what, code, rows) => {
  const utr = stage.reference()
  const id = await stage.seed(stage.tokens.player(), { utr })
  await desk.keep(rows(utr))
  expect(await approve(id)).toBe(code)
})

it('money that the bank has sent back is credited nowhere, also where it was sent back between two approvals', async () => {
  const [player, own] = [stage.tokens.player(), stage.reference()]
  const returned = await stage.seed(player, { utr: own })
  await desk.keep([...rowsOf([{ utr: own }]), sentBack(own)])
  expect(await hintsOf(returned)).toEqual([{ hint: 'bank_row_returned', requests: [] }])
  expect(await approve(returned)).toBe('bank_row_returned')
  await secondAbove(5_000)
  for (const match of ['exact', 'near'] as const) {
    const utr = stage.reference()
    const id = await stage.seed(player, { utr: match === 'near' ? mistyped(utr) : utr, amountPaise: 910_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '9100.00' }]))
    const pairs = pairsOf(await desk.read(_id, match))
    expect(await desk.approve(stage.tokens.admin(), pairs, match)).toEqual(['first'])
    await desk.keep([sentBack(utr, '9100.00')])
    expect(await approve(id)).toBe(match === 'near' ? 'bank_row_near' : 'bank_row_returned')
    expect(await desk.approve(stage.tokens.admin(), pairs, match)).toEqual(['skipped'])
  }
  await secondAbove(null)
  expect(balanceOf(player)).toBe(0)
})

it.each([
  ['a mistyped reference, and the row pays for whose it is', mistyped, 'near'],
  ['its own', (utr: string) => utr, 'exact'],
] as const)(
  'a row that is said to be another payment between two approvals is used up by neither: %s',
  async (_what, typed, match) => {
    const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
    const id = await stage.seed(player, { utr: typed(utr), amountPaise: 930_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '9300.00' }]))
    await secondAbove(5_000)
    const [pair = none] = pairsOf(await desk.read(_id, match))
    expect(await desk.approve(stage.tokens.admin(), [pair], match)).toEqual(['first'])
    expect((await stage.call(refuseBankMatch, stage.tokens.admin(), pair)).code).toBeUndefined()
    expect(await stage.decide(stage.tokens.admin(), id, 'approved')).toMatchObject({
      code: 'bank_row_near',
      message: expect.stringContaining('The bank row of the first approval has changed'),
    })
    await secondAbove(null)
    expect((await stage.decide(stage.tokens.admin(), id, 'rejected')).code).toBeUndefined()
    await stage.seed(other, { utr, amountPaise: 930_000 })
    expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(_id)))).toEqual(['approved'])
    expect([balanceOf(player), balanceOf(other)]).toEqual([0, 930_000])
  },
)

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
  // If the mistyped request was approved first, without the row, the row waits until an admin notes the payment.
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
  // Otherwise the row paid for the request that names it, and the other request was approved by its proof.
  const isMistypedPaid = paidFor === id
  expect(await approve(own)).toBe(isMistypedPaid ? 'bank_row_used' : 'already_decided')
  expect(balanceOf(other)).toBe(isMistypedPaid ? 0 : 50_000)
  expect((await desk.read(_id, isMistypedPaid ? 'near' : 'used')).rows).toHaveLength(1)
}, 30_000)
