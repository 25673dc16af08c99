import { aviatorGetState, aviatorRoundStarted } from '@kismet/contracts'
import { eventually } from './eventually.ts'
import type { PlayerSocket } from './player-socket.ts'

/** A round of Aviator as its start is told. */
export interface StartedRound {
  readonly roundId: string
  readonly roundNumber: number
  readonly fairnessHash: string
}

const maxRounds = 5

/** The next round whose betting opens. */
export async function nextRound(socket: PlayerSocket): Promise<StartedRound> {
  const before = socket.heard(aviatorRoundStarted).length
  const started = () => socket.heard(aviatorRoundStarted)[before] as StartedRound | undefined
  return eventually('a round starts', started, 40_000)
}

/**
 * Does what has to be done while a round of Aviator takes bets. Rounds of tests are short and machines differ: where this one took off meanwhile, it is done again with the next.
 * @throws what `act` throws within the betting of a round, or in the last of five rounds
 */
export async function inBetting<T>(socket: PlayerSocket, act: (round: StartedRound) => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    const started = await nextRound(socket)
    try {
      return await act(started)
    } catch (error) {
      const { phase, roundId } = await socket.ask(aviatorGetState)
      if (round === maxRounds || (phase === 'betting' && roundId === started.roundId)) throw error
    }
  }
}
