import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { aviatorPlaceBet, aviatorRoundStarted } from '@kismet/contracts'
import { createClient, createPool, endClient } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { fund } from '@kismet/test-env/actors'
import type { PlayerActor } from '@kismet/test-env/actors'
import { AviatorOracle } from '@kismet/test-env/aviator-oracle'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestCasino } from '@kismet/test-env/test-casino'

interface Started {
  readonly roundId: string
}
interface Seat {
  readonly player: PlayerActor
  readonly socket: PlayerSocket
}

const deposit = 10_000
let casino: TestCasino
let oracle: AviatorOracle
let rounds: Pool
let leader: ServiceProcess
let seats: readonly Seat[] = []

async function sitDown(): Promise<Seat> {
  const player = await casino.player()
  await fund(player, await casino.admin(), deposit)
  await eventually('the deposit is there', async () => (await player.balance()) === deposit)
  return { player, socket: await PlayerSocket.open(casino.gatewayUrl, player.api.token) }
}

beforeAll(async () => {
  casino = await TestCasino.create({ env: { aviator: { SPEED: '2' } } })
  oracle = new AviatorOracle(casino.database.urlOf('aviator'), casino.envOf('aviator').CHAIN_SECRETS ?? '')
  const url = casino.database.ownerUrl
  rounds = createPool({ url, schema: 'aviator', maxConnections: 1, log: testLogger('owner') })
  await casino.stop('aviator')
  leader = await casino.startProcess('aviator')
  await casino.startProcess('aviator')
  seats = await Promise.all([sitDown(), sitDown(), sitDown()])
}, 60_000)
afterAll(async () => {
  for (const { socket } of seats) socket.close()
  await Promise.all([oracle.close(), rounds.end()])
  await casino.close()
})

/** Nothing is booked until it is let go. */
async function holdUpTheWallet(): Promise<() => Promise<void>> {
  const client = createClient({ url: casino.database.ownerUrl, schema: 'wallet' })
  // The end of the test's database ends it too.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
  return () => endClient(client)
}

const betsWith = async (...statuses: string[]) =>
  (await rounds.query('SELECT FROM bet WHERE status = ANY ($1)', [statuses])).rowCount

it('kill -9 of the leader while the wallet hangs over the ends of a round: each is booked once, and the ledger adds up', async () => {
  const { socket } = seats[0] ?? (await sitDown())
  const heard = socket.heard(aviatorRoundStarted).length
  const started = () => socket.heard(aviatorRoundStarted)[heard] as Started | undefined
  const { roundId } = await eventually('a round starts', started, 60_000)
  const clientSeeds = ['one', 'two', await oracle.clientSeedFor(110, 130, ['one', 'two'])]
  for (const [index, seat] of seats.entries()) {
    const target = index === 0 ? { autoCashout: 1.05 } : {}
    const bet = { amount: 100, roundId, clientSeed: clientSeeds[index], ...target }
    expect(await seat.socket.ask(aviatorPlaceBet, bet)).toMatchObject({ success: true })
  }
  const letGo = await holdUpTheWallet()
  await eventually('all ends are decided', async () => (await betsWith('decided')) === 3)
  await leader.crash()
  await letGo()
  // A leader that takes over in a round tells its start again.
  const isNext = () =>
    socket
      .heard(aviatorRoundStarted)
      .slice(heard)
      .some((round) => (round as Started).roundId !== roundId)
  await eventually('the next round starts', isNext, 30_000)
  await eventually('all ends are booked', async () => (await betsWith('cashed_out', 'lost')) === 3, 30_000)
  expect(await Promise.all(seats.map(({ player }) => player.balance()))).toEqual([10_005, 9_900, 9_900])
  const { checks, totals } = await casino.reconcile()
  expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
  expect(totals).toMatchObject({ playersTotal: 2_980_500, openStakesTotal: 0, heldTotal: 0 })
}, 120_000)
