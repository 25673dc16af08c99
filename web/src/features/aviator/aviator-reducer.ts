import { applyOrderEvent } from '@kismet/app-kit/order.ts'
import { limits } from '@kismet/contracts'
import { liveBetsSince, noLiveBets, withFeed } from './live-bets.ts'
import { withBet, withListedBets, withoutAnswered } from './own-bets.ts'
import type { PastRound, Phase, Round, Snapshot, AviatorState, AviatorEvent, WholeRound } from './aviator-state.ts'
import { askedOf, cashingOf, withoutOrder } from './aviator-state.ts'

const pastIdsKept = 20
const order: Readonly<Record<Phase, number>> = { other: -1, betting: 0, flying: 1, crashed: 2, void: 2 }

/** The later phase. Of two ends, the first counts. */
const laterPhase = (known: Phase, next: Phase): Phase => (order[next] > order[known] ? next : known)

/** Whether a state is about a new round, or newer than the known state of the round. */
export function isAhead(known: Round | null, { roundId, roundNumber, phase }: Snapshot): boolean {
  if (known?.roundId === roundId) return order[phase] > order[known.phase]
  return known === null || roundNumber >= known.roundNumber
}

/** The state after an event. Events arrive late, twice and in any order. The number orders rounds, the phase orders events of a round, `seq` orders ticks. */
export function nextState(state: AviatorState, event: AviatorEvent): AviatorState {
  switch (event.kind) {
    case 'state':
      return withSnapshot(state, event.payload)
    case 'roundStart':
      return opened(state, {
        ...event.payload,
        phase: 'betting',
        takeoffAt: null,
        clientSeed: null,
        clientSeeds: null,
        crashPoint: null,
        serverSeed: null,
        multiplier: null,
      })
    case 'feed':
    case 'takeoff':
    case 'tick':
    case 'crash':
    case 'void':
      return withoutAnswered(inRound(state, event))
    case 'betPlaced':
    case 'cashedOut':
    case 'lossProcessed':
      return withoutAnswered(withBet(state, event))
    case 'betsListed':
      return withListedBets(state, event.payload)
    case 'silence':
      return state.isSilent === event.isOn ? state : { ...state, isSilent: event.isOn }
    case 'ordered': {
      const orders = applyOrderEvent(state.orders, event.happened)
      return withoutAnswered({ ...state, orders, cashSentIn: event.happened.type === 'sent' ? null : state.cashSentIn })
    }
    case 'cashSent':
      return cashingOf(state)?.facts.roundId === event.roundId ? { ...state, cashSentIn: event.roundId } : state
    case 'nextBetChanged':
      return { ...state, nextBet: event.nextBet }
  }
}

type RoundEvent = Extract<AviatorEvent, { kind: 'feed' | 'takeoff' | 'tick' | 'crash' | 'void' }>

/** Applies an event about the current round, an earlier round, or a round whose start was missed. */
function inRound(state: AviatorState, event: RoundEvent): AviatorState {
  const { round, pastIds } = state
  const { roundId } = event.payload
  const history = event.kind === 'crash' ? withPast(state.history, [event.payload]) : state.history
  if (round === null) return state
  if (roundId !== round.roundId) {
    const isPast =
      pastIds.includes(roundId) || (event.kind === 'crash' && event.payload.roundNumber < round.roundNumber)
    return { ...state, history, isBehind: state.isBehind || !isPast }
  }
  const next = roundAfter(round, event)
  const payload =
    event.kind === 'feed' || (event.kind === 'tick' && event.payload.seq > round.seq) ? event.payload : null
  return {
    ...state,
    history,
    round: next,
    liveBets: payload === null ? state.liveBets : withFeed(state.liveBets, payload.feed, payload.serverTime),
    // A tick without a take-off: the take-off event was missed.
    isBehind: state.isBehind || (next.phase === 'flying' && next.takeoffAt === null),
  }
}

function roundAfter(round: Round, event: RoundEvent): Round {
  switch (event.kind) {
    case 'feed':
      return round
    case 'takeoff': {
      const { takeoffAt, clientSeed, clientSeeds, serverTime } = event.payload
      const heardAt = Math.max(round.heardAt, serverTime)
      return { ...round, phase: laterPhase(round.phase, 'flying'), takeoffAt, clientSeed, clientSeeds, heardAt }
    }
    case 'tick': {
      const { seq, multiplier, serverTime } = event.payload
      if (seq <= round.seq || order[round.phase] > order.flying) return round
      const heardAt = Math.max(round.heardAt, serverTime)
      return { ...round, phase: 'flying', seq, heardAt, multiplier: Math.max(round.multiplier, multiplier) }
    }
    case 'crash': {
      const { crashPoint, serverSeed, clientSeed, serverTime } = event.payload
      if (round.phase === 'void') return round
      const heardAt = Math.max(round.heardAt, serverTime)
      return { ...round, phase: 'crashed', crashPoint, multiplier: crashPoint, serverSeed, clientSeed, heardAt }
    }
    case 'void':
      return round.phase === 'crashed' ? round : { ...round, phase: 'void', serverSeed: event.payload.serverSeed }
  }
}

