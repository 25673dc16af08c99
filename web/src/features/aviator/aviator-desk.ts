import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import {
  aviatorCashout,
  aviatorCrashLoss,
  aviatorGetState,
  aviatorPlaceBet,
  limits,
  paise,
  aviatorEvents,
} from '@kismet/contracts'
import type { PlayerBalance } from '@kismet/contracts'
import { FlightClock } from './flight-clock.ts'
import type { News } from './news.ts'
import { newsOf } from './news.ts'
import type { ListedBet, Table, TableEvent } from './table.ts'
import { betOf, emptyTable, hasLostTrack, isBetUnsaid } from './table.ts'
import { isAhead, nextTable } from './table-reducer.ts'

/** What the desk needs of the world. */
export interface DeskWorld {
  readonly live: Pick<Live, 'on' | 'emit' | 'check'>
  readonly isUp: () => boolean
  readonly nowMs: () => number
  /** How far the gateway's clock is ahead, by its pings. */
  readonly pingOffsetMs: () => number
  /** A client seed that did not exist before. */
  readonly freshSeed: () => string
  readonly listBets: () => Promise<readonly ListedBet[] | null>
  readonly tell: (news: News) => void
  readonly balanceTold: (told: PlayerBalance & { readonly bonusReleased?: boolean }) => void
  /** A command was not carried out, or nobody knows whether it was. */
  readonly failed: (failure: Failure) => void
}

export interface Failure {
  readonly of: 'bet' | 'cashout'
  /** `timeout`: nobody knows; `refused`: the server said no, with `error`. */
  readonly why: 'not_connected' | 'timeout' | 'refused'
  readonly error: CallError
}

type Heard = Extract<TableEvent, { told: unknown }>

export interface BetOrder {
  readonly stakePaise: number
  readonly autoCashout: number | null
}

/** The balance comes with what is told where it is known. */
type MaybeBalance = { readonly [Name in keyof PlayerBalance]?: PlayerBalance[Name] | undefined } & {
  readonly bonusReleased?: boolean
}

/** The game is silent when nothing of it has come for as long: while betting is open something is told each second, in flight ten times as often. */
const silentMs = 5_000
const silentInFlightMs = 3_000
const lookEveryMs = 1_000
/** Not more often than this is it asked how it stands. */
const askEveryMs = 1_000

const whyOf = ({ kind, code }: CallError): Failure['why'] => {
  if (kind === 'network') return 'not_connected'
  // These two may have been said after the command was carried out.
  return kind === 'refused' && code !== 'internal' && code !== 'unavailable' ? 'refused' : 'timeout'
}

/**
 * Keeps the table by what the server tells, carries out what the player does, and asks how it stands wherever that is not known. It stands outside of React: a tick draws nothing but what shows it.
 */
export class AviatorDesk {
  readonly #world: DeskWorld
  readonly #listeners = new Set<() => void>()
  readonly #clock = new FlightClock()
  #table: Table = emptyTable
  #heardMs = 0
  #askedMs = -Infinity
  #isAsking = false
  #isListing = false
  #listedMs = -Infinity
  /** Null: the page is gone. */
  #play: ((news: News) => void) | null = null

  constructor(world: DeskWorld) {
    this.#world = world
  }

