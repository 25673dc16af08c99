import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getAccountStatement, getBetProof } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { fund } from '@kismet/test-env/actors'
import { BusyCasino } from '@kismet/test-env/busy-casino'
import type { Rounds } from '@kismet/test-env/busy-casino'
import { eventually } from '@kismet/test-env/eventually'
import { StubbornPlayer } from '@kismet/test-env/stubborn-player'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestCasino } from '@kismet/test-env/test-casino'
import { startOwnPostgres } from '@kismet/test-env/test-servers'

/** `make kill-test` kills more often. The same seed kills the same processes after the same times. */
const kills = Number(process.env.KILLS ?? 8)
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const deposit = 10_000
const deposits = Math.max(2, Math.ceil(kills / 10))
const targets = ['wallet', 'dice-slots', 'mines', 'aviator', 'gateway', 'postgres'] as const satisfies (
  | ServiceName
  | 'postgres'
)[]

/** Mulberry32: numbers from 0 to 1 that follow from the seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let casino: TestCasino
let owner: Pool
let players: StubbornPlayer[] = []
const busy = new BusyCasino()
let flown: Rounds
let flyer = ''
const say = (line: string) => void process.stderr.write(`kills: ${line}\n`)

beforeAll(async () => {
  postgres = await startOwnPostgres()
  casino = await TestCasino.create({
    postgresUrl: postgres.url,
    replicas: {
      ofEach: 1,
      root: repositoryRoot,
      balance: ([url = '']) => Promise.resolve({ url, close: () => Promise.resolve() }),
    },
    env: { aviator: { SPEED: '4' } },
  })
  owner = createPool({ url: casino.database.ownerUrl, schema: 'wallet', maxConnections: 2, log: testLogger('owner') })
  const admin = await casino.admin()
  const people = [await casino.player(), await casino.player(), await casino.player(), await casino.player()]
  for (const player of people) for (let nth = 0; nth < deposits; nth += 1) await fund(player, admin, deposit)
  const [flying, ...playing] = people
  if (flying === undefined) throw new Error('Nobody flies')
  flyer = flying.id
  flown = busy.flyAviator(casino.gatewayUrl, flying)
  players = playing.map((player) => new StubbornPlayer(player))
}, 180_000)
afterAll(async () => {
  busy.close()
  await owner.end()
  await casino.close()
}, 60_000)

const answered = () => players.reduce((sum, { bets }) => sum + bets.length, 0)

async function kill(target: (typeof targets)[number], downMs: number): Promise<void> {
  if (target !== 'postgres') return casino.killAndStart(target, downMs, repositoryRoot)
  await postgres.crash()
  await delay(downMs)
  await postgres.startAgain()
}

/** A bet of the ledger with its end. Amounts in rupees. */
interface Booked {
  readonly betId: string
  readonly game: string
  readonly nonce: number
  readonly stake: number
  readonly payout: number
}

async function ledgerOf(playerId: string): Promise<Booked[]> {
  const { rows } = await owner.query<Booked>(
    `SELECT placed.reference AS "betId", placed.game, (placed.detail::jsonb ->> 'nonce')::integer AS nonce,
       placed.stake_paise::float8 / 100 AS stake, coalesce(ended.payout_paise, placed.payout_paise)::float8 / 100 AS payout
     FROM entry AS placed JOIN account USING (account_no)
     LEFT JOIN entry AS ended ON ended.account_no = placed.account_no AND ended.reference = placed.reference AND ended.kind = 'settle'
     WHERE player_id = $1 AND placed.kind IN ('play', 'reserve') AND placed.game <> 'Aviator' ORDER BY placed.sequence`,
    [playerId],
  )
  return rows
}

/** The bonus that a player has released by playing, in rupees. */
async function bonusOf(playerId: string): Promise<number> {
  const sql = `SELECT coalesce(sum(balance_side_paise), 0)::float8 / 100 AS bonus FROM entry JOIN account USING (account_no)
    WHERE player_id = $1 AND kind = 'bonus'`
  return (await owner.query<{ bonus: number }>(sql, [playerId])).rows[0]?.bonus ?? 0
}

/** Rows that only one of a read model and the ledger has. */
async function differences(schema: string, games: readonly string[]): Promise<unknown[]> {
  const ofLedger = `SELECT reference, kind, stake_paise, payout_paise, detail FROM entry WHERE game = ANY ($1)
    AND kind IN ('play', 'reserve', 'settle')`
  const ofModel = `SELECT (entry ->> 'betId')::uuid, entry ->> 'kind', (entry ->> 'stakePaise')::bigint,
      (entry ->> 'payoutPaise')::bigint, entry ->> 'detail'
    FROM ${schema}.bet, unnest(ARRAY[placed, ended]) AS entry WHERE entry IS NOT NULL`
  const { rows } = await owner.query<object>(
    `(${ofLedger} EXCEPT ${ofModel}) UNION ALL (${ofModel} EXCEPT ${ofLedger})`,
    [games],
  )
  return rows
}

/** Waits until a list is empty. What it has after a minute is shown. */
async function expectNone(what: string, read: () => Promise<unknown[]>): Promise<void> {
  let left: unknown[] = []
  const isEmpty = async () => (left = await read()).length === 0
  await eventually(what, isEmpty, 60_000).catch(() => expect({ what, left }).toEqual({ what, left: [] }))
}

