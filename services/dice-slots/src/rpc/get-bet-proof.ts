import { getBetProof, Id, paise, Rupees } from '@kismet/contracts'
import type { Proof } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findByBet } from '../db/plays.ts'
import type { SettledPlay } from '../db/plays.ts'

/** Another player's bet, and one that was refused, is not there; one that is not finished shows no seed. */
export const getBetProofHandler = handle(getBetProof, async ({ db }: Context, { player, input }) => {
  if (!Id.safeParse(input.betId).success) throw new Refusal('not_found')
  const live = await findByBet(db, input.betId)
  if (live === undefined) throw new Refusal('not_found')
  const { commitment } = live.kind === 'settled' ? live.play : live.claim
  if (commitment.playerId !== player.id) throw new Refusal('not_found')
  if (live.kind === 'unfinished') throw new Refusal('not_finished')
  return { proof: proofOf(live.play) }
})

function proofOf(play: SettledPlay): Proof {
  const { commitment, settlement } = play
  return {
    version: commitment.version,
    game: commitment.game,
    id: play.betId,
    serverSeed: play.serverSeed,
    serverSeedHash: commitment.serverSeedHash,
    clientSeed: play.clientSeed,
    clientSeedBy: play.clientSeedBy,
    nonce: commitment.nonce,
    params: { ...play.params },
    outcome: { ...settlement.outcome },
    stake: Rupees.encode(paise(play.stakePaise)),
    payout: Rupees.encode(paise(settlement.payoutPaise)),
  }
}
