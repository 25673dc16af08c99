import type { AviatorBetStatus, OrOther, Output, VolatilityMode } from '@kismet/contracts'
import type { aviatorEvents, listAviatorBets } from '@kismet/contracts'
import type { z } from 'zod'
import type { LiveBets } from './live-bets.ts'
import { noLiveBets } from './live-bets.ts'

/** What the server tells, as it arrives. */
type Told<Name extends keyof typeof aviatorEvents> = z.output<(typeof aviatorEvents)[Name]['payload']>
type Done<Name extends keyof typeof aviatorEvents> = Extract<Told<Name>, { success: true }>

/** How it stands. `bet` is left out as long as nobody can say whether there is one. */
export type Snapshot = Told<'state'>
export type Phase = Snapshot['phase']
export type ListedBet = Output<typeof listAviatorBets>['bets'][number]

/** A round as far as it is known. Times in ms since the epoch, in the server's clock. */
export interface Round {
  readonly roundId: string
  readonly roundNumber: number
  readonly fairnessHash: string
  readonly volatilityMode: OrOther<VolatilityMode>
  /** Per cent. */
  readonly rtp: number
  readonly bettingEndsAt: number
  readonly phase: Phase
  readonly takeoffAt: number | null
  readonly clientSeed: string | null
  readonly clientSeeds: readonly string[] | null
  readonly crashPoint: number | null
  readonly serverSeed: string | null
  /** Of the newest tick; 0 before the first. */
  readonly seq: number
  /** As the server has last said it; at the end the crash point. */
  readonly multiplier: number
  /** When the server last said something of the flight: how it went on after that nobody here knows. */
  readonly heardAt: number
}

/** A bet of this player, whichever of the own tabs placed it. Amounts in paise. */
export interface OwnBet {
  readonly betId: string
  readonly roundId: string
  readonly stakePaise: number
  /** Null: none, or not known yet. */
  readonly autoCashout: number | null
  readonly clientSeed: string | null
  readonly status: OrOther<AviatorBetStatus>
  readonly multiplier: number | null
  readonly payoutPaise: number | null
  readonly crashPoint: number | null
}

/** A bet whose answer has not come: on its way, or (`unknown`) nobody can say what became of it. */
interface AskedBet {
  readonly roundId: string
  readonly stakePaise: number
  readonly isUnknown: boolean
}

/** A cash-out on its way: the button was pressed, the command has left, or its answer stays away. */
interface Cashing {
  readonly roundId: string
  readonly step: 'pressed' | 'sent' | 'unknown'
}

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
  readonly asked: AskedBet | null
  readonly cashing: Cashing | null
  /** The round of which the server could not say whether the player has a bet in it. */
  readonly unsaidIn: string | null
  readonly liveBets: LiveBets
  /** Something was missed: how it stands has to be asked for. */
  readonly isBehind: boolean
  /** Nothing has been heard of the game for longer than it is ever still, though a line may be there. */
  readonly isSilent: boolean
}

export type TableEvent =
  | { readonly kind: 'state'; readonly told: Snapshot }
  | { readonly kind: 'roundStart'; readonly told: Told<'roundStart'> }
  | { readonly kind: 'feed'; readonly told: Told<'feed'> }
  | { readonly kind: 'takeoff'; readonly told: Told<'takeoff'> }
  | { readonly kind: 'tick'; readonly told: Told<'multiplier'> }
  | { readonly kind: 'crash'; readonly told: Told<'crash'> }
  | { readonly kind: 'void'; readonly told: Told<'void'> }
  | { readonly kind: 'betPlaced'; readonly told: Omit<Done<'betPlaced'>, 'success'> }
  | { readonly kind: 'cashedOut'; readonly told: Omit<Done<'cashedOut'>, 'success'> }
  | { readonly kind: 'lossProcessed'; readonly told: Omit<Told<'crashLossProcessed'>, 'success'> }
  /** The newest own bets, as the server lists them. */
  | { readonly kind: 'betsListed'; readonly told: readonly ListedBet[] }
  | { readonly kind: 'silence'; readonly isOn: boolean }
  /** What the player does here. */
  | { readonly kind: 'betAsked'; readonly roundId: string; readonly stakePaise: number }
  | { readonly kind: 'betUnknown'; readonly roundId: string }
  | { readonly kind: 'betRefused'; readonly roundId: string }
  | { readonly kind: 'cashPressed'; readonly roundId: string }
  | { readonly kind: 'cashSent'; readonly roundId: string }
  | { readonly kind: 'cashUnknown'; readonly roundId: string }
  | { readonly kind: 'cashRefused'; readonly roundId: string }

export const emptyTable: Table = {
  round: null,
  pastIds: [],
  history: [],
  bets: [],
  asked: null,
  cashing: null,
  unsaidIn: null,
  liveBets: noLiveBets,
  isBehind: false,
  isSilent: false,
}

/** The player's bet in the round that is on. */
export function betOf({ round, bets }: Table): OwnBet | null {
  return bets.find(({ roundId }) => roundId === round?.roundId) ?? null
}

/** Whether the player may have a bet in the round that is on, of which nothing is known here. */
export function isBetUnsaid(table: Table): boolean {
  return table.round !== null && table.unsaidIn === table.round.roundId && betOf(table) === null
}

/** Whether the list of own bets has to be asked for: of an earlier round it is not known how a bet ended, or whether it counted. */
export function hasLostTrack({ round, bets, asked }: Table): boolean {
  if (round === null) return false
  const isOver = (roundId: string): boolean => roundId !== round.roundId
  return (
    (asked?.isUnknown === true && isOver(asked.roundId)) ||
    bets.some((bet) => bet.status === 'open' && isOver(bet.roundId))
  )
}
