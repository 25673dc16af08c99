import { betIdFor, maxBetsSettled, paise, paiseOfRupees, reserveBet, settleBet, settleBets } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { atOnce } from './at-once.ts'
import { betRupees } from './aviator-round.ts'
import type { Casino } from './casino.ts'

/** Ways to send losses to the wallet. Aviator itself does not run, so no settlement is stored or announced. */
export const ways = [
  'one by one',
  'one by one, 8 calls at once',
  'one by one, 64 calls at once',
  'settle-bets',
] as const
export type Way = (typeof ways)[number]

const callsOf: Record<Way, number> = {
  'one by one': 1,
  'one by one, 8 calls at once': 8,
  'one by one, 64 calls at once': 64,
  'settle-bets': 8,
}
const reservesAtOnce = 256
const call = { requestId: 'bench' }

/** Reserves so many bets, and settles them all as lost. @returns how long the settling took, in ms @throws Error when one is not settled */
export async function settleBy(way: Way, { game, players }: Casino, count: number): Promise<number> {
  const stakePaise = paiseOfRupees(betRupees)
  const bets = players.slice(0, count).map(({ id: playerId }) => ({
    ...{
      betId: betIdFor('aviator', systemRandomness.id(systemClock.now())),
      playerId,
      stakePaise,
      payoutPaise: paise(0),
    },
  }))
  await atOnce(reservesAtOnce, bets, ({ betId, playerId }) =>
    game.call(reserveBet, { betId, playerId, game: 'Aviator', stakePaise }, call),
  )
  if (way !== 'settle-bets') return (await atOnce(callsOf[way], bets, (bet) => game.call(settleBet, bet, call))).tookMs
  const batches = Array.from({ length: Math.ceil(bets.length / maxBetsSettled) }, (_, index) =>
    bets.slice(index * maxBetsSettled, (index + 1) * maxBetsSettled),
  )
  const settle = async (batch: typeof bets) => {
    const { outcomes } = await game.call(settleBets, { bets: batch }, call)
    if (outcomes.some(({ ok }) => !ok)) throw new Error('A bet was not settled')
  }
  return (await atOnce(callsOf[way], batches, settle)).tookMs
}
