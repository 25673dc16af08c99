import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { selectClockOffsetMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { executeOrder } from '@kismet/app-kit/order.ts'
import {
  aviatorCashout,
  aviatorCrashLoss,
  aviatorGetState,
  aviatorPlaceBet,
  paise,
  aviatorEvents,
} from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { toastErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { balanceKnown } from '../../entities/session/balance-slice.ts'
import { FlightClock } from './flight-clock.ts'
import { freshSeed } from './fresh-seed.ts'
import type { News } from './news.ts'
import { newsOf, newsToast } from './news.ts'
import type { BetOrder, MaybeBalance, RoundOrder, Table, TableEvent } from './table.ts'
import { betOf, cashingOf, emptyTable, hasLostTrack, isBetUnknown, nextBetFate } from './table.ts'
import { isAhead, nextTable } from './table-reducer.ts'

type Heard = Extract<TableEvent, { payload: unknown }>

/** The time without an event after which the game counts as silent. The server sends an event each second, in flight ten a second. */
const silentMs = 5_000
const silentInFlightMs = 3_000
const lookEveryMs = 1_000
/** The shortest interval between requests of the state. */
const askEveryMs = 1_000

/** Orders belong to the page, which ends with its session. */
const session = ''

/**
 * Holds the state of Aviator outside of React, so that a tick renders only the parts that show it. Applies the events of the server,
 * sends the commands of the player, and requests the state of the server after a missed event.
 */
export class AviatorController {
  readonly #dispatch: AppDispatch
  readonly #getState: () => RootState
  readonly #live: Pick<Live, 'on' | 'emit' | 'check'>
  readonly #listeners = new Set<() => void>()
  readonly #clock = new FlightClock()
  #table: Table = emptyTable
  #heardMs = 0
  #askedMs = -Infinity
  #isAsking = false
  #isListing = false
  #listedMs = -Infinity
  /** Null after the page has closed. */
  #play: ((news: News) => void) | null = null

  constructor(dispatch: AppDispatch, getState: () => RootState, live: Pick<Live, 'on' | 'emit' | 'check'>) {
    this.#dispatch = dispatch
    this.#getState = getState
    this.#live = live
  }

  get table(): Table {
    return this.#table
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The time of the round, in ms since the epoch. */
  readonly serverMs = (): number => this.#clock.serverMs(Date.now(), selectClockOffsetMs(this.#getState()))

  /** Listens to events, and calls `play` with each. @returns a function that stops this */
  open(play: (news: News) => void): () => void {
    const live = this.#live
    this.#play = play
    this.#heardMs = Date.now()
    const hear = (event: Heard): void => {
      if ('balance' in event.payload) this.#balanceTold(event.payload)
      this.#heard(event)
    }
    const stops = [
      live.on(aviatorEvents.state, (payload) => {
        hear({ kind: 'state', payload })
        // The server did not know the bet of the player.
        if (payload.bet === undefined) void this.ask()
      }),
      live.on(aviatorEvents.roundStart, (payload) => hear({ kind: 'roundStart', payload })),
      live.on(aviatorEvents.feed, (payload) => hear({ kind: 'feed', payload })),
      live.on(aviatorEvents.takeoff, (payload) => hear({ kind: 'takeoff', payload })),
      live.on(aviatorEvents.multiplier, (payload) => hear({ kind: 'tick', payload })),
      live.on(aviatorEvents.crash, (payload) => {
        hear({ kind: 'crash', payload })
        void this.#askLoss(payload.roundId)
      }),
      live.on(aviatorEvents.void, (payload) => hear({ kind: 'void', payload })),
      live.on(aviatorEvents.betPlaced, (payload) => {
        if (payload.success) hear({ kind: 'betPlaced', payload })
      }),
      live.on(aviatorEvents.cashedOut, (payload) => {
        if (payload.success) hear({ kind: 'cashedOut', payload })
      }),
      live.on(aviatorEvents.crashLossProcessed, (payload) => hear({ kind: 'lossProcessed', payload })),
    ]
    const looking = setInterval(() => this.#look(), lookEveryMs)
    // The server sends the state on each connect. A page that opens later has missed the state.
    if (selectIsUp(this.#getState())) void this.ask()
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
      this.#tell(news)
    }
    for (const listener of this.#listeners) listener()
    if (this.#table.isBehind && !before.isBehind) void this.ask()
    if (hasLostTrack(this.#table) && !hasLostTrack(before)) void this.#list()
    this.#followNextBet()
  }

  /** Sets the bet that is placed when the next round opens. Null cancels it. */
  setNextBet(order: BetOrder | null): void {
    const { round } = this.#table
    if (round === null) return
    this.apply({ kind: 'nextBetChanged', nextBet: order && { ...order, afterRound: round.roundNumber } })
  }

  /** The bet leaves the table before it is sent, so that no later event sends it again. */
  #followNextBet(): void {
    const { nextBet } = this.#table
    const fate = nextBetFate(this.#table)
    if (nextBet === null || fate === null) return
    this.setNextBet(null)
    if (fate === 'due') void this.placeBet(nextBet)
    else this.#tell({ kind: 'notTaken', stakePaise: nextBet.stakePaise })
  }

  /** Requests the state of the game. */
  async ask(): Promise<void> {
    if (this.#isAsking || this.#play === null) return
    this.#isAsking = true
    this.#askedMs = Date.now()
    const { data } = await this.#live.emit(aviatorGetState, {})
    this.#isAsking = false
    if (!data || this.#isOver()) return
    this.#balanceTold(data)
    this.#heard({ kind: 'state', payload: data })
  }

  async placeBet({ stakePaise, autoCashout }: BetOrder): Promise<void> {
    const roundId = this.#table.round?.roundId
    if (roundId === undefined) return
    const clientSeed = freshSeed(this.#getState())
    const betAmount = paise(stakePaise)
    const order = { amount: betAmount, roundId, autoCashout, clientSeed }
    await this.#order(
      'bet',
      { roundId, betAmount },
      {
        send: () => this.#live.emit(aviatorPlaceBet, order),
        done: (payload) => ({ kind: 'betPlaced', payload }),
        failed: () => t`Bet failed`,
      },
    )
  }

  async cashOut(): Promise<void> {
    const bet = betOf(this.#table)
    if (bet?.status !== 'open' || cashingOf(this.#table) !== null) return
    const { roundId, betAmount } = bet
    await this.#order(
      'cash-out',
      { roundId, betAmount },
      {
        send: () => {
          // The first frame shows the press, and the next frame the sent command.
          requestAnimationFrame(() => this.apply({ kind: 'cashSent', roundId }))
          return this.#live.emit(aviatorCashout, { roundId })
        },
        done: (payload) => ({ kind: 'cashedOut', payload }),
        failed: () => t`Cashout failed`,
      },
    )
  }

  /** Sends a command about a round once. Later events of the round show an unknown outcome. */
  async #order<T extends MaybeBalance>(
    intent: 'bet' | 'cash-out',
    facts: RoundOrder['facts'],
    { send, done, failed }: { send: () => Promise<OrderAnswer<T>>; done: (payload: T) => TableEvent; failed: LazyText },
  ): Promise<void> {
    const key = `${intent} ${facts.roundId}`
    this.apply({ kind: 'ordered', happened: { type: 'sent', session, order: { intent, key, facts } } })
    const ended = await executeOrder(() => this.#play !== null, { send, times: 0 })
    if (ended === null) return
    if (ended.is === 'done') {
      this.#balanceTold(ended.data)
      this.apply(done(ended.data))
      return
    }
    // An event may have brought the answer before.
    if (!this.#table.orders.some((one) => one.key === key)) return
    const { is, error } = ended
    // Without a connection the command was not sent.
    const isSent = error.kind !== 'network'
    this.apply({ kind: 'ordered', happened: { type: isSent ? is : 'refused', session, key } })
    const why = !isSent
      ? t`Not connected to server!`
      : is === 'lost'
        ? t`Server timeout - please try again`
        : toastErrorText(error, failed())
    this.#dispatch(toastShown('bad', why))
    if (isSent) void this.ask()
  }

  /** Applies an event. A repeated state is no sign of life, because a former leader can send its last state. */
  #heard(event: Heard): void {
    const isNews = event.kind !== 'state' || isAhead(this.#table.round, event.payload)
    const nowMs = Date.now()
    if (isNews) this.#heardMs = nowMs
    if ('serverTime' in event.payload) this.#clock.hear(event.payload.serverTime, nowMs)
    this.apply(event)
    if (isNews) this.apply({ kind: 'silence', isOn: false })
  }

  #isOver(): boolean {
    return this.#play === null
  }

  #tell(news: News): void {
    const toast = newsToast(news)
    if (toast === null) return
    this.#dispatch(toast)
    this.#dispatch(api.util.invalidateTags([{ type: 'Plays', id: 'aviator' }]))
  }

  #balanceTold({ balance, balanceSeq, bonusReleased }: MaybeBalance): void {
    if (this.#play === null || balance === undefined || balanceSeq === undefined) return
    this.#dispatch(balanceKnown({ balance, balanceSeq }))
    if (bonusReleased) this.#dispatch(announceBonus())
  }

  /** Requests missing facts until they are known: the state of a silent game, the outcome of a bet, or the end of a round. */
  #look(): void {
    const { round, orders, isBehind } = this.#table
    const nowMs = Date.now()
    if (!selectIsUp(this.#getState())) {
      // Without a connection, the silence does not come from the game.
      this.#heardMs = nowMs
      return
    }
    const isUnknown = orders.some(({ state }) => state === 'unknown') || isBetUnknown(this.#table)
    const isSilent = nowMs - this.#heardMs >= (round?.phase === 'flying' ? silentInFlightMs : silentMs)
    // The connection may be dead. Nothing else would notice this soon.
    if (isSilent && !this.#table.isSilent) this.#live.check()
    if (isSilent) this.apply({ kind: 'silence', isOn: true })
    const isWanted = isUnknown || isSilent || isBehind || round === null
    if (isWanted && nowMs - this.#askedMs >= askEveryMs) void this.ask()
    if (hasLostTrack(this.#table) && nowMs - this.#listedMs >= silentMs) void this.#list()
  }

  async #list(): Promise<void> {
    if (this.#isListing) return
    this.#isListing = true
    this.#listedMs = Date.now()
    const { listAviatorBets } = aviatorBetsApi.endpoints
    const asked = listAviatorBets.initiate(undefined, { forceRefetch: true, subscribe: false })
    const sent = await orderAnswerOf(this.#dispatch(asked))
    this.#isListing = false
    if ('data' in sent) this.apply({ kind: 'betsListed', payload: sent.data.bets })
  }

  /** A bet that is open at the crash is lost, unless the server answers otherwise. The server is asked once. */
  async #askLoss(roundId: string): Promise<void> {
    const bet = betOf(this.#table)
    if (bet?.roundId !== roundId || bet.status !== 'open') return
    const { data } = await this.#live.emit(aviatorCrashLoss, { roundId })
    if (!data) return
    this.#balanceTold(data)
    this.apply({ kind: 'lossProcessed', payload: data })
  }
}
