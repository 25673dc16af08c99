import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { approveBankMatches, decideDeposit, keptCredits, setApprovalSettings } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { eventually } from '@kismet/test-env/eventually'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const audits = (target: string) => stage.value<number>('SELECT count(*) FROM audit WHERE target = $1', [target])
const statusOf = (id: string) => stage.value<string>('SELECT status FROM request WHERE id = $1', [id])
afterEach(() => {
  stage.wallet.mode = 'answers'
})

describe('exact matches', () => {
  it('are approved in one go: each player is credited once, each with its own audit row', async () => {
    const admin = stage.tokens.admin('cashier')
    const players = Array.from({ length: 6 }, () => stage.tokens.player())
    const asked = await Promise.all(
      players.map(async (player) => {
        const utr = stage.reference()
        return { player, utr, id: await stage.seed(player, { utr }) }
      }),
    )
    const { _id } = await desk.keep(
      rowsOf([
        ...asked.map(({ utr }) => ({ utr: `0000${utr}` })),
        { text: 'INTEREST PAID', amount: '1.00' },
        { utr: stage.reference() },
      ]),
    )
    const matches = await desk.read(_id)
    expect(matches.tallies).toMatchObject({
      exact: { count: 6, amount: 3_000 },
      none: { count: 1, amount: 500 },
      other: { count: 1, amount: 1 },
      near: { count: 0 },
      used: { count: 0 },
    })
    expect(matches.rows.map(({ request }) => request?.user.email)).toEqual(players.map(({ email }) => email))
    expect(await desk.approve(admin, pairsOf(matches))).toEqual(Array(6).fill('approved'))
    for (const { player, id } of asked) {
      expect(stage.wallet.balances.get(player.id)).toBe(50_000)
      expect(await audits(id)).toBe(1)
    }
    expect(await auditFault(stage.owner, 'payments')).toBeNull()
    const after = await desk.read(_id, 'used')
    expect(after).toMatchObject({
      statement: { approved: { count: 6, amount: 3_000 } },
      tallies: { exact: { count: 0 } },
    })
    expect(after.rows[0]?.request).toMatchObject({ status: 'approved', decidedBy: admin.username })
    // A repeat of the same approvals changes no balance.
    expect(await desk.approve(admin, pairsOf(matches))).toEqual(Array(6).fill('approved'))
    expect(stage.wallet.balances.get(players[0]?.id ?? '')).toBe(50_000)
  })

  it('are credited once whoever asks for them at one time', async () => {
    const player = stage.tokens.player()
    const utrs = Array.from({ length: 5 }, () => stage.reference())
    for (const utr of utrs) await stage.seed(player, { utr })
    const pairs = pairsOf(await desk.read((await desk.keep(rowsOf(utrs.map((utr) => ({ utr })))))._id))
    const alone = pairs[0]?.requestId ?? ''
    const [first, second, single] = await Promise.all([
      desk.approve(stage.tokens.admin(), pairs),
      desk.approve(stage.tokens.admin(), pairs),
      stage.decide(stage.tokens.admin(), alone, 'approved'),
    ])
    expect([...first, ...second].filter((outcome) => outcome !== 'approved' && outcome !== 'skipped')).toEqual([])
    expect(single.code ?? 'approved').toMatch(/^(approved|already_decided)$/)
    expect(stage.wallet.balances.get(player.id)).toBe(5 * 50_000)
    for (const { requestId } of pairs) expect(await audits(requestId)).toBe(1)
  })

  it('go on after a crash in the middle: nothing is lost, and nothing is done twice', async () => {
    const player = stage.tokens.player()
    const utrs = Array.from({ length: 12 }, () => stage.reference())
    for (const utr of utrs) await stage.seed(player, { utr })
    const pairs = pairsOf(await desk.read((await desk.keep(rowsOf(utrs.map((utr) => ({ utr })))))._id))
    await stage.stopReplicas()
    stage.wallet.mode = 'books-and-hangs'
    const child = await stage.startProcess()
    // The answer never comes, because the wallet hangs. A short timeout keeps the test fast.
    const impatient = { ...approveBankMatches, timeoutMs: 1_000 }
    const answer = stage.call(impatient, stage.tokens.admin(), { match: 'exact', pairs })
    await eventually('some are booked', () => stage.wallet.credits.has(pairs[0]?.requestId ?? ''))
    child.kill('SIGKILL')
    stage.wallet.mode = 'answers'
    await stage.startReplicas()
    expect((await answer).code).toBe('unavailable')
    const outcomes = await desk.approve(stage.tokens.admin(), pairs)
    expect(outcomes).toEqual(Array(12).fill('approved'))
    await stage.makeDue()
    await eventually('all are booked', () => stage.wallet.balances.get(player.id) === 12 * 50_000)
    for (const { requestId } of pairs) expect(await audits(requestId)).toBe(1)
  }, 60_000)

  it('whose credit the wallet does not book now follow by themselves', async () => {
    const player = stage.tokens.player()
    const utr = stage.reference()
    await stage.seed(player, { utr })
    const pairs = pairsOf(await desk.read((await desk.keep(rowsOf([{ utr }])))._id))
    stage.wallet.mode = 'falls'
    expect(await desk.approve(stage.tokens.admin(), pairs)).toEqual(['unbooked'])
    stage.wallet.mode = 'answers'
    await eventually('it is booked', () => stage.wallet.balances.get(player.id) === 50_000)
  })

  it('are held to every guard of a single approval, each for itself', async () => {
    const utrs = [stage.reference(), stage.reference(), stage.reference()]
    const admin = stage.tokens.admin('cashier')
    const own = { ...stage.tokens.player(), email: admin.username.toUpperCase() }
    const ids = [
      await stage.seed(own, { utr: utrs[0] }),
      await stage.seed(stage.tokens.player(), { utr: utrs[1], amountPaise: 900_000 }),
      await stage.seed(stage.tokens.player(), { utr: utrs[2] }),
    ]
    const amounts = ['500.00', '9000.00', '500.00']
    const { _id } = await desk.keep(rowsOf(utrs.map((utr, at) => ({ utr, amount: amounts[at] ?? '' }))))
    const pairs = pairsOf(await desk.read(_id))
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 5_000 })
    expect(await desk.approve(admin, pairs)).toEqual(['skipped', 'first', 'approved'])
    expect(await Promise.all(ids.map(statusOf))).toEqual(['pending', 'pending', 'approved'])
    // The admin of the first approval cannot give the second. The row has paid for no request yet.
    expect(await desk.approve(admin, pairs.slice(1, 2))).toEqual(['skipped'])
    expect((await desk.read(_id)).rows.map(({ request }) => request?.firstApproval?.by)).toEqual([
      undefined,
      admin.username,
    ])
    expect(await desk.approve(stage.tokens.admin(), pairs.slice(0, 2))).toEqual(['approved', 'approved'])
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null })
    expect(await Promise.all(ids.map(audits))).toEqual([1, 2, 1])
  })

  it('wait for the request that comes later, whatever file has told of them', async () => {
    const utr = stage.reference()
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '750.00' }]))
    expect((await desk.read(_id, 'none')).rows).toMatchObject([{ utr, request: null }])
    const player = stage.tokens.player()
    expect((await stage.deposit(player, { utr, amount: '750' })).status).toBe(200)
    const kept = await desk.read(keptCredits)
    expect(kept.statement).toBeNull()
    const pair = kept.rows.find((row) => row.utr === utr)
    expect(pair?.request?.user._id).toBe(player.id)
    expect(await desk.approve(stage.tokens.admin(), pairsOf({ rows: pair ? [pair] : [] }))).toEqual(['approved'])
    expect(stage.wallet.balances.get(player.id)).toBe(75_000)
  })
})

