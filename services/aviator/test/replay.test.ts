import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  aviatorCrashed,
  cashOutAviator,
  getAviatorReplay,
  getRoundReplay,
  limits,
  listRoundBets,
  placeAviatorBet,
} from '@kismet/contracts'
import type { OperationShape, WireInput, WireOutput } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { auditFault } from '@kismet/test-env/test-audit'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { World } from './world.ts'

const clock = new TestClock(systemClock.now())
let world: World

beforeAll(async () => {
  world = await World.create(clock)
  world.listen(aviatorCrashed)
  await world.start()
})
afterAll(() => world.remove())

const ask = <O extends OperationShape>(operation: O, input: WireInput<O>): Promise<WireOutput<O>> =>
  world.ask(operation, world.tokens.admin('auditor'), input)
const views = async () => {
  const { rows } = await world.owner.query<{ action: string; target: string }>(
    `SELECT action, target FROM audit WHERE action LIKE '%.view' ORDER BY sequence`,
  )
  return rows.map(({ action, target }) => `${action} ${target}`)
}

it('a round is shown without anything that tells its end until it is over; then with its seeds, times and bets', async () => {
  const players = Array.from({ length: 5 }, () => world.tokens.player())
  const { roundId } = await world.state('betting is open', ({ phase }) => phase === 'betting')
  const betIds: string[] = []
  for (const [n, player] of players.entries()) {
    const more = n === 1 ? { autoCashout: 1.01 } : {}
    const { betId } = await world.ask(placeAviatorBet, player, {
      ...{ amount: 100 * (n + 1), roundId, clientSeed: `hidden-${n}` },
      ...more,
    })
    betIds.push(betId)
  }
  const shown = async () => {
    const [{ round }, { bets }, { play }] = await Promise.all([
      ask(getRoundReplay, { round: roundId }),
      ask(listRoundBets, { round: roundId }),
      ask(getAviatorReplay, { betId: betIds[1] ?? '' }),
    ])
    return { round, bets, play }
  }

  const whileOpen = async (phase: 'betting' | 'flying') => {
    const { round, bets, play } = await shown()
    expect(round).toMatchObject({ phase, endedAt: null, crashPoint: null, voidReason: null, proof: null })
    expect(round.bets).toEqual({ count: 5, staked: 1_500, paid: null })
    expect(bets.map(({ betId }) => betId)).toEqual(betIds)
    for (const bet of bets)
      expect(bet).toMatchObject({ target: null, cashOut: null, payout: null, result: 'pending', settledAt: null })
    expect(play).toMatchObject({ stage: 'open', clientSeed: null, params: {}, payout: null, proof: null })
    expect(play.steps.map(({ step }) => step)).toEqual(['placed'])
    expect(JSON.stringify([round, bets, play])).not.toMatch(/hidden-|serverSeed":/)
  }
  await whileOpen('betting')
  clock.advance(limits.aviator.bettingMs)
  await world.state('it flies, or has crashed at once', ({ phase }) => phase !== 'betting')
  if ((await shown()).round.phase === 'flying') {
    // Who cashes out by hand knows what it pays; a replay tells nobody before the end.
    const [player] = players
    const cashOut = player && world.ask(cashOutAviator, player, { roundId, receivedAt: clock.now() })
    // A round that crashes at 1.00x is flying for a moment only.
    const isCrashed = await cashOut?.then(
      () => false,
      (error: unknown) => {
        if (!isRefusal(error, 'round_crashed')) throw error
        return true
      },
    )
    if (isCrashed !== true) await whileOpen('flying')
  }
  await eventually(
    'it has crashed',
    () => {
      clock.advance(200)
      return world.heard<{ roundId: string }>(aviatorCrashed).some((one) => one.roundId === roundId)
    },
    30_000,
  )
  clock.advance(limits.aviator.settleAfterMs)
  await world.settled()
  const { round, bets, play } = await shown()
  expect(round).toMatchObject({
    phase: 'crashed',
    crashPoint: round.proof?.outcome.crashPoint,
    hasLater: expect.any(Boolean),
  })
  expect(verifyProof(round.proof).valid).toBe(true)
  expect(round.proof?.params.clientSeeds).toEqual(['hidden-0', 'hidden-1', 'hidden-2'])
  const paid = bets.reduce((sum, { payout }) => sum + (payout ?? 0), 0)
  expect(round.bets.paid).toBeCloseTo(paid, 2)
  expect(new Set(bets.map(({ result }) => result)).has('pending')).toBe(false)
  const times = [round.openedAt, round.bettingEndsAt, round.takeoffAt ?? '', round.endedAt ?? ''].map(Date.parse)
  expect(times).toEqual(times.toSorted())
  expect(play).toMatchObject({ stage: 'settled', clientSeed: 'hidden-1', params: { target: 1.01 }, round: { roundId } })
  expect(play.steps.map(({ step }) => step)).toEqual(['placed', play.payout === 0 ? 'ended' : 'cash_out', 'settled'])
  expect(verifyProof(play.proof).valid).toBe(true)
  expect(new Set(await views())).toEqual(new Set([`round.view ${roundId}`, `play.view ${betIds[1]}`]))
  const audit = await world.start()
  expect(await auditFault(audit.context.db, 'aviator')).toBeNull()

  const first = await ask(listRoundBets, { round: String(round.roundNumber), limit: 3 })
  const second = await ask(listRoundBets, { round: roundId, limit: 3, cursor: first.nextCursor ?? '' })
  expect([...first.bets, ...second.bets]).toEqual(bets)
  expect([first.bets.length, second.nextCursor]).toEqual([3, null])
}, 90_000)

it.each([
  { what: 'a number that no round has', round: '999999999' },
  { what: 'an id that no round has', round: '019a8f00-0000-7000-8000-000000000001' },
  { what: 'a text', round: 'the newest' },
  { what: 'a number beyond all', round: '9'.repeat(40) },
])('of $what there is no round, and no row of who has looked', async ({ round }) => {
  const before = await views()
  await expect(ask(getRoundReplay, { round })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask(listRoundBets, { round })).rejects.toMatchObject({ code: 'not_found' })
  expect(await views()).toEqual(before)
})

it('a cursor that is none is refused before a round that is none', async () => {
  await expect(ask(listRoundBets, { round: '999999999', cursor: '-1' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

it('shows no player a round or a bet', async () => {
  await expect(world.ask(getRoundReplay, world.tokens.player(), { round: '1' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
