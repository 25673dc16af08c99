import { getAviatorReplay, getRoundReplay, Id, listRoundBets, paise } from '@kismet/contracts'
import type { PlayReplay, ReplayStep, RoundBet, RoundReplay } from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { betById } from '../db/read-bets.ts'
import type { FoundBet } from '../db/read-bets.ts'
import { roundById, roundByNumber } from '../db/read-rounds.ts'
import type { StoredRound } from '../db/read-rounds.ts'
import { acceptedBets, newestRoundNumber, sumsOfRound } from '../db/replay-reads.ts'
import { proofOf } from '../round-proof.ts'
import type { TableContext } from '../round/table.ts'

type OverRound = Extract<StoredRound, { readonly phase: 'crashed' | 'void' }>

/** Everything that tells how a round ends is shown from here on, and not before: neither seeds nor targets nor decisions. */
const isOver = (round: StoredRound): round is OverRound => round.phase === 'crashed' || round.phase === 'void'

/** @throws Refusal `not_found` */
async function requireRound(db: Queryable, name: string): Promise<StoredRound> {
  const round = /^[1-9]\d{0,14}$/.test(name) ? await roundByNumber(db, Number(name)) : await roundById(db, name)
  if (round === undefined) throw new Refusal('not_found')
  return round
}

/** Writes down who looks, before there is anything to see. */
async function recordView(
  { db, audit }: TableContext,
  { admin, meta }: Pick<CallOf<typeof getRoundReplay>, 'admin' | 'meta'>,
  action: 'round.view' | 'play.view',
  target: string,
): Promise<void> {
  await inTransaction(db, (transaction) => audit.append(transaction, { admin, action, target, detail: {}, meta }))
}