  get table(): Table {
    return this.#table
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The time of the round, in ms since the epoch. */
  readonly serverMs = (): number => this.#clock.serverMs(this.#world.nowMs(), this.#world.pingOffsetMs())

  /** Listens from now on, and plays what is new. Answers with a function that ends it. */
  open(play: (news: News) => void): () => void {
    const { live, nowMs } = this.#world
    this.#play = play
    this.#heardMs = nowMs()
    const hear = (event: Heard): void => {
      if ('balance' in event.told) this.#balanceTold(event.told)
      this.#heard(event)
    }
    const stops = [
      live.on(aviatorEvents.state, (told) => {
        hear({ kind: 'state', told })
        // Nobody could say what the player has in the round.
        if (told.bet === undefined) void this.ask()
      }),
      live.on(aviatorEvents.roundStart, (told) => hear({ kind: 'roundStart', told })),
      live.on(aviatorEvents.feed, (told) => hear({ kind: 'feed', told })),
      live.on(aviatorEvents.takeoff, (told) => hear({ kind: 'takeoff', told })),
      live.on(aviatorEvents.multiplier, (told) => hear({ kind: 'tick', told })),
      live.on(aviatorEvents.crash, (told) => {
        hear({ kind: 'crash', told })
        void this.#askLoss(told.roundId)
      }),
      live.on(aviatorEvents.void, (told) => hear({ kind: 'void', told })),
      live.on(aviatorEvents.betPlaced, (told) => {
        if (told.success) hear({ kind: 'betPlaced', told })
      }),
      live.on(aviatorEvents.cashedOut, (told) => {
        if (told.success) hear({ kind: 'cashedOut', told })
      }),
      live.on(aviatorEvents.crashLossProcessed, (told) => hear({ kind: 'lossProcessed', told })),
    ]
    const looking = setInterval(() => this.#look(), lookEveryMs)
    // On each connect the server tells by itself how it stands; who was connected before this page was there has missed that.
    if (this.#world.isUp()) void this.ask()
    return () => {
      this.#play = null
      clearInterval(looking)
      for (const stop of stops) stop()
    }
  }

  apply(event: TableEvent): void {
    const play = this.#play
    if (play === null) return
    const before = this.#table
    this.#table = nextTable(before, event)
    if (this.#table === before) return
    for (const news of newsOf(before, this.#table)) {
      play(news)
      this.#world.tell(news)
    }
    for (const listener of this.#listeners) listener()
    if (this.#table.isBehind && !before.isBehind) void this.ask()
    if (hasLostTrack(this.#table) && !hasLostTrack(before)) void this.#list()
  }

  /** Asks how it stands. */
  async ask(): Promise<void> {
    if (this.#isAsking || this.#isOver()) return
    this.#isAsking = true
    this.#askedMs = this.#world.nowMs()
    const { data } = await this.#world.live.emit(aviatorGetState, {})
    this.#isAsking = false
    if (!data || this.#isOver()) return
    this.#balanceTold(data)
    this.#heard({ kind: 'state', told: data })
  }

  async placeBet({ stakePaise, autoCashout }: BetOrder): Promise<void> {
    const roundId = this.#table.round?.roundId
    if (roundId === undefined) return
    this.apply({ kind: 'betAsked', roundId, stakePaise })
    const clientSeed = this.#world.freshSeed()
    const order = { amount: paise(stakePaise), roundId, autoCashout, clientSeed }
    const { data, error } = await this.#world.live.emit(aviatorPlaceBet, order)
    if (data) {
      this.#balanceTold(data)
      this.apply({ kind: 'betPlaced', told: data })
      return
    }
    const why = whyOf(error)
    // Another answer may have come meanwhile, on another way.
    if (this.#table.asked?.roundId !== roundId) return
    this.apply({ kind: why === 'timeout' ? 'betUnknown' : 'betRefused', roundId })
    this.#failed({ of: 'bet', why, error })
  }

  async cashOut(): Promise<void> {
    const bet = betOf(this.#table)
    if (bet?.status !== 'open' || this.#table.cashing !== null) return
    const { roundId } = bet
    this.apply({ kind: 'cashPressed', roundId })
    const answer = this.#world.live.emit(aviatorCashout, { roundId })
    // The frame that shows the press is drawn before the one that shows that it has left.
    requestAnimationFrame(() => this.apply({ kind: 'cashSent', roundId }))
    const { data, error } = await answer
    if (data) {
      this.#balanceTold(data)
      this.apply({ kind: 'cashedOut', told: data })
      return
    }
    const why = whyOf(error)
    if (this.table.cashing?.roundId !== roundId) return
    this.apply({ kind: why === 'timeout' ? 'cashUnknown' : 'cashRefused', roundId })
    this.#failed({ of: 'cashout', why, error })
  }

  /** The server has told something of the game. How it stands is no news of it where that was known: a leader says so that no longer goes on. */
  #heard(event: Heard): void {
    const isNews = event.kind !== 'state' || isAhead(this.#table.round, event.told)
    const nowMs = this.#world.nowMs()
    if (isNews) this.#heardMs = nowMs
    if ('serverTime' in event.told) this.#clock.hear(event.told.serverTime, nowMs)
    this.apply(event)
    if (isNews) this.apply({ kind: 'silence', isOn: false })
  }

  #isOver(): boolean {
    return this.#play === null
  }

  #failed(failure: Failure): void {
    if (this.#isOver()) return
    this.#world.failed(failure)
    if (failure.why !== 'not_connected') void this.ask()
  }

  #balanceTold({ balance, balanceSeq, ...told }: MaybeBalance): void {
    if (this.#isOver() || balance === undefined || balanceSeq === undefined) return
    const bonus = told.bonusReleased === undefined ? {} : { bonusReleased: told.bonusReleased }
    this.#world.balanceTold({ balance, balanceSeq, ...bonus })
  }

  /** What is not known is asked for until it is: a server that is silent, a bet without an answer or of which nobody could say anything, an end that was missed. */
  #look(): void {
    const { round, asked, cashing, isBehind } = this.#table
    const { nowMs, isUp, live } = this.#world
    if (!isUp()) {
      // Where nothing can be heard it is not the game that is silent.
      this.#heardMs = nowMs()
      return
    }
    const isUnknown = asked?.isUnknown === true || cashing?.step === 'unknown' || isBetUnsaid(this.#table)
    const isSilent = nowMs() - this.#heardMs >= (round?.phase === 'flying' ? silentInFlightMs : silentMs)
    // The line may be gone, which nothing else would find for long.
    if (isSilent && !this.#table.isSilent) live.check()
    if (isSilent) this.apply({ kind: 'silence', isOn: true })
    const isWanted = isUnknown || isSilent || isBehind || round === null
    if (isWanted && nowMs() - this.#askedMs >= askEveryMs) void this.ask()
    if (hasLostTrack(this.#table) && nowMs() - this.#listedMs >= silentMs) void this.#list()
  }

  async #list(): Promise<void> {
    if (this.#isListing) return
    this.#isListing = true
    this.#listedMs = this.#world.nowMs()
    const told = await this.#world.listBets()
    this.#isListing = false
    if (told !== null) this.apply({ kind: 'betsListed', told })
  }

  /** A bet that stands open at the crash is lost, unless the server says otherwise: it is asked, once. */
  async #askLoss(roundId: string): Promise<void> {
    const bet = betOf(this.#table)
    if (bet?.roundId !== roundId || bet.status !== 'open') return
    const { data } = await this.#world.live.emit(aviatorCrashLoss, { roundId })
    if (!data) return
    this.#balanceTold(data)
    this.apply({ kind: 'lossProcessed', told: data })
  }
}

/** Why no bet can be placed now, in the order of spec 5.4, or null. */
export function betProblem(
  { round, asked, ...table }: Table,
  stakePaise: number,
  { balancePaise, isUp }: { balancePaise: number; isUp: boolean },
): 'insufficient_balance' | 'betting_closed' | 'bet_already_placed' | 'not_connected' | null {
  if (stakePaise > balancePaise) return 'insufficient_balance'
  if (round?.phase !== 'betting') return round === null && !isUp ? 'not_connected' : 'betting_closed'
  if (asked !== null || betOf({ round, asked, ...table }) !== null) return 'bet_already_placed'
  return isUp ? null : 'not_connected'
}

export const stakeLimits = {
  minPaise: limits.aviator.minRupees * 100,
  maxPaise: limits.aviator.maxRupees * 100,
} as const
