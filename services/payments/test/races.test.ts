import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { approveWithdrawal, payPayoutMatches, readPayoutMatches } from '@kismet/contracts'
import { takeLock } from '@kismet/service-kit/database'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { readAll } from '../src/db/request-lists.ts'
import { whileHeld } from './while-held.ts'
import { rich, withdraw, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

it('a bank row waits for the approval of another request that is taking it, and then pays for that one alone', async () => {
  const [utr, amountPaise] = [stage.reference(), 50_000]
  const asked = await stage.seed(stage.tokens.player(), { utr: `9${utr.slice(1)}`, amountPaise })
  const other = await stage.seed(stage.tokens.player(), { amountPaise })
  const [pair] = pairsOf(await desk.read((await desk.keep(rowsOf([{ utr }])))._id, 'near'))
  if (pair?.requestId !== asked) throw new Error('The pair is missing')
  const outcome = await whileHeld(
    stage,
    (client) => client.query('UPDATE bank_row SET deposit_id = $2 WHERE id = $1', [pair.rowId, other]),
    () => desk.approve(stage.tokens.admin(), [pair], 'near'),
  )
  expect(outcome).toEqual(['skipped'])
  expect(await stage.value('SELECT status FROM request WHERE id = $1', [asked])).toBe('pending')
})

/** Uploads a row. Its request is approved after the upload has linked its rows, and before the upload commits. */
const uploadDuring = (row: string, approve: () => Promise<unknown>) =>
  whileHeld(
    stage,
    (client) => client.query('LOCK TABLE bank_mapping IN ACCESS EXCLUSIVE MODE'),
    () => desk.keep([row]),
    approve,
  )

it('a deposit that is approved during the upload of its row is linked by an admin', async () => {
  const [player, utr] = [stage.tokens.player(), stage.reference()]
  const id = await stage.seed(player, { utr })
  const approve = async () => expect((await stage.decide(stage.tokens.admin(), id, 'approved')).code).toBeUndefined()
  const { _id } = await uploadDuring(rowsOf([{ utr }]).join(''), approve)
  const near = await desk.read(_id, 'near')
  expect(near.rows).toMatchObject([{ near: 'paid', request: { _id: id } }])
  expect(await desk.approve(stage.tokens.admin(), pairsOf(near), 'near')).toEqual(['approved'])
  expect((await desk.read(_id, 'used')).rows).toMatchObject([{ request: { _id: id } }])
  expect(await stage.value('SELECT deposit_id FROM bank_row WHERE reference = $1', [utr])).toBe(id)
  expect(stage.wallet.balances.get(player.id)).toBe(50_000)
})

it('a withdrawal that is approved during the upload of its debit is linked by an admin', async () => {
  const [id, utr] = [await withdrawn(stage, await rich(stage, 100_000), 400), stage.reference()]
  const cashier = stage.tokens.admin('cashier')
  const approve = () => stage.call(approveWithdrawal, cashier, { id, paidReference: utr })
  const line = `${today()},"IMPS-${id.slice(-12).toUpperCase()}",${utr},,400.00,`
  const { _id } = await uploadDuring(line, approve)
  const { out } = await stage.call(readPayoutMatches, cashier, { id: _id, tab: 'near' })
  expect(out?.rows).toMatchObject([{ withdrawal: { _id: id, status: 'approved' } }])
  const pairs = [{ rowId: out?.rows[0]?.rowId ?? '', withdrawalId: id }]
  const noted = await stage.call(payPayoutMatches, cashier, { match: 'near', pairs })
  expect(noted.out?.results).toMatchObject([{ outcome: 'linked' }])
  expect(await stage.value('SELECT withdrawal_id FROM bank_row WHERE reference = $1', [utr])).toBe(id)
})

it('an upload whose row belongs to a deposit that an admin links meanwhile is kept, and leaves the link', async () => {
  const [utr, typed] = [stage.reference(), stage.reference()]
  const id = await stage.seed(stage.tokens.player(), { utr })
  await stage.decide(stage.tokens.admin(), id, 'approved')
  await desk.keep(rowsOf([{ utr: typed }]))
  const { _id } = await whileHeld(
    stage,
    (client) => client.query('UPDATE bank_row SET deposit_id = $2 WHERE reference = $1', [typed, id]),
    () => desk.keep(rowsOf([{ utr }])),
  )
  expect((await desk.read(_id, 'used')).rows).toMatchObject([{ utr, request: { _id: id } }])
  expect(await stage.value('SELECT reference FROM bank_row WHERE deposit_id = $1', [id])).toBe(typed)
})

it('a withdraw password that is tried on another replica meanwhile is counted first', async () => {
  const withdrawPassword = 'chai-7'
  const player = await rich(stage, 100_000, { withdrawPassword })
  const answer = await whileHeld(
    stage,
    async (client) => {
      await takeLock(client, `password ${player.id}`)
      const tries = `INSERT INTO attempt (id, player_id, kind, at) SELECT uuidv7(), $1, 'withdraw_password', now() FROM generate_series(1, 5)`
      await client.query(tries, [player.id])
    },
    () => withdraw(stage, player, 300, { withdrawPassword }),
  )
  expect(answer.code).toBe('too_many_requests')
  expect(stage.wallet.balances.get(player.id)).toBe(100_000)
})

it('a list that is taken away has a request once that is decided meanwhile', async () => {
  const player = stage.tokens.player()
  const ids = [await stage.seed(player), await stage.seed(player), await stage.seed(player)]
  const rows: [string, string][] = []
  const list = { kind: 'deposit', admin: stage.tokens.admin(), nowMs: Date.now() } as const
  for await (const { id, status } of readAll(
    stage.context.db,
    list,
    { player: player.id },
    (rows) => Promise.resolve(rows),
    1,
  )) {
    rows.push([id, status])
    if (rows.length <= 2) await stage.decide(stage.tokens.admin(), ids[rows.length === 1 ? 0 : 2] ?? '', 'rejected')
  }
  expect(rows).toEqual([
    [ids[2], 'pending'],
    [ids[1], 'pending'],
    [ids[0], 'rejected'],
  ])
})
