import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  askAviatorLoss,
  getAviatorChain,
  getAviatorKeys,
  getAviatorReturns,
  limits,
  listAviatorTopWins,
} from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { betById, topWins } from '../src/db/read-bets.ts'
import { countVoidRounds } from '../src/db/read-rounds.ts'
import { betsQuery } from '../src/db/write-bets.ts'
import { World } from './world.ts'

const rounds = 2_000
const voidEvery = 100
const betsARound = 5
let world: World
let keys: unknown[]

beforeAll(async () => {
  world = await World.create()
  const chain = { CHAIN_LENGTH: '3000' }
  await world.start(chain)
  await world.state('a round is open', ({ phase }) => phase === 'betting')
  keys = (await world.ask(getAviatorKeys, undefined, {})).keys
  await world.stopServices()
  await fill()
  await world.start(chain)
  await world.state('another one is open', ({ phase }) => phase === 'betting')
})
afterAll(() => world.remove())

/** Many rounds, some of them void, with winning bets of today that grow with time. Earlier days have a few larger wins. */
async function fill(): Promise<void> {
  await world.owner.query('DELETE FROM round')
  await world.owner.query(
    `INSERT INTO round (round_number, round_id, chain_id, version, volatility_mode, fairness_hash, term, opened_at_ms, betting_ends_at_ms, phase,
       client_seeds, client_seed, takeoff_at_ms, crash_point_hundredths, server_seed, ended_at_ms)
     SELECT i, gen_random_uuid(), (SELECT chain_id FROM chain ORDER BY first_round LIMIT 1), '1', 'normal', encode(sha256(i::text::bytea), 'hex'), 1, 0, 0,
       CASE WHEN i % $2 = 0 THEN 'void' ELSE 'crashed' END, '{}', 'x', 0, 200, i::text, 0
     FROM generate_series(1, $1::integer) AS i`,
    [rounds, voidEvery],
  )
  await world.owner.query(
    `INSERT INTO bet (bet_id, round_number, player_id, name, stake_paise, client_seed, client_seed_by_player, placed_at, status, place, multiplier_hundredths,
       payout_paise, auto, received_at_ms, balance_paise, balance_seq, bonus_released, settled_at)
     SELECT gen_random_uuid(), 1 + i % $1, gen_random_uuid(), 'a***z', 10000, 'c', true, now(), 'cashed_out', i, 200, 20000 + i, false, 0, 0, 1, false,
       now() - CASE WHEN i > $2 THEN interval '2 days' ELSE interval '0' END
     FROM generate_series(1, $2::integer + 100) AS i`,
    [rounds, rounds * betsARound],
  )
  await world.owner.query('ANALYZE round, bet')
}

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

const rowsOf = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)

/** The number of rows that the database scans for a read. */
async function rowsReadBy(read: (db: Queryable) => Promise<unknown>): Promise<number> {
  let rows = 0
  await read({
    async query(text: string, values?: unknown[]) {
      const explained = await world.owner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      )
      rows += rowsOf(explained.rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Actual Rows': 0, 'Actual Loops': 0 })
      return world.owner.query(text, values)
    },
  })
  return rows
}

it('tells the largest wins of today, and reads no more than it tells, however many there were', async () => {
  const { wins } = await world.ask(listAviatorTopWins, undefined, {})
  const largest = Array.from(
    { length: limits.aviator.topWinsShown },
    (_, i) => (20_000 + rounds * betsARound - i) / 100,
  )
  expect(wins.map(({ payout }) => payout)).toEqual(largest)
  const read = await rowsReadBy((db) => topWins(db, Date.now(), limits.aviator.topWinsShown))
  expect(read).toBeLessThan(6 * limits.aviator.topWinsShown)
})

it('tells how many rounds of the chain were played and voided, and goes through the void ones alone', async () => {
  const { roundNumber } = await world.state('it plays', ({ phase }) => phase === 'betting')
  const voided = rounds / voidEvery
  const chain = await world.ask(getAviatorChain, undefined, {})
  expect(chain).toMatchObject({ firstRound: 1, roundsVoided: voided, roundsPlayed: roundNumber - 1 - voided })
  expect(await rowsReadBy((db) => countVoidRounds(db, 1, rounds))).toBeLessThan(3 * voided)
})

it('counts a bet with its end, once, by the mode of its round', async () => {
  const { rows } = await world.owner.query<{ betId: string }>(
    `INSERT INTO bet (bet_id, round_number, player_id, name, stake_paise, client_seed, client_seed_by_player, placed_at, status, place,
       multiplier_hundredths, payout_paise, auto, received_at_ms)
     SELECT gen_random_uuid(), 1, gen_random_uuid(), 'a***z', 10000, 'c', true, now(), 'decided', i, 200, 20000 * i, false, 0
     FROM generate_series(0, 1) AS i RETURNING bet_id AS "betId"`,
  )
  const booking = { balancePaise: 0, balanceSeq: 1, bonusReleased: false, settledAtMs: Date.now() }
  const bets = await Promise.all(rows.map(({ betId }) => betById(world.owner, betId)))
  const ends = bets.flatMap((bet) => (bet ? [{ ...bet, status: 'cashed_out', booking } as const] : []))
  for (const written of [ends.slice(0, 1), ends]) await world.owner.query(betsQuery(written))
  const input = { game: 'aviator', hours: '168' } as const
  const { lines } = await world.ask(getAviatorReturns, world.tokens.admin('auditor'), input)
  expect(lines).toMatchObject([{ game: 'aviator', setting: 'normal', bets: 2, staked: 200, paid: 200, verdict: 'few' }])
  expect(lines[0]?.theoryPercent).toBeCloseTo(100 * (1 - 1 / 33), 6)
})

it('publishes the keys of receipts', async () => {
  expect(keys).toHaveLength(1)
  expect((await world.ask(getAviatorKeys, undefined, {})).keys).toEqual(keys)
})

it('takes any text for a round that a player asks about: what is none is closed', async () => {
  const asked = ['x', 'a\nb', '0190a000-0000-7400-b000-000000000000'].map((roundId) =>
    world.ask(askAviatorLoss, world.tokens.player(), { roundId }),
  )
  for (const asking of asked) await expect(asking).rejects.toMatchObject({ code: 'betting_closed' })
})