describe('money that the bank has sent back', () => {
  it('is approved in no way, whichever file tells of the return', async () => {
    const [admin, utr] = [stage.tokens.admin('cashier'), stage.reference()]
    const id = await stage.seed(stage.tokens.player(), { utr })
    const { _id } = await desk.keep(rowsOf([{ utr }]))
    const pairs = pairsOf(await desk.read(_id))
    expect(pairs).toMatchObject([{ requestId: id }])
    await desk.keep([`${today()},UPI-REV-${utr},,,500.00,`])
    expect(await desk.read(_id)).toMatchObject({ rows: [], tallies: { other: { count: 1 } } })
    for (const match of ['exact', 'near'] as const) expect(await desk.approve(admin, pairs, match)).toEqual(['skipped'])
    expect((await stage.decide(admin, id, 'approved')).code).toBe('bank_row_returned')
    expect(await statusOf(id)).toBe('pending')
  })

  it('is another payment where the amount is another one', async () => {
    const utr = stage.reference()
    await stage.seed(stage.tokens.player(), { utr })
    const { _id } = await desk.keep([...rowsOf([{ utr }]), `${today()},CHARGES ${utr},,,5.90,2.00`])
    expect(await desk.approve(stage.tokens.admin(), pairsOf(await desk.read(_id)))).toEqual(['approved'])
  })
})

