import { expect, it } from '@jest/globals'
import { aviatorCashout, aviatorPlaceBet, limits } from '@kismet/contracts'
import { TestClock } from '@kismet/test-env/test-clock'
import { useTwoGateways } from './two-gateways.ts'

const site = useTwoGateways()
const { opened } = site
const roundId = '01890000-0000-7000-8000-000000000001'

it('a cash-out does not read Redis, so that Redis cannot delay the cash-out', async () => {
  const asha = await site.network.player()
  const tab = await opened(site.one, asha.token)
  await tab.ask(aviatorPlaceBet.event, { roundId, amount: 100 })
  expect(await site.network.redis.exists(`rate:bet:player:${asha.id}`)).toBe(1)
  const bela = await site.network.player()
  await (await opened(site.one, bela.token)).ask(aviatorCashout.event, { roundId })
  expect(await site.network.redis.exists(`rate:bet:player:${bela.id}`)).toBe(0)
})

it('a cash-out waits only for Aviator, also while Redis hangs and after the session was read long ago', async () => {
  const clock = new TestClock(Date.now())
  const apart = await site.network.gateway({}, { clock })
  const { redisServer } = site.network
  try {
    const tab = await opened(apart, (await site.network.player()).token)
    clock.advance(limits.session.rememberedMs + 1)
    redisServer.freeze(true)
    expect(await tab.ask(aviatorCashout.event, { roundId })).toMatchObject({ code: 'no_bet' })
    expect(site.network.behind.askedSessions).toEqual([])
  } finally {
    redisServer.freeze(false)
    await site.network.stop(apart)
  }
})
