import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { decideDeposit, requestHints, setApprovalSettings } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterEach(() => secondAbove(null))
afterAll(() => stage.strike())

/** A reference with its first digit mistyped. */
const mistyped = (utr: string): string => `${utr.startsWith('7') ? 8 : 7}${utr.slice(1)}`
const approve = async (id: string): Promise<string> =>
  (await stage.decide(stage.tokens.admin(), id, 'approved')).code ?? 'approved'
const balanceOf = ({ id }: { readonly id: string }) => stage.wallet.balances.get(id) ?? 0
const hintsOf = async (id: string) => (await stage.call(requestHints, stage.tokens.admin(), { id })).out?.hints
const rowOf = (id: string) =>
  stage.value<string | null>('SELECT min(id::text) FROM bank_row WHERE deposit_id = $1', [id])
/** The line of a payment that the bank sends back. */
const sentBack = (utr: string, amount = '500.00'): string => `${today()},UPI-REV-${utr},,,${amount},`
const secondAbove = (secondApprovalAbove: number | null) =>
  stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove })

it('an approval at the desk of deposits takes the row with its reference and amount', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: `000${utr}` })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect(await approve(id)).toBe('approved')
  expect((await desk.read(_id, 'used')).rows).toMatchObject([{ rowId: await rowOf(id), request: { _id: id } }])
})

it('a request that was approved before its row came has the row once the file is read', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr })
  expect(await approve(id)).toBe('approved')
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect((await desk.read(_id, 'used')).rows).toMatchObject([{ rowId: await rowOf(id), request: { _id: id } }])
})

it('a suggestion forbids nothing: a request is approved by its proof beside a row that is similar or cut', async () => {
  const cut = `SBIN2263266044${stage.reference().slice(-4)}`
  const utr = stage.reference()
  const ids = [await stage.seed(stage.tokens.player(), { utr: cut }), await stage.seed(stage.tokens.player(), { utr })]
  const { _id } = await desk.keep(rowsOf([{ text: `NEFT ${cut.slice(0, 16)}` }, { utr: mistyped(utr) }]))
  expect((await desk.read(_id, 'near')).rows.map(({ near }) => near)).toEqual(['cut', 'similar'])
  expect(await Promise.all(ids.map(approve))).toEqual(['approved', 'approved'])
})

it('a payment that was approved for a mistyped reference before its row came is no exact match of the true reference', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  expect(await approve(id)).toBe('approved')
  const own = await stage.seed(other, { utr })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect((await desk.read(_id)).rows).toEqual([])
  const near = await desk.read(_id, 'near')
  expect(near.rows).toMatchObject([{ near: 'paid', utr, request: { _id: id, status: 'approved' } }])
  for (const _ of [1, 2]) expect(await desk.approve(stage.tokens.admin(), pairsOf(near), 'near')).toEqual(['approved'])
  expect(await approve(own)).toBe('bank_row_used')
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 0])
  const noted = `SELECT count(*) FROM audit WHERE action = 'bank-match.note' AND target = $1`
  expect(await stage.value(noted, [near.rows[0]?.rowId])).toBe(1)
  expect(await auditFault(stage.owner, 'payments')).toBeNull()
})

it('a request that was credited with another amount keeps the row of what its player asked for', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { out } = await stage.call(decideDeposit, stage.tokens.admin(), { id, status: 'approved', amount: 90 })
  expect(out?.deposit).toMatchObject({ status: 'approved', amount: 90, askedAmount: 500 })
  const own = await stage.seed(other, { utr })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect((await desk.read(_id)).rows).toEqual([])
  const near = await desk.read(_id, 'near')
  expect(near.rows).toMatchObject([{ near: 'paid', request: { _id: id } }])
  expect(await approve(own)).toBe('bank_row_changed')
  // A row pays for its own amount only.
  expect(await desk.approve(stage.tokens.admin(), pairsOf(near), 'near')).toEqual(['skipped'])
  expect([balanceOf(player), balanceOf(other)]).toEqual([9_000, 0])
})