/** Bets of Aviator whose ends differ from the ledger, and those that have not ended. The ledger alone has bets that were too late. */
async function differencesOfAviator(): Promise<unknown[]> {
  const { rows } = await owner.query<object>(
    `SELECT coalesce(bet_id, reference) AS "betId", status, bet.payout_paise AS payout, ended.payout_paise AS booked
     FROM aviator.bet FULL JOIN (SELECT * FROM entry WHERE game = 'Aviator' AND kind = 'settle') AS ended ON reference = bet_id
     WHERE status IS NULL OR status NOT IN ('cashed_out', 'lost', 'refunded')
       OR status <> 'refunded' AND ended.payout_paise IS DISTINCT FROM bet.payout_paise`,
  )
  return rows
}

/** Bets in the sums of the returns, and in the ledger. */
async function countedBets(): Promise<{ counted: number; ended: number }> {
  const sums = ['dice_slots', 'mines', 'aviator'].map((schema) => `SELECT bets FROM ${schema}.return_hour`)
  const { rows } = await owner.query<{ counted: number; ended: number }>(
    `SELECT (SELECT sum(bets) FROM (${sums.join(' UNION ALL ')}) AS sums)::integer AS counted,
       (SELECT count(*) FROM entry WHERE kind IN ('play', 'settle'))::integer AS ended`,
  )
  return rows[0] ?? { counted: 0, ended: 0 }
}

/** The statement of a player, as analytics made it from the ledger. */
async function statementOf({ player }: StubbornPlayer): Promise<string[]> {
  const lines: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await player.api.must(getAccountStatement, { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    for (const { transaction, betAmount, payout } of page.statements)
      if (betAmount !== null) lines.push(`${transaction} ${betAmount} ${payout}`)
    cursor = page.nextCursor
  }
  return lines.sort()
}

const lineOf = ({ betId, stake, payout }: Booked) => `${betId} ${stake} ${payout}`

async function expectKept(one: StubbornPlayer): Promise<void> {
  const { player, bets } = one
  const ledger = await ledgerOf(player.id)
  // No answered bet is lost, and the ledger has no other one.
  expect(ledger.map(lineOf).sort()).toEqual(bets.map(lineOf).sort())
  for (const game of ['Dice', 'Slots', 'Mines']) {
    const nonces = ledger.filter((bet) => bet.game === game).map(({ nonce }) => nonce)
    expect(nonces).toEqual(nonces.map((_nonce, index) => index + 1))
  }
  for (const { betId } of ledger) {
    const verdict = verifyProof(await player.api.must(getBetProof, { betId }))
    expect(`${betId} ${verdict.valid}`).toBe(`${betId} true`)
  }
  for (const bet of bets.slice(-20)) expect(await bet.again()).toEqual(bet.body)
  expect((await ledgerOf(player.id)).length).toBe(bets.length)
  const net = bets.reduce((sum, { stake, payout }) => sum + payout - stake, 0)
  expect(await player.balance()).toBeCloseTo(deposits * deposit + (await bonusOf(player.id)) + net, 2)
  await eventually('the statement has each bet', async () => (await statementOf(one)).length === bets.length, 30_000)
  expect(await statementOf(one)).toEqual(bets.map(lineOf).sort())
}

it(
  `${kills} random kills of services and of PostgreSQL lose no bet, book none twice, and leave no gap`,
  async () => {
    say(`seed ${seed}, ${kills} kills`)
    const random = randomFrom(seed)
    const killed = new Map<string, number>()
    for (let nth = 1; nth <= kills; nth += 1) {
      const target = targets[Math.floor(random() * targets.length)] ?? 'wallet'
      await delay(100 + 900 * random())
      await kill(target, 300 * random())
      killed.set(target, (killed.get(target) ?? 0) + 1)
      const before = answered()
      await eventually(`bets go on after kill ${nth}, of ${target}`, () => answered() > before, 60_000)
      if (nth % 20 === 0) say(`${nth} kills, ${answered()} bets answered`)
    }
    await Promise.all([...players.map((player) => player.stop()), busy.stop()])
    await expectNone('the table of dice-slots equals the ledger', () => differences('dice_slots', ['Dice', 'Slots']))
    await expectNone('the table of mines equals the ledger', () => differences('mines', ['Mines']))
    for (const player of players) await expectKept(player)
    await expectNone('the bets of Aviator have ended as in the ledger', differencesOfAviator)
    const stored = await owner.query<{ roundId: string }>(
      'SELECT round_id AS "roundId" FROM aviator.bet JOIN aviator.round USING (round_number) WHERE player_id = $1',
      [flyer],
    )
    const rounds = stored.rows.map(({ roundId }) => roundId)
    expect([...flown.placed].filter((roundId) => !rounds.includes(roundId))).toEqual([])
    const { counted, ended } = await countedBets()
    expect(counted).toBe(ended)
    const { checks, totals } = await casino.reconcile()
    expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
    expect(totals).toMatchObject({ openStakesTotal: 0, heldTotal: 0 })
    say(`${answered()} bets and ${rounds.length} of Aviator; killed ${JSON.stringify(Object.fromEntries(killed))}`)
  },
  120_000 + kills * 15_000,
)
