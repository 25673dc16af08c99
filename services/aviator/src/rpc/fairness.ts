import {
  getAviatorBetProof,
  getAviatorChain,
  getAviatorKeys,
  getAviatorReturns,
  getRoundProof,
  Id,
  paise,
  Rupees,
} from '@kismet/contracts'
import { readReturns } from '@kismet/game-kit/returns'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { betById } from '../db/read-bets.ts'
import { countVoidRounds, roundById, roundByNumber } from '../db/read-rounds.ts'
import type { Chain } from '../db/chains.ts'
import type { Round } from '../domain/round.ts'
import type { TableContext } from '../round/table.ts'
import { proofOf } from '../round-proof.ts'

/** What of a chain stands before its first round. */
function publishedOf({ chainId, chainEnd, salt, length, firstRound }: Chain) {
  return { chainId, chainEnd, salt, length, firstRound }
}

/** The number of the newest round that is over. */
const lastOverOf = ({ phase, commitment: { roundNumber } }: Round): number =>
  phase === 'crashed' || phase === 'void' ? roundNumber : roundNumber - 1

/** What lets anybody check what was played. */
export const fairnessOperations = [
  handle(getRoundProof, async (ctx: TableContext, { input }) => {
    const round = await roundById(ctx.db, input.roundId)
    if (round === undefined) throw new Refusal('not_found')
    return { proof: await proofOf(ctx, input.roundId, round) }
  }),

  handle(getAviatorBetProof, async (ctx: TableContext, { player, input }) => {
    const bet = Id.safeParse(input.betId).success ? await betById(ctx.db, input.betId) : undefined
    const round = bet && (await roundByNumber(ctx.db, bet.roundNumber))
    if (bet?.playerId !== player.id || bet.place === null || round === undefined) throw new Refusal('not_found')
    const proof = await proofOf(ctx, bet.betId, round)
    if (bet.booking === null) throw new Refusal('not_finished')
    // A refunded bet has no payout: its stake came back.
    if (bet.decision === null) return { proof }
    const [stake, payout] = [bet.stakePaise, bet.decision.payoutPaise].map((amount) => Rupees.encode(paise(amount)))
    return { proof: { ...proof, stake, payout } }
  }),

  handle(getAviatorChain, async ({ chains, db, table }: TableContext) => {
    const { current } = table
    const chain = await chains.of(current?.round.commitment.roundNumber ?? 1)
    const next = await chains.of(chain.nextChainAt)
    const lastOver = current === undefined ? 0 : lastOverOf(current.round)
    const roundsVoided = await countVoidRounds(db, chain.firstRound, lastOver)
    // Rounds are numbered without gaps.
    const roundsPlayed = Math.max(0, lastOver - chain.firstRound + 1) - roundsVoided
    return { ...publishedOf(chain), roundsPlayed, roundsVoided, next: publishedOf(next) }
  }),

  handle(getAviatorKeys, ({ receipts }: TableContext) => Promise.resolve({ keys: [...receipts.publicKeys] })),

  handle(getAviatorReturns, (ctx: TableContext, { input }) => readReturns(ctx, input)),
]
