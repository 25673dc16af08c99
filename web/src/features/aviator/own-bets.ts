import { paise } from '@kismet/contracts'
import type { ListedBet, OwnBet, RoundOrder, Snapshot, Table, TableEvent } from './table.ts'
import { askedOf, withoutOrder } from './table.ts'

const betsKept = 8

/** Which of two tales of a bet holds: it is open until it is over, and a refund that a voided round lets expect gives way to a payout. */
const weight: Readonly<Record<OwnBet['status'], number>> = { open: 0, other: 1, lost: 2, refunded: 3, cashed_out: 4 }

type BetEvent =
  | Extract<TableEvent, { kind: 'betPlaced' | 'cashedOut' | 'lossProcessed' }>
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

/** The table with what was told of an own bet. */
export function withBet(table: Table, event: BetEvent): Table {
  return { ...table, bets: withOwnBet(table.bets, betIn(event)) }
}

/** The table with the list of own bets, which is asked for when it is not known how one of an earlier round ended: one that it does not have was never taken. */
export function withListedBets(table: Table, listed: readonly ListedBet[]): Table {
  const asked = askedOf(table)
  const isOurs = ({ betId, roundId }: ListedBet): boolean =>
    asked?.facts.roundId === roundId || table.bets.some((bet) => bet.betId === betId)
  const bets = listed.filter(isOurs).reduce((known, bet) => withOwnBet(known, bet), table.bets)
  const isOver = asked?.state === 'unknown' && asked.facts.roundId !== table.round?.roundId
  return { ...table, bets, orders: isOver ? withoutOrder(table, asked) : table.orders }
}

/** What has its answer is not on its way any more; a voided round gives back what was open in it. The same table where nothing changes by it. */
export function withoutAnswered(table: Table): Table {
  const { round } = table
  const isGivenBack = ({ roundId, status }: OwnBet): boolean =>
    round?.phase === 'void' && roundId === round.roundId && status === 'open'
  const bets = table.bets.some(isGivenBack)
    ? table.bets.map((bet) => (isGivenBack(bet) ? { ...bet, status: 'refunded' as const } : bet))
    : table.bets
  const isAnswered = ({ intent, facts }: RoundOrder): boolean =>
    bets.some(({ roundId, status }) => roundId === facts.roundId && (intent === 'bet' || status !== 'open'))
  const answered = table.orders.filter((order) => isAnswered(order))
  if (bets === table.bets && answered.length === 0) return table
  return { ...table, bets, orders: answered.reduce((orders, order) => withoutOrder({ orders }, order), table.orders) }
}
