import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { limits, placeAviatorBet } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { openingPaise } from './fake-wallet.ts'
import { World } from './world.ts'

const clock = new TestClock(systemClock.now())
/** Bets of the highest stake that a round has room for. */
const room = 10
let world: World
let roundId = ''

beforeAll(async () => {
  world = await World.create(clock)
  await world.start({ ROUND_LIABILITY_CAP: String((room * limits.maxWinPaise) / 100) })
})
beforeEach(async () => {
  const before = roundId
  const state = await world.state('another round takes bets', (round) => {
    clock.advance(500)
    return round.phase === 'betting' && round.roundId !== before
  })
  roundId = state.roundId
}, 60_000)
afterAll(() => world.remove())

const place = (player = world.tokens.player()) =>
  world.ask(placeAviatorBet, player, { amount: 10_000, roundId }).then(
    () => 'none',
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  )
const times = <T>(count: number, of: T) => Array.from({ length: count }, () => of)

it('bets whose stake is not taken yet take no room, and one for which there is none left by then has its stake back', async () => {
  const players = (count: number) => Array.from({ length: count }, () => world.tokens.player())
  const [poor, rich] = [players(room + 1), players(room + 1)]
  for (const { id } of poor) world.wallet.setBalance(id, 0)
  const [reached, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  let asked = 0
  const waits = async (book: () => Booked) => {
    asked += 1
    if (asked === poor.length + rich.length) reached.resolve(undefined)
    await gate.promise
    return book()
  }
  world.wallet.reserveBy(...times(poor.length + rich.length, waits))
  const placing = [...poor, ...rich].map(place)
  await reached.promise
  gate.resolve(undefined)
  const codes = await Promise.all(placing)
  expect(codes.slice(0, poor.length)).toEqual(times(poor.length, 'insufficient_balance'))
  const ofRich = codes.slice(poor.length)
  expect(ofRich.toSorted()).toEqual([...times(room, 'none'), 'round_full'])
  const left = rich[ofRich.indexOf('round_full')]?.id ?? ''
  await eventually('its stake is back', () => world.wallet.balanceOf(left) === openingPaise)
})

it('a player whose stake the wallet has refused three times asks no more in that round', async () => {
  const player = world.tokens.player()
  world.wallet.setBalance(player.id, 0)
  const codes = [await place(player), await place(player), await place(player), await place(player)]
  expect(codes).toEqual([...times(3, 'insufficient_balance'), 'too_many_requests'])
  expect(await place()).toBe('none')
})
