import { betIdFor, paise, playBet } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemClock } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { atOnce } from '../round/at-once.ts'

const betsAtOnce = 512
const stakePaise = paise(100)
const winPaise = paise(198)
/** One of so many is a spin of Slots, the others are rolls of Dice; half of each are won. */
const spinOneIn = 5

/** Books bets of 1 rupee at the wallet as a game does that has decided them: `count` in all, of the players in turns. */
export async function bookBets(game: Bus, playerIds: readonly string[], count: number): Promise<void> {
  const bets = Array.from({ length: count }, (_, at) => at)
  await atOnce(betsAtOnce, bets, async (at) => {
    const isSpin = at % spinOneIn === 0
    const order = {
      betId: betIdFor(isSpin ? 'slots' : 'dice', systemRandomness.id(systemClock.now())),
      playerId: playerIds[at % playerIds.length] ?? '',
      game: isSpin ? ('Slots' as const) : ('Dice' as const),
      stakePaise,
      payoutPaise: at % 2 === 0 ? winPaise : paise(0),
    }
    await game.call(playBet, order, { requestId: 'bench' })
  })
}
