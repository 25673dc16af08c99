import { paise, playBet, readSettledPlays, voidBet } from '@kismet/contracts'
import type { Booked, ErrorCode } from '@kismet/contracts'
import { mathsVersion } from '@kismet/fairness'
import { inTransaction } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { insertCommitment } from '../db/commitments.ts'
import { endAsRefused, endAsSettled, findByBet, giveLeaseBack } from '../db/plays.ts'
import type { Claim, Ending, SettledPlay } from '../db/plays.ts'
import type { Settlement } from '../domain/game.ts'
import { games } from '../domain/games.ts'
import { makeCommitment } from './commitments.ts'
import { leaseEnded } from './lease.ts'

/** How an attempt to finish a play came out. `unknown`: the wallet was not heard, so the play stays claimed and nothing may be said of it. */
export type Finish =
  | { readonly kind: 'settled'; readonly play: SettledPlay }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }

type WalletAnswer =
  | { readonly kind: 'booked'; readonly booked: Booked }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }

/** The play as its seeds decide it, whoever computes it and however often. */
interface Result {
  readonly serverSeed: string
  readonly settlement: Settlement
}

/**
 * Computes a claimed play, books it with the wallet and records how it has ended. Every step is keyed by the bet id, so that it may be run again
 * from the start after a failure at any point. @param attempt how often the wallet is asked with this time, as the lease says
 */
export async function finishPlay(ctx: Context, claim: Claim, attempt: number, requestId: string): Promise<Finish> {
  const result = resultOf(ctx, claim)
  const answer = await askWallet(ctx, claim, result, requestId)
  switch (answer.kind) {
    case 'booked':
      return record(ctx, claim, result, answer.booked)
    case 'refused':
      // The only attempt ever made was refused, so no money can move any more. Else an earlier one may still be on its way.
      if (attempt === 1 && (await endAsRefused(ctx.db, claim.betId, attempt))) return refuse(ctx, claim, answer.refusal)
      return makeSure(ctx, claim, attempt, result, answer.refusal, requestId)
    case 'unknown':
      return postpone(ctx, claim, attempt)
  }
}

function resultOf({ seal }: Context, claim: Claim): Result {
  const { commitment, clientSeed, stakePaise, params } = claim
  if (commitment.version !== mathsVersion)
    throw new Error(`The play ${claim.betId} needs version ${commitment.version} of the maths`)
  const serverSeed = seal.open(commitment.sealedSeed, commitment)
  const seeds = { serverSeed, clientSeed, nonce: commitment.nonce }
  return { serverSeed, settlement: games[commitment.game].settle(seeds, stakePaise, params) }
}

/** Refusals by which the wallet says that it has not taken the stake. `unavailable` and `internal` leave open what has happened. */
const conclusive: readonly ErrorCode[] = [...playBet.errors, 'invalid_request', 'too_many_requests']

async function askWallet(ctx: Context, claim: Claim, result: Result, requestId: string): Promise<WalletAnswer> {
  const { playerId, game } = claim.commitment
  const input = {
    betId: claim.betId,
    playerId,
    game: games[game].title,
    stakePaise: paise(claim.stakePaise),
    payoutPaise: paise(result.settlement.payoutPaise),
  }
  try {
    return { kind: 'booked', booked: await ctx.bus.call(playBet, input, { requestId }) }
  } catch (error) {
    if (isRefusal(error) && conclusive.includes(error.code)) return { kind: 'refused', refusal: error }
    ctx.log.warn({ err: error, betId: claim.betId, requestId }, 'the wallet did not answer; the play stays claimed')
    return { kind: 'unknown' }
  }
}

const voidReason = 'the play was refused'

/** Makes a refusal final: the wallet marks the bet as void, so that an earlier attempt which comes late is refused too, or says that one was booked. */
async function makeSure(
  ctx: Context,
  claim: Claim,
  attempt: number,
  result: Result,
  refusal: Refusal,
  requestId: string,
): Promise<Finish> {
  const { betId } = claim
  const { playerId } = claim.commitment
  try {
    await ctx.bus.call(voidBet, { betId, playerId, reason: voidReason }, { requestId })
  } catch (error) {
    if (!isRefusal(error, 'bet_settled')) {
      ctx.log.warn({ err: error, betId, requestId }, 'the wallet did not confirm a refusal; the play stays claimed')
      return postpone(ctx, claim, attempt)
    }
    const again = await askWallet(ctx, claim, result, requestId)
    if (again.kind === 'booked') return record(ctx, claim, result, again.booked)
    ctx.log.error({ betId, requestId, answer: again.kind }, 'the wallet has a play that it does not give back')
    return postpone(ctx, claim, attempt)
  }
  await endAsRefused(ctx.db, betId)
  // The wallet refuses a void bet as a conflict, which is no word for the player: the request itself can be made again.
  return refuse(ctx, claim, refusal.code === 'idempotency_conflict' ? new Refusal('unavailable') : refusal)
}

function refuse({ telemetry }: Context, { commitment }: Claim, refusal: Refusal): Finish {
  telemetry.refused(commitment.game, refusal.code)
  return { kind: 'refused', refusal }
}

async function postpone({ db, clock }: Context, { betId }: Claim, attempt: number): Promise<Finish> {
  await giveLeaseBack(db, betId, attempt, leaseEnded(clock.now(), attempt))
  return { kind: 'unknown' }
}

/** The play and the next commitment, in one transaction. When somebody else has recorded it in the meantime that record stands. */
async function record(ctx: Context, claim: Claim, result: Result, booked: Booked): Promise<Finish> {
  const { settlement, serverSeed } = result
  const { playerId, game, nonce } = claim.commitment
  const settledAt = new Date(ctx.clock.now())
  const { balancePaise, balanceSeq, bonusReleased } = booked
  const ending: Ending = { settlement, serverSeed, balancePaise, balanceSeq, bonusReleased, settledAt }
  const next = makeCommitment(ctx, playerId, game, nonce + 1)
  const recorded = await inTransaction(ctx.db, async (transaction) => {
    if (!(await endAsSettled(transaction, claim.betId, ending))) return false
    await insertCommitment(transaction, next, settledAt)
    return true
  })
  if (!recorded) return { kind: 'settled', play: await recordedElsewhere(ctx, claim) }
  count(ctx, claim, settlement)
  ctx.bus.signal(readSettledPlays.wake, {})
  return { kind: 'settled', play: { ...claim, ...ending, nextServerSeedHash: next.serverSeedHash } }
}

/** A booked play that did not end as settled here has ended so elsewhere. Anything else would be money without a play. */
async function recordedElsewhere({ db }: Context, { betId }: Claim): Promise<SettledPlay> {
  const live = await findByBet(db, betId)
  if (live?.kind !== 'settled') throw new Error(`The wallet has booked the play ${betId}, which is not recorded`)
  return live.play
}

function count({ telemetry }: Context, claim: Claim, { payoutPaise }: Settlement): void {
  const { game } = claim.commitment
  const { numerator, denominator } = games[game].rtp(claim.params)
  const expectedPaise = (claim.stakePaise * Number(numerator)) / Number(denominator)
  telemetry.played(game, { stakePaise: claim.stakePaise, payoutPaise, expectedPaise })
}
