import { getAviatorReplay, getRoundReplay, listRoundBets, paise } from '@kismet/contracts'
import type { PlayReplay, ReplayStep, RoundBet, RoundReplay } from '@kismet/contracts'
import { fromHundredths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { acceptedBets, sumsOfRound } from '../db/read-bets.ts'
import { roundById, roundByNumber } from '../db/read-rounds.ts'
import type { StoredRound } from '../db/read-rounds.ts'
import type { Bet } from '../domain/book.ts'
import { isOver } from '../domain/round.ts'
import type { TableContext } from '../round/table.ts'
import { voidReason } from '../shown.ts'
import { acceptedBet, proofOf } from './fairness.ts'

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

async function roundReplay(ctx: TableContext, round: StoredRound): Promise<RoundReplay> {
  const { roundId, roundNumber, version, volatilityMode, fairnessHash, ...times } = round.commitment
  const { count, stakedPaise, paidPaise } = await sumsOfRound(ctx.db, roundNumber)
  const over = isOver(round) ? round : undefined
  return {
    ...{ roundId, roundNumber, version, volatilityMode, phase: round.phase, serverSeedHash: fairnessHash },
    openedAt: isoTime(times.openedAtMs),
    bettingEndsAt: isoTime(times.bettingEndsAtMs),
    takeoffAt: round.phase === 'betting' ? null : isoTime(round.flight.takeoffAtMs),
    endedAt: over ? isoTime(over.end.atMs) : null,
    crashPoint: over ? fromHundredths(over.flight.crashPointHundredths) : null,
    voidReason: round.phase === 'void' ? voidReason : null,
    proof: over ? await proofOf(ctx, roundId, over) : null,
    bets: { count, staked: paise(stakedPaise), paid: over ? paise(paidPaise) : null },
    hasEarlier: roundNumber > 1,
    hasLater: roundNumber < (ctx.table.current?.round.commitment.roundNumber ?? 0),
  }
}

const results = { cashed_out: 'win', lost: 'loss', refunded: 'refunded' } as const

/** What a bet is shown as before it is over. */
const undecided = { status: 'open', targetHundredths: null, decision: null, booking: null } as const

function roundBet({ betId, playerId, name, place, stakePaise, placedAtMs, ...bet }: Bet): RoundBet {
  const { targetHundredths, status, decision, booking } = bet
  const paid = decision?.payoutPaise ? decision : null
  return {
    ...{ betId, playerId, name, place: place ?? 0, stake: paise(stakePaise), placedAt: isoTime(placedAtMs) },
    target: targetHundredths && fromHundredths(targetHundredths),
    cashOut: paid && {
      multiplier: fromHundredths(paid.multiplierHundredths),
      auto: paid.auto,
      receivedAt: isoTime(paid.receivedAtMs),
    },
    payout: decision && paise(decision.payoutPaise),
    result: status in results ? results[status as keyof typeof results] : 'pending',
    settledAt: booking && isoTime(booking.settledAtMs),
  }
}

const step = (name: ReplayStep['step'], atMs: number, by: ReplayStep['by'] = null): ReplayStep => ({
  ...{ step: name, at: isoTime(atMs), tile: null, by },
})

function stepsOf({ placedAtMs, decision, booking }: Bet): ReplayStep[] {
  const placed = step('placed', placedAtMs)
  if (booking === null) return [placed]
  if (decision === null) return [placed, step('refunded', booking.settledAtMs)]
  const { payoutPaise, auto, receivedAtMs } = decision
  const end =
    payoutPaise === 0 ? step('ended', receivedAtMs) : step('cash_out', receivedAtMs, auto ? 'automatic' : 'player')
  return [placed, end, step('settled', booking.settledAtMs)]
}

/** A bet is over with its round, and once the wallet has booked it. */
async function playReplay(ctx: TableContext, bet: Bet, round: StoredRound): Promise<PlayReplay> {
  const { roundId, roundNumber, version, fairnessHash } = round.commitment
  const { betId, playerId, stakePaise, clientSeed, clientSeedByPlayer } = bet
  const isEnded = isOver(round) && bet.booking !== null
  const shown = isEnded ? bet : { ...bet, ...undecided }
  const { targetHundredths, status, decision } = shown
  return {
    ...{ betId, playerId, game: 'aviator', stake: paise(stakePaise), version, nonce: roundNumber },
    stage: !isEnded ? 'open' : status === 'refunded' ? 'refunded' : 'settled',
    serverSeedHash: fairnessHash,
    clientSeed: isEnded ? clientSeed : null,
    clientSeedBy: clientSeedByPlayer ? 'player' : 'server',
    params: targetHundredths === null ? {} : { target: fromHundredths(targetHundredths) },
    steps: stepsOf(shown),
    payout: isEnded ? paise(decision?.payoutPaise ?? stakePaise) : null,
    multiplier: decision && fromHundredths(decision.multiplierHundredths),
    proof: isEnded ? await proofOf(ctx, betId, round) : null,
    round: { roundId, roundNumber },
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
      bets: bets.map((bet) => roundBet(isOver(round) ? bet : { ...bet, ...undecided })),
      nextCursor: found.length > limit && typeof last?.place === 'number' ? String(last.place) : null,
    }
  }),

  handle(getAviatorReplay, async (ctx: TableContext, { input: { betId }, ...call }) => {
    const { bet, round } = await acceptedBet(ctx.db, betId)
    await recordView(ctx, call, 'play.view', betId)
    return { play: await playReplay(ctx, bet, round) }
  }),
]
