import type { aviatorEvents, listAviatorBets, Output, PlayerBalance } from '@kismet/contracts'
import type { OrderEvent, Order } from '@kismet/app-kit/order.ts'
import { applyOrderEvent } from '@kismet/app-kit/order.ts'
import type { z } from 'zod'
import type { LiveBets } from './live-bets.ts'
import { noLiveBets } from './live-bets.ts'

/** The payload of an event of the server. */
type Payload<Name extends keyof typeof aviatorEvents> = z.output<(typeof aviatorEvents)[Name]['payload']>
type Done<Name extends keyof typeof aviatorEvents> = Extract<Payload<Name>, { success: true }>

/** Some payloads have the balance. */
export type MaybeBalance = { readonly [Name in keyof PlayerBalance]?: PlayerBalance[Name] | undefined } & {
  readonly bonusReleased?: boolean
}

/** The state of the game. `bet` is missing while the server does not know whether the player has a bet. */
export type Snapshot = Payload<'state'>
export type Phase = Snapshot['phase']
export type ListedBet = Output<typeof listAviatorBets>['bets'][number]

type RoundFact =
  | 'roundId'
  | 'roundNumber'
  | 'fairnessHash'
  | 'volatilityMode'
  | 'rtp'
  | 'bettingEndsAt'
  | 'phase'
  | 'takeoffAt'
  | 'clientSeed'
  | 'clientSeeds'
  | 'crashPoint'
  | 'serverSeed'

/** A complete round. */
export type WholeRound = Pick<Snapshot, RoundFact | 'multiplier' | 'serverTime'>

/** The known facts of a round. Times are ms since the epoch in the server's clock. `rtp` is in per cent. */
export interface Round extends Readonly<Pick<Snapshot, RoundFact>> {
  /** The number of the newest tick. 0 before the first tick. */
  readonly seq: number
  /** The last multiplier of the server. At the end the crash point. */
  readonly multiplier: number
  /** The time of the last event of the flight. Later progress is unknown. */
  readonly heardAt: number
}

/** A bet of this player, placed in any tab. Amounts are paise. Unknown values are null. */
export interface OwnBet extends Readonly<Omit<ListedBet, 'roundNumber' | 'createdAt' | 'crashPoint' | 'clientSeed'>> {
  readonly clientSeed: string | null
  readonly crashPoint: number | null
  /** The signed receipt of a cash-out that this page has heard of. */
  readonly receipt?: string | undefined
}

/** What the player has set up for a bet. */
export interface BetOrder {
  readonly stakePaise: number
  readonly autoCashout: number | null
}

/** A bet that the page places when the next round opens. `afterRound`: the number of the round in which the player made it. */
interface NextBet extends BetOrder {
  readonly afterRound: number
}

/** A bet or a cash-out without an answer. The events of the round show its outcome. */
export type RoundOrder = Order<Pick<OwnBet, 'roundId' | 'betAmount'>>

export interface PastRound {
  readonly roundId: string
  readonly roundNumber: number
  readonly crashPoint: number
}

/** The state of Aviator on the page. */
export interface AviatorState {
  /** Null until the server has sent its state. */
  readonly round: Round | null
  /** Earlier rounds, so that their late events are recognized. */
  readonly pastIds: readonly string[]
  /** Crashed rounds, newest first. */
  readonly history: readonly PastRound[]
  /** Own bets, newest first. */
  readonly bets: readonly OwnBet[]
  readonly orders: readonly RoundOrder[]
  readonly nextBet: NextBet | null
  /** The round whose cash-out was sent after a frame that showed the press. */
  readonly cashSentIn: string | null
  /** The round in which the server does not know whether the player has a bet. */
  readonly unsaidIn: string | null
  readonly liveBets: LiveBets
  /** An event was missed, so the state must be requested. */
  readonly isBehind: boolean
  /** No event came for too long, although the connection may be up. */
  readonly isSilent: boolean
}

