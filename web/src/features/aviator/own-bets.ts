import type { ListedBet, OwnBet, Snapshot, Table, TableEvent } from './table.ts'

const betsKept = 8

/** Which of two tales of a bet holds: it is open until it is over, and a refund that a voided round lets expect gives way to a payout. */
const weight: Readonly<Record<OwnBet['status'], number>> = { open: 0, other: 1, lost: 2, refunded: 3, cashed_out: 4 }

type BetEvent =
  | Extract<TableEvent, { kind: 'betPlaced' | 'cashedOut' | 'lossProcessed' }>
  | {
      readonly kind: 'state'
      readonly told: Pick<Snapshot, 'roundId' | 'crashPoint'>
      readonly bet: NonNullable<Snapshot['bet']>
    }

function betIn(event: BetEvent): OwnBet {
  const { roundId } = event.told
  const unknown = { autoCashout: null, clientSeed: null, multiplier: null, payoutPaise: null, crashPoint: null }
  switch (event.kind) {
    case 'betPlaced': {
      const { betId, betAmount: stakePaise, autoCashout, clientSeed } = event.told
      return { ...unknown, betId, roundId, stakePaise, autoCashout, clientSeed, status: 'open' }
    }
    case 'cashedOut': {
      const { betId, betAmount: stakePaise, multiplier, payout: payoutPaise } = event.told
      return { ...unknown, betId, roundId, stakePaise, status: 'cashed_out', multiplier, payoutPaise }
    }
    case 'lossProcessed': {
      const { betId, betAmount: stakePaise, crashPoint } = event.told
      return { ...unknown, betId, roundId, stakePaise, status: 'lost', payoutPaise: 0, crashPoint }
    }
    case 'state':
      return { ...ofList({ ...event.bet, roundId }), crashPoint: event.told.crashPoint }
  }
}

const ofList = ({
  betId,
  roundId,
  betAmount,
  autoCashout,
  clientSeed,
  status,
  multiplier,
  payout,
}: Omit<ListedBet, 'roundNumber' | 'crashPoint' | 'createdAt'>): OwnBet => ({
  betId,
  roundId,
  stakePaise: betAmount,
  autoCashout,
  clientSeed,
  status,
  multiplier,
  payoutPaise: payout,
  crashPoint: null,
})

function merged(known: OwnBet, told: OwnBet): OwnBet {
  const [over, other] = weight[told.status] > weight[known.status] ? [told, known] : [known, told]
  return {
    ...over,
    autoCashout: over.autoCashout ?? other.autoCashout,
    clientSeed: over.clientSeed ?? other.clientSeed,
    crashPoint: over.crashPoint ?? other.crashPoint,
  }
}

const withOwnBet = (bets: readonly OwnBet[], told: OwnBet): readonly OwnBet[] =>
  bets.some(({ betId }) => betId === told.betId)
    ? bets.map((bet) => (bet.betId === told.betId ? merged(bet, told) : bet))
    : [told, ...bets].slice(0, betsKept)

/** The table with what was told of an own bet. */
export function withBet(table: Table, event: BetEvent): Table {
  return { ...table, bets: withOwnBet(table.bets, betIn(event)) }
}

/** The table with the list of own bets, which is asked for when it is not known how one of an earlier round ended: one that it does not have was never taken. */
export function withListedBets(table: Table, listed: readonly ListedBet[]): Table {
  const isOurs = ({ betId, roundId }: ListedBet): boolean =>
    table.asked?.roundId === roundId || table.bets.some((bet) => bet.betId === betId)
  const bets = listed
    .filter(isOurs)
    .reduce((known, bet) => withOwnBet(known, { ...ofList(bet), crashPoint: bet.crashPoint }), table.bets)
  const isOver = table.asked?.isUnknown === true && table.asked.roundId !== table.round?.roundId
  return { ...table, bets, asked: isOver ? null : table.asked }
}

/** What has its answer is not on its way any more; a voided round gives back what was open in it. The same table where nothing changes by it. */
export function withoutAnswered(table: Table): Table {
  const { round, asked, cashing } = table
  const isGivenBack = ({ roundId, status }: OwnBet): boolean =>
    round?.phase === 'void' && roundId === round.roundId && status === 'open'
  const bets = table.bets.some(isGivenBack)
    ? table.bets.map((bet) => (isGivenBack(bet) ? { ...bet, status: 'refunded' as const } : bet))
    : table.bets
  const isTaken = bets.some(({ roundId }) => roundId === asked?.roundId)
  const isPaid = bets.some(({ roundId, status }) => roundId === cashing?.roundId && status !== 'open')
  if (bets === table.bets && !isTaken && !isPaid) return table
  return { ...table, bets, asked: isTaken ? null : asked, cashing: isPaid ? null : cashing }
}