const timeOf = (atMs: number | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

async function roundReplay(ctx: TableContext, round: StoredRound): Promise<RoundReplay> {
  const { commitment } = round
  const { roundId, roundNumber, version, volatilityMode, fairnessHash, openedAtMs, bettingEndsAtMs } = commitment
  const [sums, newest] = await Promise.all([sumsOfRound(ctx.db, roundNumber), newestRoundNumber(ctx.db)])
  const over = isOver(round) ? round : undefined
  return {
    ...{ roundId, roundNumber, version, volatilityMode, phase: round.phase, serverSeedHash: fairnessHash },
    openedAt: isoTime(openedAtMs),
    bettingEndsAt: isoTime(bettingEndsAtMs),
    takeoffAt: timeOf(round.phase === 'betting' ? undefined : round.flight.takeoffAtMs),
    endedAt: timeOf(over?.end.atMs),
    crashPoint: over === undefined ? null : fromHundredths(over.flight.crashPointHundredths),
    voidReason: over?.phase === 'void' ? over.reason : null,
    proof: over === undefined ? null : await proofOf(ctx, roundId, over),
    bets: {
      count: sums.count,
      staked: paise(sums.stakedPaise),
      paid: over === undefined ? null : paise(sums.paidPaise),
    },
    hasEarlier: roundNumber > 1,
    hasLater: roundNumber < newest,
  }
}

/** How a bet ended, as far as it is booked. */
function resultOf({ status }: FoundBet): RoundBet['result'] {
  switch (status) {
    case 'cashed_out':
      return 'win'
    case 'lost':
      return 'loss'
    case 'refunded':
      return 'refunded'
    default:
      return 'pending'
  }
}

function roundBet(bet: FoundBet, over: boolean): RoundBet {
  const { betId, playerId, name, place, stakePaise, placedAtMs, targetHundredths, decision, booking } = bet
  const known = over ? decision : null
  return {
    ...{ betId, playerId, name, place: place ?? 0, stake: paise(stakePaise), placedAt: isoTime(placedAtMs) },
    target: over && targetHundredths !== null ? fromHundredths(targetHundredths) : null,
    cashOut:
      known === null || known.payoutPaise === 0
        ? null
        : {
            multiplier: fromHundredths(known.multiplierHundredths),
            auto: known.auto,
            receivedAt: isoTime(known.receivedAtMs),
          },
    payout: known === null ? null : paise(known.payoutPaise),
    result: over ? resultOf(bet) : 'pending',
    settledAt: over ? timeOf(booking?.settledAtMs) : null,
  }
}

const step = (name: ReplayStep['step'], atMs: number, by: ReplayStep['by'] = null): ReplayStep => ({
  ...{ step: name, at: isoTime(atMs), tile: null, by },
})

function stepsOf({ placedAtMs, status, decision, booking }: FoundBet, isEnded: boolean): ReplayStep[] {
  const placed = step('placed', placedAtMs)
  if (!isEnded || booking === undefined) return [placed]
  const settled = step(status === 'refunded' ? 'refunded' : 'settled', booking.settledAtMs)
  if (decision === null) return [placed, settled]
  const { payoutPaise, auto, receivedAtMs } = decision
  const end =
    payoutPaise === 0 ? step('ended', receivedAtMs) : step('cash_out', receivedAtMs, auto ? 'automatic' : 'player')
  return [placed, end, settled]
}

/** A bet is over with its round, and once the wallet has booked it. */
async function playReplay(ctx: TableContext, bet: FoundBet, round: StoredRound): Promise<PlayReplay> {
  const { commitment } = round
  const isEnded = isOver(round) && bet.booking !== undefined
  const payoutPaise = bet.status === 'refunded' ? bet.stakePaise : (bet.decision?.payoutPaise ?? 0)
  const { targetHundredths: target } = bet
  return {
    ...{ betId: bet.betId, playerId: bet.playerId, game: 'aviator', stake: paise(bet.stakePaise) },
    stage: !isEnded ? 'open' : bet.status === 'refunded' ? 'refunded' : 'settled',
    ...{ version: commitment.version, serverSeedHash: commitment.fairnessHash, nonce: commitment.roundNumber },
    clientSeed: isEnded ? bet.clientSeed : null,
    clientSeedBy: bet.clientSeedByPlayer ? 'player' : 'server',
    params: isEnded && target !== null ? { target: fromHundredths(target) } : {},
    steps: stepsOf(bet, isEnded),
    payout: isEnded ? paise(payoutPaise) : null,
    multiplier: isEnded && bet.decision !== null ? fromHundredths(bet.decision.multiplierHundredths) : null,
    proof: isEnded ? await proofOf(ctx, bet.betId, round) : null,
    round: { roundId: commitment.roundId, roundNumber: commitment.roundNumber },
  }
}

/** @throws Refusal `invalid_request` */
function placeOf(cursor: string | undefined): number {
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor))
    throw new Refusal('invalid_request', 'cursor is not valid.')
  return Number(cursor ?? 0)
}

/** What admins read of rounds and their bets. */
export const replayOperations = [
  handle(getRoundReplay, async (ctx: TableContext, { input, ...call }) => {
    const round = await requireRound(ctx.db, input.round)
    await recordView(ctx, call, 'round.view', round.commitment.roundId)
    return { round: await roundReplay(ctx, round) }
  }),

  // The cursor is the place of the last bet that was shown.
  handle(listRoundBets, async (ctx: TableContext, { input: { round: name, limit, cursor } }) => {
    const after = placeOf(cursor)
    const round = await requireRound(ctx.db, name)
    const found = await acceptedBets(ctx.db, round.commitment.roundNumber, after, limit + 1)
    const bets = found.slice(0, limit)
    const last = bets.at(-1)
    return {
      bets: bets.map((bet) => roundBet(bet, isOver(round))),
      nextCursor: found.length > limit && typeof last?.place === 'number' ? String(last.place) : null,
    }
  }),

  handle(getAviatorReplay, async (ctx: TableContext, { input: { betId }, ...call }) => {
    const bet = Id.safeParse(betId).success ? await betById(ctx.db, betId) : undefined
    // The round is read after its bet: what the round tells is never behind what the bet does.
    const round = bet && (await roundByNumber(ctx.db, bet.roundNumber))
    if (bet === undefined || bet.place === null || round === undefined) throw new Refusal('not_found')
    await recordView(ctx, call, 'play.view', betId)
    return { play: await playReplay(ctx, bet, round) }
  }),
]