export type AviatorEvent =
  | { readonly kind: 'state'; readonly payload: Snapshot }
  | { readonly kind: 'roundStart'; readonly payload: Payload<'roundStart'> }
  | { readonly kind: 'feed'; readonly payload: Payload<'feed'> }
  | { readonly kind: 'takeoff'; readonly payload: Payload<'takeoff'> }
  | { readonly kind: 'tick'; readonly payload: Payload<'multiplier'> }
  | { readonly kind: 'crash'; readonly payload: Payload<'crash'> }
  | { readonly kind: 'void'; readonly payload: Payload<'void'> }
  | { readonly kind: 'betPlaced'; readonly payload: Omit<Done<'betPlaced'>, 'success'> }
  | { readonly kind: 'cashedOut'; readonly payload: Omit<Done<'cashedOut'>, 'success'> }
  | { readonly kind: 'lossProcessed'; readonly payload: Omit<Payload<'crashLossProcessed'>, 'success'> }
  /** The newest own bets, from the list of the server. */
  | { readonly kind: 'betsListed'; readonly payload: readonly ListedBet[] }
  | { readonly kind: 'silence'; readonly isOn: boolean }
  /** Actions of the player. */
  | { readonly kind: 'ordered'; readonly happened: OrderEvent<RoundOrder['facts']> }
  | { readonly kind: 'cashSent'; readonly roundId: string }
  | { readonly kind: 'nextBetChanged'; readonly nextBet: NextBet | null }

export const initialState: AviatorState = {
  round: null,
  pastIds: [],
  history: [],
  bets: [],
  orders: [],
  nextBet: null,
  cashSentIn: null,
  unsaidIn: null,
  liveBets: noLiveBets,
  isBehind: false,
  isSilent: false,
}

/** The bet without an answer. */
export const askedOf = ({ orders }: Pick<AviatorState, 'orders'>): RoundOrder | null =>
  orders.find(({ intent }) => intent === 'bet') ?? null

/** The cash-out without an answer. */
export const cashingOf = ({ orders }: Pick<AviatorState, 'orders'>): RoundOrder | null =>
  orders.find(({ intent }) => intent === 'cash-out') ?? null

/** The orders without this order, because an event has shown its outcome. */
export const withoutOrder = (
  { orders }: Pick<AviatorState, 'orders'>,
  { key, session }: RoundOrder,
): AviatorState['orders'] =>
  applyOrderEvent(applyOrderEvent(orders, { type: 'done', session, key }), { type: 'found', session, key })

/** The player's bet in the current round. */
export function betOf({ round, bets }: AviatorState): OwnBet | null {
  return bets.find(({ roundId }) => roundId === round?.roundId) ?? null
}

/** Whether the player may have an unknown bet in the current round. */
export function isBetUnknown(state: AviatorState): boolean {
  return state.round !== null && state.unsaidIn === state.round.roundId && betOf(state) === null
}

/** Whether the player has an open bet, or may have one. */
export function mayHaveBet(state: AviatorState): boolean {
  return askedOf(state) !== null || isBetUnknown(state) || state.bets.some(({ status }) => status === 'open')
}

/** Whether the list of own bets must be read, because the outcome of a bet in an earlier round is unknown. */
export function hasLostTrack({ round, bets, orders }: AviatorState): boolean {
  if (round === null) return false
  const asked = askedOf({ orders })
  const isOver = (roundId: string): boolean => roundId !== round.roundId
  return (
    (asked?.state === 'unknown' && isOver(asked.facts.roundId)) ||
    bets.some((bet) => bet.status === 'open' && isOver(bet.roundId))
  )
}

/**
 * What becomes of the bet for the next round. `due`: the round takes bets. `missed`: the page did not see the round open, or
 * another bet is in the way. Null before the round.
 */
export function nextBetFate(state: AviatorState): 'due' | 'missed' | null {
  const { nextBet, round } = state
  if (nextBet === null || round === null || round.roundNumber <= nextBet.afterRound) return null
  const isNext = round.roundNumber === nextBet.afterRound + 1 && round.phase === 'betting'
  return isNext && betOf(state) === null && askedOf(state) === null && !isBetUnknown(state) ? 'due' : 'missed'
}

/** Why no bet can be placed now, or for the next round, in the order of spec 5.4, or null. */
export function betProblem(
  state: AviatorState,
  {
    stakePaise,
    balancePaise,
    isUp,
    isNext,
  }: { stakePaise: number; balancePaise: number; isUp: boolean; isNext: boolean },
): 'insufficient_balance' | 'betting_closed' | 'bet_already_placed' | 'not_connected' | null {
  if (stakePaise > balancePaise) return 'insufficient_balance'
  if (isNext) return isUp ? null : 'not_connected'
  if (state.round?.phase !== 'betting') return state.round === null && !isUp ? 'not_connected' : 'betting_closed'
  if (askedOf(state) !== null || betOf(state) !== null) return 'bet_already_placed'
  return isUp ? null : 'not_connected'
}
