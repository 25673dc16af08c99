import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { refuseBankMatch } from '@kismet/contracts'
import { takeTurn } from '@kismet/service-kit/database'
import { BankDesk, pairsOf, rowsOf } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { deposits } from '../src/db/deposits.ts'
import { readAll } from '../src/work/read-list.ts'
import { whileHeld } from './while-held.ts'
import { rich, withdraw } from './withdrawing.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

/** A row of a bank that names two requests. */
async function named(amounts: readonly number[]): Promise<{ ids: string[]; rowId: string }> {
  const utrs = [stage.reference(), stage.reference()]
  const ids = []
  for (const [at, utr] of utrs.entries())
    ids.push(await stage.seed(stage.tokens.player(), { utr, amountPaise: amounts[at] ?? 0 }))
  const near = await desk.read(
    (await desk.keep(rowsOf([{ utr: utrs[0] ?? '', text: `UPI/${utrs[1]}/X` }])))._id,
    'near',
  )
  expect(near.rows).toMatchObject([{ near: 'several' }])
  return { ids, rowId: near.rows[0]?.rowId ?? '' }
}

it('a bank row that names two requests waits for the other one that is being approved, and then pays for none', async () => {
  const { ids, rowId } = await named([50_000, 50_000])
  const [asked = '', other = ''] = ids
  const approveOther = `UPDATE deposit SET status = 'approved', decided_at = now(), decided_by = $1, decided_by_name = 'x', credited_at = now() WHERE id = $1`
  const outcome = await whileHeld(
    stage,
    (client) => client.query(approveOther, [other]),
    () => desk.approve(stage.tokens.admin(), [{ rowId, requestId: asked }], 'near'),
  )
  expect(outcome).toEqual(['skipped'])
  expect(await stage.value('SELECT status FROM deposit WHERE id = $1', [asked])).toBe('pending')
})

it('a bank row that names two requests of another amount pays for neither', async () => {
  const { ids, rowId } = await named([40_000, 60_000])
  for (const requestId of ids)
    expect(await desk.approve(stage.tokens.admin(), [{ rowId, requestId }], 'near')).toEqual(['skipped'])
})

it('a pair that one admin approves while another one says that it is none becomes one of the two', async () => {
  const utrs = Array.from({ length: 12 }, () => stage.reference())
  for (const utr of utrs) await stage.seed(stage.tokens.player(), { utr })
  const pairs = pairsOf(await desk.read((await desk.keep(rowsOf(utrs.map((utr) => ({ utr })))))._id))
  expect(pairs).toHaveLength(12)
  const ends = await Promise.all(
    pairs.map(async (pair) => {
      const [approved, refused] = await Promise.all([
        desk.approve(stage.tokens.admin(), [pair]),
        stage.call(refuseBankMatch, stage.tokens.admin(), pair),
      ])
      return [...approved, refused.code]
    }),
  )
  for (const end of ends)
    expect([
      ['approved', undefined],
      ['skipped', undefined],
    ]).toContainEqual(end)
})

it('a withdraw password that is tried on another replica meanwhile is counted first', async () => {
  const withdrawPassword = 'chai-7'
  const player = await rich(stage, 100_000, { withdrawPassword })
  const answer = await whileHeld(
    stage,
    async (client) => {
      await takeTurn(client, `password ${player.id}`)
      const tries = 'INSERT INTO password_try (id, player_id, at) SELECT uuidv7(), $1, now() FROM generate_series(1, 5)'
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
  for await (const { id, status } of readAll(stage.context.db, deposits, { player: player.id }, 100, 1)) {
    rows.push([id, status])
    if (rows.length <= 2) await stage.decide(stage.tokens.admin(), ids[rows.length === 1 ? 0 : 2] ?? '', 'rejected')
  }
  expect(rows).toEqual([
    [ids[0], 'pending'],
    [ids[1], 'pending'],
    [ids[2], 'rejected'],
  ])
})
