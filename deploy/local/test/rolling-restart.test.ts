import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { serviceNames } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { fund } from '@kismet/test-env/actors'
import type { PlayerActor } from '@kismet/test-env/actors'
import { BusyCasino } from '@kismet/test-env/busy-casino'
import type { Rounds } from '@kismet/test-env/busy-casino'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestCasino } from '@kismet/test-env/test-casino'
import { createGatewayBalancer } from '../src/gateway-balancer.ts'

/** The repository whose code and migrations the casino starts with. `make upgrade-test` names an earlier revision. */
const root = process.env.KISMET_UPGRADE_FROM ?? repositoryRoot
const drainDelay = { DRAIN_DELAY_MS: '1500' }
const busy = new BusyCasino()
let casino: TestCasino
let rounds: Pool

/** One address for both gateways, as in the local stack. */
async function balance(urls: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createGatewayBalancer(urls)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

beforeAll(async () => {
  casino = await TestCasino.create({
    replicas: { ofEach: 2, root, balance },
    env: { aviator: { SPEED: '4' }, gateway: drainDelay, payments: drainDelay, analytics: drainDelay },
  })
  const url = casino.database.ownerUrl
  rounds = createPool({ url, schema: 'aviator', maxConnections: 1, log: testLogger('owner') })
}, 180_000)
afterAll(async () => {
  busy.close()
  await rounds.end()
  await casino.close()
})

async function oneOf<T>(sql: string): Promise<T> {
  return (await rounds.query<{ value: T }>(sql)).rows[0]?.value as T
}
const termOfAviator = () => oneOf<number>('SELECT term AS value FROM leadership')
const betsThatGoOn = () =>
  oneOf<number>(`SELECT count(*)::int AS value FROM bet WHERE status NOT IN ('cashed_out', 'lost', 'refunded')`)

/** The rounds in which a player has bet, as they are stored. */
async function betsOf({ id }: PlayerActor): Promise<Set<string>> {
  const { rows } = await rounds.query<{ round_id: string }>(
    'SELECT round_id FROM bet JOIN round USING (round_number) WHERE player_id = $1',
    [id],
  )
  return new Set(rows.map(({ round_id: roundId }) => roundId))
}

it('every process of two of each service is restarted, one after the other, and no player sees it', async () => {
  const owner = await casino.admin()
  const people: PlayerActor[] = []
  for (let nth = 0; nth < 4; nth += 1) {
    const player = await casino.player()
    for (const amount of [10_000, 10_000]) await fund(player, owner, amount)
    people.push(player)
  }
  const [one, two, ...flying] = people as [PlayerActor, PlayerActor, ...PlayerActor[]]
  for (const player of [one, two]) busy.playInstantGames(player)
  for (let nth = 0; nth < 2; nth += 1) busy.deposit(() => casino.player(), owner)
  const flown = flying.map((player): [PlayerActor, Rounds] => [player, busy.flyAviator(casino.gatewayUrl, player)])
  await eventually('everybody is at it', () => busy.done.size >= 15, 60_000)

  const [termBefore, seen] = [await termOfAviator(), new Map(busy.done)]
  const exitCodes: string[] = []
  await casino.database.migrate(repositoryRoot)
  await casino.restartEach(repositoryRoot, async (service, exitCode) => {
    exitCodes.push(`${service} ${String(exitCode)}`)
    await casino.replicasServe(service)
  })
  await busy.stop()
  await eventually('all rounds with bets have ended', async () => (await betsThatGoOn()) === 0, 60_000)

  expect(busy.faults).toEqual([])
  expect(exitCodes).toEqual(serviceNames.flatMap((service) => [`${service} 0`, `${service} 0`]))
  for (const [what, times] of busy.done) expect(`${what}: ${times > (seen.get(what) ?? 0)}`).toBe(`${what}: true`)
  for (const [player, { placed, unanswered }] of flown) {
    const stored = await betsOf(player)
    expect([...placed].filter((roundId) => !stored.has(roundId))).toEqual([])
    expect([...stored].filter((roundId) => !placed.has(roundId) && !unanswered.has(roundId))).toEqual([])
  }
  // One who takes over may have to declare the round void that it finds, and no other (docs/internals/decisions/0013).
  const voided = await oneOf<number>(`SELECT count(*)::int AS value FROM round WHERE phase = 'void'`)
  expect(voided).toBeLessThanOrEqual((await termOfAviator()) - termBefore)
  const { checks, totals } = await casino.reconcile()
  expect(checks.filter(({ breaks }) => breaks > 0)).toEqual([])
  expect(totals).toMatchObject({ openStakesTotal: 0, heldTotal: 0 })
}, 600_000)
