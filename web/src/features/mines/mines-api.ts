import { cashOutMines, getActiveMines, revealMinesTile, startMines } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { RevealedPlay } from '../../entities/fair-play/play.ts'
import { isAsSent } from '../../entities/fair-play/play.ts'
import { fromContract, fromMoneyContract } from '../../entities/session/from-contract.ts'

/** The orders of a game by hand. Each has a key of its own, and the same key again is the same order. */
export const minesOrders = {
  start: fromMoneyContract(startMines).queryFn,
  reveal: fromMoneyContract(revealMinesTile).queryFn,
  cashOut: fromMoneyContract(cashOutMines).queryFn,
}

/** Reads whether a game is under way. */
export const minesApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A query has one call at a time, and an answer that a new connection deletes. Looks need several calls.
    getActiveMines: build.mutation(fromContract(getActiveMines)),
  }),
})

type Revealed = Output<typeof revealMinesTile>
/** The answer to a move in a game. */
export type Moved = Revealed | Output<typeof cashOutMines>

/** The seeds of an answer that has ended a game, compared with the seeds of its start. Null while the game is on. */
export function seedsOf(began: Revealed['game'], answer: Moved): RevealedPlay | null {
  const { betId, serverSeed, serverSeedHash, clientSeed, nonce } = answer
  if (betId === undefined || serverSeed === undefined || serverSeedHash === undefined) return null
  if (clientSeed === undefined || nonce === undefined) return null
  return {
    betId,
    serverSeed,
    serverSeedHash,
    clientSeed,
    nonce,
    isAsSent: isAsSent(began, { serverSeedHash, clientSeed }),
  }
}