it('a request that is approved without a row after the page was read keeps its row from the other request', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const own = await stage.seed(other, { utr })
  const shown = pairsOf(await desk.read((await desk.keep(rowsOf([{ utr }])))._id))
  expect(shown).toMatchObject([{ requestId: own }])
  expect(await approve(id)).toBe('approved')
  expect(await desk.approve(stage.tokens.admin(), shown)).toEqual(['skipped'])
  expect(await stage.decide(stage.tokens.admin(), own, 'approved')).toMatchObject({
    code: 'bank_row_changed',
    message: expect.stringContaining('was approved without a row'),
  })
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 0])
  // The approved request has a row of its own: they are two payments.
  await desk.keep(rowsOf([{ utr: mistyped(utr) }]))
  expect(await approve(own)).toBe('approved')
})

it.each([
  ['pending', false, 'near'],
  ['approved', true, 'none'],
] as const)(
  'a row near to a request that was approved without a row is no exact match beside %s requests without end',
  async (status, isDecided, tab) => {
    const amountPaise = isDecided ? 70_000 : 80_000
    const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
    const id = await stage.seed(player, { utr: mistyped(utr), amountPaise })
    expect(await approve(id)).toBe('approved')
    await stage.owner.query(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at, decided_at, decided_by, decided_by_name, booked_at)
       SELECT uuidv7(), 'deposit', $1, uuidv7(), 'p' || n, $2, 'UPI', u, u, 1, 0, now(), at, CASE WHEN $3 THEN uuidv7() END, CASE WHEN $3 THEN 'a' END, at
       FROM generate_series(1, 5001) AS n, LATERAL (SELECT ($2::bigint * 10000000 + n)::text AS u, CASE WHEN $3 THEN now() END AS at) AS said`,
      [status, amountPaise, isDecided],
    )
    const own = await stage.seed(other, { utr, amountPaise })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: `${amountPaise / 100}.00` }]))
    expect(await desk.read(_id)).toMatchObject({ rows: [], isCut: true })
    expect((await desk.read(_id, tab)).rows).toMatchObject([{ request: isDecided ? null : { _id: id } }])
    expect(await approve(own)).toBe('bank_row_changed')
    expect([balanceOf(player), balanceOf(other)]).toEqual([amountPaise, 0])
  },
)

it('the true reference of a payment that was approved by its row for a mistyped one pays nobody again', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(_id, 'near')), 'near')).toEqual(['approved'])
  const own = await stage.seed(other, { utr })
  expect(await stage.decide(stage.tokens.admin(), own, 'approved')).toMatchObject({
    code: 'bank_row_used',
    params: { requestId: id },
  })
  expect(await hintsOf(own)).toMatchObject([{ hint: 'bank_row_used', requests: [{ _id: id }] }])
  expect([balanceOf(player), balanceOf(other)]).toEqual([50_000, 0])
})

it('a request of another amount than the bank has under its reference is credited nowhere', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr, amountPaise: 1_000_000 })
  await desk.keep(rowsOf([{ utr: `000${utr}`, amount: '100.50' }]))
  expect(await hintsOf(id)).toEqual([{ hint: 'bank_amount_differs', requests: [] }])
  expect(await stage.decide(stage.tokens.admin(), id, 'approved')).toMatchObject({
    code: 'bank_amount_differs',
    message: expect.stringMatching(/is ₹100\.50\. Approve the amount that arrived, or reject/),
    params: { amount: 100.5 },
  })
  await secondAbove(5_000)
  expect(await approve(id)).toBe('bank_amount_differs')
  expect(balanceOf(player)).toBe(0)
})

const credited = (utr: string, amount = '500.00'): string => rowsOf([{ utr, amount }]).join('')
const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)
const payout = (utr: string): string => `${yesterday},UPI/DR/${utr}/919845012345@ybl,,,500.00,1.00`

it.each<[what: string, code: string, rows: (utr: string) => string[]]>([
  ['beside a row of another amount', 'approved', (utr) => [credited(utr, '5.00'), credited(utr)]],
  ['beside a charge of the bank', 'approved', (utr) => [`${today()},CHARGES ${utr},,,5.90,2.00`]],
  ['beside a payout of its amount', 'approved', (utr) => [payout(stage.reference()), credited(utr)]],
  ['that was sent back', 'bank_row_returned', (utr) => [credited(utr), sentBack(utr)]],
  ['that was sent back, and the bank tells it alone', 'bank_row_returned', (utr) => [sentBack(utr)]],
  ['that was sent back in a text', 'bank_row_returned', (utr) => [`${today()},UPI RETURN FROM ASHA ${utr},,,500.00,`]],
])('a payment %s: %s', async (_what, code, rows) => {
  const utr = stage.reference()
  const id = await stage.seed(stage.tokens.player(), { utr })
  await desk.keep(rows(utr))
  expect(await approve(id)).toBe(code)
  expect(await hintsOf(id)).toEqual(code === 'approved' ? [] : [{ hint: code, requests: [] }])
})

it.each(['exact', 'near'] as const)(
  'money that was sent back between two approvals is credited nowhere: %s',
  async (match) => {
    const [player, utr] = [stage.tokens.player(), stage.reference()]
    await secondAbove(5_000)
    const id = await stage.seed(player, { utr: match === 'near' ? mistyped(utr) : utr, amountPaise: 910_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '9100.00' }]))
    const pairs = pairsOf(await desk.read(_id, match))
    expect(await desk.approve(stage.tokens.admin(), pairs, match)).toEqual(['first'])
    await desk.keep([sentBack(utr, '9100.00')])
    expect(await approve(id)).toBe(match === 'near' ? 'bank_row_changed' : 'bank_row_returned')
    expect(await desk.approve(stage.tokens.admin(), pairs, match)).toEqual(['skipped'])
    expect(balanceOf(player)).toBe(0)
  },
)

it('a payment whose text has the id of a withdrawal of its amount is credited only after an admin compared both', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const withdrawal = await withdrawn(stage, await rich(stage, 100_000), 500)
  const id = await stage.seed(player, { utr })
  const { _id } = await desk.keep(rowsOf([{ utr, text: `UPI-ASHA-${withdrawal.slice(-12).toUpperCase()}` }]))
  expect((await desk.read(_id)).rows).toEqual([])
  const near = await desk.read(_id, 'near')
  expect(near.rows).toMatchObject([{ near: 'payout', request: { _id: id } }])
  expect(await stage.decide(stage.tokens.admin(), id, 'approved')).toMatchObject({
    code: 'bank_row_changed',
    message: expect.stringContaining('may be a returned payout'),
  })
  expect(await desk.approve(stage.tokens.admin(), pairsOf(near))).toEqual(['skipped'])
  expect(balanceOf(player)).toBe(0)
  expect(await desk.approve(stage.tokens.admin(), pairsOf(near), 'near')).toEqual(['approved'])
})

it('admins who approve two requests by one row at a time let it pay once', async () => {
  const [player, other, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr: mistyped(utr) })
  const { _id } = await desk.keep(rowsOf([{ utr }]))
  const [pair] = pairsOf(await desk.read(_id, 'near'))
  const rowId = pair?.rowId ?? ''
  const [[near], own] = await Promise.all([
    desk.approve(stage.tokens.admin(), [{ rowId, requestId: id }], 'near'),
    stage.seed(other, { utr }).then(async (requestId) => {
      const [[exact], single] = await Promise.all([
        desk.approve(stage.tokens.admin(), [{ rowId, requestId }]),
        approve(requestId),
      ])
      return { requestId, isApproved: exact === 'approved' || single === 'approved' }
    }),
  ])
  expect([near === 'approved', own.isApproved].filter(Boolean)).toHaveLength(1)
  expect(balanceOf(player) + balanceOf(other)).toBe(50_000)
  expect(await stage.value('SELECT deposit_id FROM bank_row WHERE id = $1', [rowId])).toBe(
    own.isApproved ? own.requestId : id,
  )
}, 30_000)
