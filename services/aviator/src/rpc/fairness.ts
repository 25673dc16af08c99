import {
  getAviatorBetProof,
  getAviatorChain,
  getAviatorKeys,
  getAviatorReturns,
  getRoundProof,
  paise,
  Rupees,
} from '@kismet/contracts'
import type { Proof } from '@kismet/contracts'
import { fromHundredths, volatilityDivisors } from '@kismet/fairness'
import { readReturns } from '@kismet/game-kit/returns'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { betById } from '../db/read-bets.ts'
import type { StoredRound } from '../db/read-rounds.ts'
import { countVoidRounds, roundById, roundByNumber } from '../db/read-rounds.ts'
import type { Bet } from '../domain/book.ts'
import type { Chain } from '../db/chains.ts'
import type { TableContext } from '../round/table.ts'
import { isOver } from '../domain/round.ts'

/** What of a chain stands before its first round. */
function publishedOf({ chainId, chainEnd, salt, length, firstRound }: Chain) {
  return { chainId, chainEnd, salt, length, firstRound }
}

/** The proof of a round that is over. @throws Refusal `not_finished`, without any seed, before the end */
export async function proofOf(
  { chains }: Pick<TableContext, 'chains'>,
  id: string,
  round: StoredRound,
): Promise<Proof> {
  if (!isOver(round)) throw new Refusal('not_finished')
  const { commitment, flight, end } = round
  const { version, fairnessHash, roundNumber, volatilityMode } = commitment
  const { chainId, chainEnd, salt, firstRound } = await chains.of(roundNumber)
  const { clientSeeds, clientSeed, crashPointHundredths } = flight
  const divisor = volatilityDivisors[volatilityMode]
  return {
    ...{ version, game: 'aviator', id, nonce: roundNumber },
    ...{ serverSeed: end.serverSeed, serverSeedHash: fairnessHash, clientSeed },
    clientSeedBy: clientSeeds.length === 0 ? 'server' : 'players',
    params: { divisor, volatilityMode, clientSeeds, salt, chainId, chainEnd, firstRound },
    outcome: { crashPoint: fromHundredths(crashPointHundredths), ...(round.phase === 'void' ? { voided: true } : {}) },
  }
}

/** An accepted bet with its round. The round is read second, so that it is never older than the bet. @throws Refusal `not_found` */
export async function acceptedBet(db: Queryable, betId: string): Promise<{ bet: Bet; round: StoredRound }> {
  const bet = await betById(db, betId)
  const round = bet && (await roundByNumber(db, bet.roundNumber))
  if (bet === undefined || bet.place === null || round === undefined) throw new Refusal('not_found')
  return { bet, round }
}

/** Operations that let anybody verify rounds and bets. */
export const fairnessOperations = [
  handle(getRoundProof, async (ctx: TableContext, { input }) => {
    const round = await roundById(ctx.db, input.roundId)
    if (round === undefined) throw new Refusal('not_found')
    return { proof: await proofOf(ctx, input.roundId, round) }
  }),

  handle(getAviatorBetProof, async (ctx: TableContext, { player, input }) => {
    const { bet, round } = await acceptedBet(ctx.db, input.betId)
    if (bet.playerId !== player.id) throw new Refusal('not_found')
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
    const lastOver = current === undefined ? 0 : current.round.commitment.roundNumber - (isOver(current.round) ? 0 : 1)
    const roundsVoided = await countVoidRounds(db, chain.firstRound, lastOver)
    // Rounds are numbered without gaps.
    const roundsPlayed = Math.max(0, lastOver - chain.firstRound + 1) - roundsVoided
    return { ...publishedOf(chain), roundsPlayed, roundsVoided, next: publishedOf(next) }
  }),

  handle(getAviatorKeys, ({ receipts }: TableContext) => Promise.resolve({ keys: [...receipts.publicKeys] })),

  handle(getAviatorReturns, (ctx: TableContext, { input }) => readReturns(ctx, input)),
]
