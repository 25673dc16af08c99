import { paise } from '@kismet/contracts'
import type { ListedBet, OwnBet, RoundOrder, Snapshot, AviatorState, AviatorEvent } from './aviator-state.ts'
import { askedOf, withoutOrder } from './aviator-state.ts'

const betsKept = 8

/** Which of two tales of a bet holds: it is open until it is over, and a refund that a voided round lets expect gives way to a payout. */
const weight: Readonly<Record<OwnBet['status'], number>> = { open: 0, other: 1, lost: 2, refunded: 3, cashed_out: 4 }

type BetEvent =
  | Extract<AviatorEvent, { kind: 'betPlaced' | 'cashedOut' | 'lossProcessed' }>
  | {
      readonly kind: 'state'
      readonly payload: Pick<Snapshot, 'roundId' | 'crashPoint'>
      readonly bet: NonNullable<Snapshot['bet']>
    }

function betIn(event: BetEvent): OwnBet {
  const { roundId } = event.payload
  const unknown = { roundId, autoCashout: null, clientSeed: null, multiplier: null, payout: null, crashPoint: null }
  switch (event.kind) {
    case 'betPlaced': {
      const { betId, betAmount, autoCashout, clientSeed } = event.payload
      return { ...unknown, betId, betAmount, autoCashout, clientSeed, status: 'open' }
    }
    case 'cashedOut': {
      const { betId, betAmount, multiplier, payout, receipt } = event.payload
      return { ...unknown, betId, betAmount, multiplier, payout, receipt, status: 'cashed_out' }
    }
    case 'lossProcessed': {
      const { betId, betAmount, crashPoint } = event.payload
      return { ...unknown, betId, betAmount, crashPoint, payout: paise(0), status: 'lost' }
    }
    case 'state':
      return { ...event.bet, roundId, crashPoint: event.payload.crashPoint }
  }
}

function merged(known: OwnBet, update: OwnBet): OwnBet {
  const [over, other] = weight[update.status] > weight[known.status] ? [update, known] : [known, update]
  return {
    ...over,
    autoCashout: over.autoCashout ?? other.autoCashout,
    clientSeed: over.clientSeed ?? other.clientSeed,
    crashPoint: over.crashPoint ?? other.crashPoint,
    receipt: over.receipt ?? other.receipt,
  }
}

const withOwnBet = (bets: readonly OwnBet[], update: OwnBet): readonly OwnBet[] =>
  bets.some(({ betId }) => betId === update.betId)
    ? bets.map((bet) => (bet.betId === update.betId ? merged(bet, update) : bet))
    : [update, ...bets].slice(0, betsKept)

/** Applies an event about an own bet. */
export function withBet(state: AviatorState, event: BetEvent): AviatorState {
  return { ...state, bets: withOwnBet(state.bets, betIn(event)) }
}

/** Applies the list of own bets. The page requests the list when the outcome of an earlier bet is unknown. A bet that the list lacks was never placed. */
export function withListedBets(state: AviatorState, listed: readonly ListedBet[]): AviatorState {
  const asked = askedOf(state)
  const isOurs = ({ betId, roundId }: ListedBet): boolean =>
    asked?.facts.roundId === roundId || state.bets.some((bet) => bet.betId === betId)
  const bets = listed.filter(isOurs).reduce((known, bet) => withOwnBet(known, bet), state.bets)
  const isOver = asked?.state === 'unknown' && asked.facts.roundId !== state.round?.roundId
  return { ...state, bets, orders: isOver ? withoutOrder(state, asked) : state.orders }
}

/** Removes answered orders, and marks the open bets of a voided round as refunded. Returns the same state if nothing changes. */
export function withoutAnswered(state: AviatorState): AviatorState {
  const { round } = state
  const isGivenBack = ({ roundId, status }: OwnBet): boolean =>
    round?.phase === 'void' && roundId === round.roundId && status === 'open'
  const bets = state.bets.some(isGivenBack)
    ? state.bets.map((bet) => (isGivenBack(bet) ? { ...bet, status: 'refunded' as const } : bet))
    : state.bets
  const isAnswered = ({ intent, facts }: RoundOrder): boolean =>
    bets.some(({ roundId, status }) => roundId === facts.roundId && (intent === 'bet' || status !== 'open'))
  const answered = state.orders.filter((order) => isAnswered(order))
  if (bets === state.bets && answered.length === 0) return state
  return { ...state, bets, orders: answered.reduce((orders, order) => withoutOrder({ orders }, order), state.orders) }
}
