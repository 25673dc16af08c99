import { limits } from '@kismet/contracts'
import type { aviatorEvents, listAviatorBets, Output } from '@kismet/contracts'
import type { OrderEvent, Order } from '@kismet/app-kit/order.ts'
import { applyOrderEvent } from '@kismet/app-kit/order.ts'
import type { z } from 'zod'
import type { LiveBets } from './live-bets.ts'
import { noLiveBets } from './live-bets.ts'

/** What the server tells, as it arrives. */
type Payload<Name extends keyof typeof aviatorEvents> = z.output<(typeof aviatorEvents)[Name]['payload']>
type Done<Name extends keyof typeof aviatorEvents> = Extract<Payload<Name>, { success: true }>

/** How it stands. `bet` is left out as long as nobody can say whether there is one. */
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

/** A round that was told whole. */
export type WholeRound = Pick<Snapshot, RoundFact | 'multiplier' | 'serverTime'>

/** A round as far as it is known. Times in ms since the epoch, in the server's clock; `rtp` in per cent. */
export interface Round extends Readonly<Pick<Snapshot, RoundFact>> {
  /** Of the newest tick; 0 before the first. */
  readonly seq: number
  /** As the server has last said it; at the end the crash point. */
  readonly multiplier: number
  /** When the server last said something of the flight: how it went on after that nobody here knows. */
  readonly heardAt: number
}

/** A bet of this player, whichever of the own tabs placed it. Amounts in paise. What is not known yet is null. */
export interface OwnBet extends Readonly<Omit<ListedBet, 'roundNumber' | 'createdAt' | 'crashPoint' | 'clientSeed'>> {
  readonly clientSeed: string | null
  readonly crashPoint: number | null
}

/** A bet or a cash-out whose answer has not come. Its outcome is looked for in what the server tells of the round. */
export type RoundOrder = Order<Pick<OwnBet, 'roundId' | 'betAmount'>>

export interface PastRound {
  readonly roundId: string
  readonly roundNumber: number
  readonly crashPoint: number
}

/** All that the page knows of Aviator. */
export interface Table {
  /** Null until the server has said how it stands. */
  readonly round: Round | null
  /** Rounds before this one that were heard of, so that late news of them are known as such. */
  readonly pastIds: readonly string[]
  /** Crashed rounds, newest first. */
  readonly history: readonly PastRound[]
  /** Own bets, newest first. */
  readonly bets: readonly OwnBet[]
  readonly orders: readonly RoundOrder[]
  /** The cash-out of this round has left, and the press was drawn before. */
  readonly cashSentIn: string | null
  /** The round of which the server could not say whether the player has a bet in it. */
  readonly unsaidIn: string | null
  readonly liveBets: LiveBets
  /** Something was missed: how it stands has to be asked for. */
  readonly isBehind: boolean
  /** Nothing has been heard of the game for longer than it is ever still, though a line may be there. */
  readonly isSilent: boolean
}

export type TableEvent =
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
  /** The newest own bets, as the server lists them. */
  | { readonly kind: 'betsListed'; readonly payload: readonly ListedBet[] }
  | { readonly kind: 'silence'; readonly isOn: boolean }
  /** What the player does here. */
  | { readonly kind: 'ordered'; readonly happened: OrderEvent<RoundOrder['facts']> }
  | { readonly kind: 'cashSent'; readonly roundId: string }

export const emptyTable: Table = {
  round: null,
  pastIds: [],
  history: [],
  bets: [],
  orders: [],
  cashSentIn: null,
  unsaidIn: null,
  liveBets: noLiveBets,
  isBehind: false,
  isSilent: false,
}

/** The bet without an answer. */
export const askedOf = ({ orders }: Pick<Table, 'orders'>): RoundOrder | null =>
  orders.find(({ intent }) => intent === 'bet') ?? null

/** The cash-out without an answer. */
export const cashingOf = ({ orders }: Pick<Table, 'orders'>): RoundOrder | null =>
  orders.find(({ intent }) => intent === 'cash-out') ?? null

/** The orders without this one, as what the server told has answered it. */
export const withoutOrder = ({ orders }: Pick<Table, 'orders'>, { key, session }: RoundOrder): Table['orders'] =>
  applyOrderEvent(applyOrderEvent(orders, { type: 'done', session, key }), { type: 'found', session, key })

/** The player's bet in the round that is on. */
export function betOf({ round, bets }: Table): OwnBet | null {
  return bets.find(({ roundId }) => roundId === round?.roundId) ?? null
}

/** Whether the player may have a bet in the round that is on, of which nothing is known here. */
export function isBetUnknown(table: Table): boolean {
  return table.round !== null && table.unsaidIn === table.round.roundId && betOf(table) === null
}

/** Whether the list of own bets has to be asked for: of an earlier round it is not known how a bet ended, or whether it counted. */
export function hasLostTrack({ round, bets, orders }: Table): boolean {
  if (round === null) return false
  const asked = askedOf({ orders })
  const isOver = (roundId: string): boolean => roundId !== round.roundId
  return (
    (asked?.state === 'unknown' && isOver(asked.facts.roundId)) ||
    bets.some((bet) => bet.status === 'open' && isOver(bet.roundId))
  )
}

/** Why no bet can be placed now, in the order of spec 5.4, or null. */
export function betProblem(
  table: Table,
  stakePaise: number,
  { balancePaise, isUp }: { balancePaise: number; isUp: boolean },
): 'insufficient_balance' | 'betting_closed' | 'bet_already_placed' | 'not_connected' | null {
  if (stakePaise > balancePaise) return 'insufficient_balance'
  if (table.round?.phase !== 'betting') return table.round === null && !isUp ? 'not_connected' : 'betting_closed'
  if (askedOf(table) !== null || betOf(table) !== null) return 'bet_already_placed'
  return isUp ? null : 'not_connected'
}

export const stakeLimits = {
  minPaise: limits.aviator.minRupees * 100,
  maxPaise: limits.aviator.maxRupees * 100,
} as const
