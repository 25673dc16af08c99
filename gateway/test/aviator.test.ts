import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  aviatorBetsTold,
  aviatorCashout,
  aviatorCrashed,
  aviatorGetState,
  aviatorLossesProcessed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  cashOutAviator,
  getAviatorState,
  paise,
  sessionsEnded,
  timeSync,
} from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import type { Tab } from './socket-client.ts'
import { useTwoGateways } from './two-gateways.ts'

const site = useTwoGateways()
const { open, opened } = site

const stateEvent = aviatorGetState.answer
const hash = 'ab'.repeat(32)
const idOf = (round: number) => `01890000-0000-7000-8000-${String(round).padStart(12, '0')}`
const opening = (round: number, serverTime = Date.now()) => ({
  roundId: idOf(round),
  roundNumber: round,
  fairnessHash: hash,
  volatilityMode: 'normal' as const,
  rtp: 96.97,
  bettingEndsAt: serverTime + 10_000,
  serverTime,
})
const crashOf = (round: number, crashPoint: number, serverTime = Date.now()) => ({
  roundId: idOf(round),
  roundNumber: round,
  crashPoint,
  serverSeed: hash,
  clientSeed: hash,
  nonce: round,
  serverTime,
})
const bet = {
  betId: idOf(9_000),
  betAmount: paise(10_000),
  autoCashout: null,
  clientSeed: 'seed',
  status: 'open' as const,
  multiplier: null,
  payout: null,
}
const own = { bet: { ...bet, betAmount: 100 }, balance: 900, balanceSeq: 7 }

const stateOf = (round: number): Output<typeof getAviatorState> => ({
  ...opening(round),
  phase: 'betting',
  multiplier: null,
  takeoffAt: null,
  crashPoint: null,
  clientSeed: null,
  clientSeeds: null,
  serverSeed: null,
  history: [{ roundId: idOf(round - 1), roundNumber: round - 1, crashPoint: 1.5 }],
  bet,
  balance: paise(90_000),
  balanceSeq: 7,
})

const loss = {
  betId: idOf(1),
  roundId: idOf(2),
  betAmount: paise(10_000),
  crashPoint: 1.2,
  balance: paise(100),
  balanceSeq: 3,
  bonusReleased: false,
  success: true as const,
}

/** Rounds are told to every gateway of this file, so each test plays later ones. */
let round = 10
const aviator = () => site.network.bus('aviator')
const takeOff = (serverTime = Date.now()) =>
  aviator().signal(aviatorTookOff, {
    roundId: idOf(round),
    takeoffAt: serverTime,
    clientSeed: hash,
    clientSeeds: [],
    serverTime,
  })
const tick = (seq: number, multiplier: number, serverTime = Date.now()) =>
  aviator().signal(aviatorTicked, { roundId: idOf(round), seq, multiplier, serverTime })
const crash = (crashPoint: number) => aviator().signal(aviatorCrashed, crashOf(round, crashPoint))

const asks = () => site.network.behind.statesAsked

async function player(gateway = site.one): Promise<Tab> {
  return opened(gateway, (await site.network.player()).token)
}

/** The first state that a new player is told. */
async function stateOfNewcomer(gateway = site.one): Promise<Record<string, unknown>> {
  const tab = await player(gateway)
  return eventually('it is told', () => tab.got(stateEvent)[0] as Record<string, unknown> | undefined)
}

beforeEach(() => {
  round += 10
  site.network.behind.aviatorGate = undefined
  site.network.behind.aviatorState = stateOf(round)
})

describe('aviator:state', () => {
  it('comes on connect, with what the player has in the round', async () => {
    for (const gateway of [site.one, site.two]) {
      const { serverTime, ...state } = await stateOfNewcomer(gateway)
      expect(state).toEqual({
        ...Object.fromEntries(Object.entries(stateOf(round)).filter(([name]) => name !== 'serverTime')),
        bettingEndsAt: expect.any(Number),
        ...own,
      })
      expect(Math.abs(Number(serverTime) - Date.now())).toBeLessThan(2_000)
    }
  })

  it('is requested for at most 64 new sockets at a time, and reaches all of them', async () => {
    const gate = Promise.withResolvers<undefined>()
    site.network.behind.aviatorGate = gate.promise
    const before = asks()
    const crowd = await Promise.all(Array.from({ length: 80 }, () => player()))
    await eventually('some are asked for', () => asks() === before + 64)
    gate.resolve(undefined)
    await eventually('all know the round', () => crowd.every((tab) => tab.got(stateEvent).length === 1))
    expect(asks()).toBe(before + 80)
  })

  it('is sent later when the service has no answer at first', async () => {
    site.network.behind.aviatorState = undefined
    const before = asks()
    const tab = await player()
    await eventually('it is asked', () => asks() > before)
    expect(await tab.ask(aviatorGetState.event)).toMatchObject({ success: false, code: 'unavailable' })
    site.network.behind.aviatorState = stateOf(round)
    await eventually('it is told', () => tab.got(stateEvent).length > 1)
    expect(tab.got(stateEvent)).toMatchObject([{ code: 'unavailable' }, { roundNumber: round, ...own }])
  })
})