/** Applies a complete round: the next round, or missed facts of the current round. */
function opened(state: AviatorState, payload: WholeRound): AviatorState {
  const { round, pastIds } = state
  if (round !== null && payload.roundNumber < round.roundNumber) return state
  if (round?.roundId === payload.roundId) return { ...state, round: merged(round, payload) }
  const cashing = cashingOf(state)
  const wasOpen = round !== null && order[round.phase] < order.crashed
  return {
    ...state,
    round: roundIn(payload),
    pastIds: round === null ? pastIds : [round.roundId, ...pastIds].slice(0, pastIdsKept),
    liveBets: noLiveBets,
    // A cash-out ends with its round.
    orders: cashing === null ? state.orders : withoutOrder(state, cashing),
    // The end of the previous round was missed.
    isBehind: state.isBehind || wasOpen,
  }
}

function roundIn(payload: WholeRound): Round {
  const { roundId, roundNumber, fairnessHash, volatilityMode, rtp, bettingEndsAt, phase, takeoffAt } = payload
  const { clientSeed, clientSeeds, crashPoint, serverSeed } = payload
  return {
    ...{ roundId, roundNumber, fairnessHash, volatilityMode, rtp, bettingEndsAt, phase, takeoffAt },
    ...{ clientSeed, clientSeeds, crashPoint, serverSeed },
    seq: 0,
    multiplier: crashPoint ?? payload.multiplier ?? 1,
    heardAt: payload.serverTime,
  }
}

function merged(round: Round, payload: WholeRound): Round {
  const phase = laterPhase(round.phase, payload.phase)
  const crashPoint = round.crashPoint ?? (phase === 'crashed' ? payload.crashPoint : null)
  return {
    ...round,
    phase,
    crashPoint,
    takeoffAt: round.takeoffAt ?? payload.takeoffAt,
    clientSeed: round.clientSeed ?? payload.clientSeed,
    clientSeeds: round.clientSeeds ?? payload.clientSeeds,
    serverSeed: round.serverSeed ?? payload.serverSeed,
    multiplier: crashPoint ?? Math.max(round.multiplier, payload.multiplier ?? 1),
    heardAt: Math.max(round.heardAt, payload.serverTime),
  }
}

/** The bets of the round, including missed bets. */
const recounted = (bets: AviatorState['liveBets'], { betCount, serverTime }: Snapshot): AviatorState['liveBets'] =>
  betCount === undefined || serverTime < bets.toldAt ? bets : { ...bets, count: betCount, toldAt: serverTime }

/** Applies the requested state of the server. Nothing is missing afterwards. */
function withSnapshot(state: AviatorState, payload: Snapshot): AviatorState {
  const { round: known } = state
  const isLate = known !== null && payload.roundNumber < known.roundNumber
  const { liveBets, ...opening } = opened(state, payload)
  const isNew = known?.roundId !== payload.roundId
  const next = {
    ...opening,
    liveBets: isLate ? liveBets : isNew ? liveBetsSince(payload) : recounted(liveBets, payload),
    history: withPast(state.history, payload.history),
    isBehind: state.isBehind && isLate,
  }
  if (isLate) return next
  // A bet that is missing after betting has closed was not placed. A cash-out of a bet that still flies can be pressed again.
  const isNotTaken = payload.phase !== 'betting' && payload.bet === null
  const isBack = payload.phase === 'flying' && payload.bet?.status === 'open'
  const [asked, cashing] = [askedOf(next), cashingOf(next)]
  const over = [
    isNotTaken && asked?.facts.roundId === payload.roundId ? asked : null,
    isBack && cashing?.state === 'unknown' ? cashing : null,
  ]
  const settled = {
    ...next,
    orders: over.reduce((orders, order) => (order ? withoutOrder({ orders }, order) : orders), next.orders),
    unsaidIn: payload.bet === undefined ? payload.roundId : null,
  }
  return withoutAnswered(payload.bet ? withBet(settled, { kind: 'state', payload, bet: payload.bet }) : settled)
}

/** Crashed rounds without duplicates, newest first. */
function withPast(history: readonly PastRound[], payload: readonly PastRound[]): readonly PastRound[] {
  const known = new Map(
    [...payload, ...history].map(({ roundId, roundNumber, crashPoint }) => [
      roundNumber,
      { roundId, roundNumber, crashPoint },
    ]),
  )
  return [...known.values()]
    .toSorted((one, other) => other.roundNumber - one.roundNumber)
    .slice(0, limits.aviator.historyShown)
}
