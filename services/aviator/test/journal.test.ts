import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { EpochSecrets } from '@kismet/service-kit/epoch-secrets'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startOwnPostgres } from '@kismet/test-env/test-servers'
import { beginTerm } from '@kismet/test-env/test-term'
import { isWaitingForStandby, withoutStandby } from '@kismet/test-env/without-standby'
import { Chains } from '../src/chains.ts'
import { betById } from '../src/db/read-bets.ts'
import type { Bet } from '../src/domain/book.ts'
import { flightOf } from '../src/domain/round.ts'
import type { Commitment } from '../src/domain/round.ts'
import { Journal } from '../src/journal.ts'

const newId = () => systemRandomness.id(systemClock.now())
const log = testLogger('journal')
const deposed = { code: 'unavailable' }
let serverUrl: string
let database: TestDatabase
let db: Pool
let chains: Chains
let journals: Journal[] = []

beforeAll(async () => {
  serverUrl = (await startOwnPostgres()).url
  database = await createTestDatabase(['aviator'], serverUrl)
  db = createPool({ url: database.urlOf('aviator'), schema: 'aviator', maxConnections: 1, log })
  const secrets = new EpochSecrets([{ epoch: '1', secret: 'a secret that only the tests know of' }])
  chains = new Chains({ db, clock: systemClock, randomness: systemRandomness, secrets, length: 100 })
}, 60_000)
beforeEach(() => {
  journals = []
})
afterEach(() => Promise.all(journals.map((journal) => journal.close())))
afterAll(async () => {
  await db.end()
  await database.drop()
})

async function lead(): Promise<Journal> {
  const url = database.urlOf('aviator')
  const journal = await Journal.open({ url, term: await beginTerm(url, 'aviator'), log })
  journals.push(journal)
  return journal
}

async function commitmentOf(roundNumber: number): Promise<Commitment> {
  const { chain, fairnessHash } = await chains.seedsOf(roundNumber)
  return {
    ...{ roundId: newId(), roundNumber, chainId: chain.chainId, version: '1', volatilityMode: 'normal', fairnessHash },
    ...{ openedAtMs: 0, bettingEndsAtMs: 10_000 },
  }
}

const betIn = (roundNumber: number): Bet => ({
  ...{ betId: newId(), roundNumber, playerId: newId(), name: 'a***a', stakePaise: 10_000, targetHundredths: null },
  ...{ clientSeed: 'one', clientSeedByPlayer: true, placedAtMs: 0, status: 'asked', place: null, decision: null },
  booking: null,
})

const stored = async () => ({
  rounds: (await db.query('SELECT round_number AS number, phase FROM round ORDER BY 1')).rows,
  bets: (await db.query('SELECT bet_id AS "betId", status FROM bet ORDER BY 1')).rows,
})

it('steps of a bet that wait together are written as one, and a repeated step changes nothing', async () => {
  const journal = await lead()
  await journal.round({ commitment: await commitmentOf(1), phase: 'betting' })
  const bet = betIn(1)
  const open = { ...bet, status: 'open', place: 1 } as const
  const decision = { multiplierHundredths: 150, payoutPaise: 15_000, auto: false, receivedAtMs: 1 }
  const decided = { ...open, status: 'decided', decision } as const
  const booking = { balancePaise: 5_000, balanceSeq: 1, bonusReleased: false, settledAtMs: 1 }
  await journal.bets([bet])
  await Promise.all([journal.bets([open]), journal.bets([decided])])
  expect(await betById(db, bet.betId)).toEqual(decided)
  const ended = { ...decided, status: 'cashed_out', booking } as const
  await journal.bets([ended])
  await journal.bets([ended])
  expect(await betById(db, bet.betId)).toEqual(ended)
  const other = { ...decided, decision: { ...decision, payoutPaise: 20_000 } }
  await expect(journal.bets([other])).rejects.toThrow('stays so')
  expect(await betById(db, bet.betId)).toEqual(ended)
})

it('what the database does not take is refused alone: what waits with it is written', async () => {
  const commitment = await commitmentOf(9)
  const journal = await lead()
  await journal.round({ commitment, phase: 'betting' })
  const { chain, serverSeed } = await chains.seedsOf(9)
  const flight = flightOf(commitment, { serverSeed, salt: chain.salt }, [], 10_000)
  const [first, bad, second] = [betIn(9), { ...betIn(9), clientSeed: 'not a seed!' }, betIn(9)]
  const written = await Promise.allSettled([
    ...[first, bad, second].map((bet) => journal.bets([bet])),
    ...[first, second].map((bet, index) => journal.bets([{ ...bet, status: 'open', place: index + 1 }])),
    journal.round({ commitment, phase: 'flying', flight }),
  ])
  expect(written.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
  expect(written[1]?.status).toBe('rejected')
  const { rounds, bets } = await stored()
  expect(rounds).toContainEqual({ number: 9, phase: 'flying' })
  for (const { betId } of [first, second]) expect(bets).toContainEqual({ betId, status: 'open' })
})

it('a leader ends the session of the one before: nothing of that one is written any more', async () => {
  const former = await lead()
  await former.round({ commitment: await commitmentOf(3), phase: 'betting' })
  const bet = betIn(3)
  await former.bets([bet])
  const before = await stored()
  const now = await lead()
  await expect(former.bets([{ ...bet, status: 'open', place: 1 }])).rejects.toMatchObject(deposed)
  await expect(former.bets([betIn(3)])).rejects.toMatchObject(deposed)
  expect(await stored()).toEqual(before)
  await now.bets([{ ...bet, status: 'open', place: 1 }])
  expect((await stored()).bets).toContainEqual({ betId: bet.betId, status: 'open' })
})

it('what no standby has is neither told as written nor shown, and is written once when one has it', async () => {
  const journal = await lead()
  await journal.round({ commitment: await commitmentOf(4), phase: 'betting' })
  const [bet, before] = [betIn(4), await stored()]
  const state = { isTold: false }
  const { told } = await withoutStandby(serverUrl, async () => {
    const told = journal.bets([bet]).finally(() => (state.isTold = true))
    const isOpened = async () => state.isTold || isWaitingForStandby(serverUrl, "emit_message(true, 'kismet'")
    await eventually('the journal has connected again', isOpened)
    expect(state.isTold).toBe(false)
    expect(await stored()).toEqual(before)
    return { told }
  })
  await told
  expect((await stored()).bets).toContainEqual({ betId: bet.betId, status: 'asked' })
}, 60_000)
