import { getBetProofHandler } from './get-bet-proof.ts'
import { getDiceCommitmentHandler } from './get-dice-commitment.ts'
import { listDicePlaysHandler } from './list-dice-plays.ts'
import { playDiceHandler } from './play-dice.ts'
import { readSettledPlaysHandler } from './read-settled-plays.ts'
import { setClientSeedHandler } from './set-client-seed.ts'

/** Everything that this service answers. */
export const operations = [
  getDiceCommitmentHandler,
  playDiceHandler,
  listDicePlaysHandler,
  setClientSeedHandler,
  getBetProofHandler,
  readSettledPlaysHandler,
]