describe('near matches', () => {
  const secondAbove = (secondApprovalAbove: number | null) =>
    stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove })
  /** Another reference that a player mistypes the reference as. */
  const mistyped = (utr: string): string => `9${utr.slice(1)}`
  afterEach(() => secondAbove(null))

  it('that two admins approve use up their row, also where the second one does it at the desk of deposits', async () => {
    const [player, first, second] = [stage.tokens.player(), stage.tokens.admin('cashier'), stage.tokens.admin()]
    const utr = stage.reference()
    const id = await stage.seed(player, { utr: mistyped(utr), amountPaise: 910_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '9100.00' }]))
    await secondAbove(5_000)
    expect(await desk.approve(first, pairsOf(await desk.read(_id, 'near')), 'near')).toEqual(['first'])
    // The row is reserved: it pays for no other request, and stays on the list of the second admin.
    const own = await stage.seed(player, { utr, amountPaise: 910_000 })
    expect((await stage.decide(second, own, 'approved')).code).toBe('bank_row_used')
    expect((await desk.read(_id, 'near')).rows).toMatchObject([{ request: { _id: id } }])
    expect((await stage.decide(second, id, 'approved')).code).toBeUndefined()
    expect((await desk.read(_id, 'used')).rows).toMatchObject([{ request: { _id: id } }])
    expect((await stage.decide(second, own, 'approved')).code).toBe('bank_row_used')
    expect(stage.wallet.balances.get(player.id)).toBe(910_000)
  })

  it('free their row when the request is rejected after its first approval', async () => {
    const [player, admin, utr] = [stage.tokens.player(), stage.tokens.admin('cashier'), stage.reference()]
    const id = await stage.seed(player, { utr: mistyped(utr), amountPaise: 920_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '9200.00' }]))
    await secondAbove(5_000)
    expect(await desk.approve(admin, pairsOf(await desk.read(_id, 'near')), 'near')).toEqual(['first'])
    expect((await stage.decide(admin, id, 'rejected')).code).toBeUndefined()
    await secondAbove(null)
    await stage.seed(player, { utr, amountPaise: 920_000 })
    expect(await desk.approve(admin, pairsOf(await desk.read(_id)))).toEqual(['approved'])
    expect(stage.wallet.balances.get(player.id)).toBe(920_000)
  })

  it('of another amount are never approved with the asked amount: rejected, the row waits for what the player asks next', async () => {
    const [player, admin, utr] = [stage.tokens.player(), stage.tokens.admin('cashier'), stage.reference()]
    const id = await stage.seed(player, { utr, amountPaise: 105_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '1500.00' }]))
    const near = await desk.read(_id, 'near')
    expect(near.rows).toMatchObject([{ near: 'amount', amount: 1_500, request: { amount: 1_050 } }])
    for (const match of ['exact', 'near'] as const)
      expect(await desk.approve(admin, pairsOf(near), match)).toEqual(['skipped'])
    expect((await stage.decide(admin, id, 'approved')).code).toBe('bank_amount_differs')
    expect(await statusOf(id)).toBe('pending')
    await stage.call(decideDeposit, admin, { id, status: 'rejected', adminReason: 'Amount differs' })
    expect((await desk.read(_id, 'none')).rows).toMatchObject([{ utr, request: { status: 'rejected' } }])
    expect((await stage.deposit(player, { utr, amount: '1500' })).status).toBe(200)
    expect(await desk.approve(admin, pairsOf(await desk.read(_id)))).toEqual(['approved'])
    expect(stage.wallet.balances.get(player.id)).toBe(150_000)
  })

  it('with another digit are approved alone, by a person, and the row pays for nothing else', async () => {
    const [player, admin] = [stage.tokens.player(), stage.tokens.admin('cashier')]
    const [atBank, asked] = ['733312345678', '733312345670']
    await stage.seed(player, { utr: asked })
    const { _id } = await desk.keep(rowsOf([{ utr: atBank }]))
    const near = await desk.read(_id, 'near')
    expect(near.rows).toMatchObject([{ near: 'similar', utr: atBank, request: { utr: asked } }])
    expect(await desk.approve(admin, pairsOf(near))).toEqual(['skipped'])
    const two = [...pairsOf(near), ...pairsOf(near)]
    expect((await stage.call(approveBankMatches, admin, { match: 'near', pairs: two })).code).toBe('invalid_request')
    expect(await desk.approve(admin, pairsOf(near), 'near')).toEqual(['approved'])
    const later = await stage.seed(stage.tokens.player(), { utr: atBank })
    expect((await desk.read(_id)).rows).toEqual([])
    const rowId = near.rows[0]?.rowId ?? ''
    for (const match of ['exact', 'near'] as const)
      expect(await desk.approve(admin, [{ rowId, requestId: later }], match)).toEqual(['skipped'])
    await expect(
      stage.owner.query('UPDATE bank_row SET deposit_id = $2 WHERE id = $1', [rowId, later]),
    ).rejects.toThrow(/has paid for/)
  })

  it('never take the row that another request names', async () => {
    const utr = stage.reference()
    const id = await stage.seed(stage.tokens.player(), { utr: mistyped(utr) })
    await stage.seed(stage.tokens.player(), { utr })
    const [pair] = pairsOf(await desk.read((await desk.keep(rowsOf([{ utr }])))._id))
    const other = { rowId: pair?.rowId ?? '', requestId: id }
    expect(await desk.approve(stage.tokens.admin(), [other], 'near')).toEqual(['skipped'])
  })
})