describe('signals of a round', () => {
  it('reach every socket of a player on every gateway, in their order', async () => {
    const tabs = [
      await player(site.one),
      await player(site.two),
      await open(site.two, (await site.network.player()).token, { transports: ['polling'] }).connected(),
    ]
    await eventually('all know the round', () => tabs.every((tab) => tab.got(stateEvent).length > 0))
    const feed = [{ name: 'a***b', betAmount: paise(10_000) }]
    await eventually('all have heard of a bet', () => {
      aviator().signal(aviatorBetsTold, { roundId: idOf(round), serverTime: Date.now(), feed })
      return tabs.every((tab) => tab.got('aviator:feed').length > 0)
    })
    expect(tabs[0]?.got('aviator:feed')[0]).toMatchObject({ feed: [{ name: 'a***b', betAmount: 100 }] })
    takeOff()
    for (const seq of [1, 2, 3]) tick(seq, 1 + seq / 100)
    crash(1.03)
    await eventually('it is over', () => tabs.every((tab) => tab.got('aviator:crash').length > 0))
    for (const tab of tabs) {
      const names = tab.events.map(({ event }) => event).filter((event) => event !== stateEvent)
      expect(names.indexOf('aviator:takeoff')).toBe(names.lastIndexOf('aviator:feed') + 1)
      expect(names.at(-1)).toBe('aviator:crash')
      const seqs = tab.got('aviator:multiplier').map((one) => (one as { seq: number }).seq)
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    }
  })

  it('of bets that ended reach their players, also when thousands end at once', async () => {
    const [one, two] = [await site.network.player(), await site.network.player()]
    const tabs = [await opened(site.one, one.token), await opened(site.two, two.token)] as const
    const others = Array.from({ length: 2_000 }, (_, nth) => ({ ...loss, to: idOf(nth) }))
    aviator().signal(aviatorLossesProcessed, [...others, { ...loss, to: one.id }, { ...loss, to: two.id }])
    await eventually('both are told', () => tabs.every((tab) => tab.got('aviator:crashLossProcessed').length > 0))
    for (const tab of tabs)
      expect(tab.got('aviator:crashLossProcessed')).toEqual([{ ...loss, betAmount: 100, balance: 1 }])
  })

  it('end for a session that has ended', async () => {
    const [leaves, stays] = [await site.network.player(), await site.network.player()]
    const [left, stayed] = [await opened(site.one, leaves.token), await opened(site.one, stays.token)]
    takeOff()
    let seq = 0
    const flying = setInterval(() => tick((seq += 1), 1.01), 5)
    try {
      await eventually('both hear ticks', () => [left, stayed].every((tab) => tab.got('aviator:multiplier').length > 2))
      site.network.bus('auth').signal(sessionsEnded, { sessionIds: [leaves.sessionId], reason: 'logout' })
      await eventually('it is closed', () => left.closedBecause !== undefined)
      const heard = left.events.length
      const before = stayed.got('aviator:multiplier').length
      await eventually('the other one goes on', () => stayed.got('aviator:multiplier').length > before + 5)
      expect(left.events.at(-1)?.event).toBe('session:ended')
      expect(left.events).toHaveLength(heard)
    } finally {
      clearInterval(flying)
    }
  })
})

it('a cash-out has the time at which it came, by the clock of the round, and so has time:sync', async () => {
  const tab = await player()
  const behindMs = 60_000
  aviator().signal(aviatorRoundStarted, opening(round, Date.now() - behindMs - 400))
  takeOff(Date.now() - behindMs)
  await eventually('it flies', () => tab.got('aviator:takeoff').length > 0)
  const from = Date.now() - behindMs
  const answer = await tab.ask(aviatorCashout.event, { roundId: idOf(round), receivedAt: 5, multiplier: 100 })
  expect(answer).toMatchObject({ success: false, code: 'no_bet', roundId: idOf(round) })
  const { input } = site.network.behind.calls.find(({ subject }) => subject === cashOutAviator.subject) ?? {}
  const { receivedAt } = input as { receivedAt: number }
  expect(receivedAt - from).toBeGreaterThan(-1_000)
  expect(receivedAt - from).toBeLessThan(1_000)
  const { serverTime } = timeSync.output.parse(await tab.ask(timeSync.event))
  expect(serverTime - receivedAt).toBeGreaterThanOrEqual(0)
  expect(serverTime - receivedAt).toBeLessThan(1_000)
  aviator().signal(aviatorRoundStarted, opening(round + 1))
})
