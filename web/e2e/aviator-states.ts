import { aviatorBetsTold, aviatorGetState, paise } from '@kismet/contracts'
import type { WireOutput, listAviatorTopWins } from '@kismet/contracts'
import { flightMultiplierHundredths } from '@kismet/fairness'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { TestRound } from '../src/testing/aviator-rounds.ts'

const nowMs = pictureTime.getTime()
const history = [12, 11, 10, 9, 8, 7, 6, 5].map((n) => new TestRound(n).past)

export const wins: WireOutput<typeof listAviatorTopWins>['wins'] = [
  {
    name: 'r***7',
    roundId: history[0]?.roundId ?? '',
    betAmount: 2_500,
    multiplier: 12.06,
    payout: 30_150,
    at: '2026-11-21T12:11:00.000Z',
  },
]

/** What stands over the page until it knows how it stands, in each language. */
const connecting = /CONNECTING TO AVIATOR SERVER|एविएटर सर्वर से/

/** What the others have bet, and where those who cashed out did; the more of it, the later it is. */
const others = (
  [
    ['r***7', 2_500, 2.1],
    ['K***n', 1_000],
    ['s***a', 500, 1.75],
    ['d***9', 10_000, 3.05],
    ['M***i', 200],
    ['p***v', 750, 1.5],
    ['A***k', 5_000],
    ['j***3', 100, 2.44],
    ['Z***a', 1_500],
    ['v***r', 300, 1.2],
  ] as const
).map(([name, betAmount, multiplier]) => ({ name, betAmount, multiplier }))
const bets = others.map(({ name, betAmount }) => ({ name, betAmount }))
const cashOuts = others.flatMap(({ name, betAmount, multiplier }) =>
  multiplier === undefined ? [] : [{ name, betAmount, multiplier, payout: betAmount * multiplier }],
)

const nextRound = /^(Bet next round|अगले राउंड)/
type StateOfAviator = Pick<PicturedPage, 'name' | 'acknowledge' | 'act' | 'sizes'>
type Told = Parameters<TestRound['snapshot']>[0]

const known = (page: Page): Promise<void> => page.getByText(connecting).waitFor({ state: 'detached' })

/** The events of other players, for states with fewer events than usual. A silent server sends no event. */
const feeds: Readonly<Record<string, readonly (typeof bets)[]>> = { betting: [bets], silent: [] }

/** The page in a state that the server sends. */
function standing(name: string, round: TestRound, told: Told): StateOfAviator {
  const state = {
    success: true,
    ...z.encode(aviatorGetState.output, round.snapshot({ serverTime: nowMs, history, ...told })),
  }
  return {
    name: `aviator-${name}`,
    acknowledge: (event, push) => {
      if (event !== aviatorGetState.event) return null
      for (const [nth, feed] of (feeds[name] ?? [bets, cashOuts]).entries())
        push(aviatorBetsTold.socket.event, { roundId: round.roundId, serverTime: nowMs + nth, feed })
      return state
    },
    act: known,
  }
}

const flownMs = 23_130
const betting = new TestRound(17, nowMs - 3_900)
const flying = new TestRound(17, nowMs - 10_000 - flownMs)
const { takeoffAt, clientSeed, serverSeed, crashPoint } = flying
const up = { takeoffAt, clientSeed, multiplier: flightMultiplierHundredths(flownMs) / 100 }
const withBet: Told = { ...up, phase: 'flying', bet: flying.bet }
const down: Told = {
  ...up,
  phase: 'crashed',
  crashPoint,
  serverSeed,
  multiplier: crashPoint,
  history: [flying.past, ...history],
}
const paid = { status: 'cashed_out', multiplier: 3.18, payout: paise(159_000) } as const

/** Aviator in each of its states. */
export const aviatorStates: readonly StateOfAviator[] = [
  standing('betting', betting, {}),
  standing('flying', flying, withBet),
  {
    ...standing('silent', flying, withBet),
    act: async (page) => {
      await known(page)
      // 4 s without a message of the server.
      await page.clock.setFixedTime(nowMs + 4_000)
      await page.getByText(/No live updates from the game|गेम से लाइव अपडेट/).waitFor()
    },
  },
  { ...standing('low', flying, withBet), sizes: [{ width: 360, height: 560, isFixed: true }] },
  {
    ...standing('next-bet', flying, { ...up, phase: 'flying' }),
    act: async (page) => {
      await known(page)
      await page.getByRole('button', { name: nextRound }).click()
      await page.getByRole('button', { name: /^(Cancel bet|दाँव रद्द)/, disabled: false }).waitFor()
    },
  },
  {
    ...standing('cashed-out', flying, { ...down, bet: { ...flying.bet, ...paid } }),
    act: (page) => page.getByRole('button', { name: nextRound }).waitFor(),
  },
  standing('lost', flying, { ...down, bet: { ...flying.bet, status: 'lost', multiplier: 0, payout: paise(0) } }),
  standing('void', flying, { ...up, phase: 'void', serverSeed, bet: { ...flying.bet, status: 'refunded' } }),
]
