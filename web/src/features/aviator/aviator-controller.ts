import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { selectClockOffsetMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { executeOrder } from '@kismet/app-kit/order.ts'
import { aviatorCashout, aviatorCrashLoss, aviatorGetState, aviatorPlaceBet, paise } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { api } from '../../core/api.ts'
import { toastErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { isByOwnRule } from '../../entities/game/use-stake.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { balanceKnown } from '../../entities/session/balance-slice.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { FlightClock } from './flight-clock.ts'
import { freshSeed } from './fresh-seed.ts'
import type { News } from './news.ts'
import { newsOf, newsToast } from './news.ts'
import type { BetOrder, MaybeBalance, RoundOrder, AviatorState, AviatorEvent } from './aviator-state.ts'
import { betOf, cashingOf, initialState, hasLostTrack, isBetUnknown, mayHaveBet, nextBetFate } from './aviator-state.ts'
import type { Heard } from './aviator-events.ts'
import { listenToAviator } from './aviator-events.ts'
import { isAhead, nextState } from './aviator-reducer.ts'

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
  #state: AviatorState = initialState
  #heardMs = 0
  #askedMs = -Infinity
  #isAsking = false
  #isListing = false
  #listedMs = -Infinity
  /** Null without a page. */
  #play: ((news: News) => void) | null = null
  /** Null while the controller is closed. */
  #stop: (() => void) | null = null
  /** The session of the page. */
  #token: string | null = null

  constructor(dispatch: AppDispatch, getState: () => RootState, live: Pick<Live, 'on' | 'emit' | 'check'>) {
    this.#dispatch = dispatch
    this.#getState = getState
    this.#live = live
  }

  get state(): AviatorState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The time of the round, in ms since the epoch. */
  readonly serverMs = (): number => this.#clock.serverMs(Date.now(), selectClockOffsetMs(this.#getState()))

  /** Whether a bet for the next round waits, or a bet is or may be open. The logout of its player drops the bet. */
  get isWaiting(): boolean {
    const isSameSession = selectToken(this.#getState()) === this.#token
    return this.#isOpen() && isSameSession && (this.#state.nextBet !== null || mayHaveBet(this.#state))
  }

  /**
   * Listens to events, and calls `play` with each. A bet that waits or is open keeps the controller open after its page.
   * @returns a function for the end of the page
   */
  open(play: (news: News) => void): () => void {
    this.#play = play
    this.#token = selectToken(this.#getState())
    this.#stop ??= this.#listen()
    // The server sends the state on each connect. A page that opens later has missed the state.
    if (selectIsUp(this.#getState())) void this.ask()
    return () => {
      this.#play = null
      this.#closeUnlessUsed()
    }
  }

  #listen(): () => void {
    this.#heardMs = Date.now()
    const stopHearing = listenToAviator(this.#live, (event) => {
      if ('balance' in event.payload) this.#balanceTold(event.payload)
      this.#heard(event)
      // The server did not know the bet of the player.
      if (event.kind === 'state' && event.payload.bet === undefined) void this.ask()
      if (event.kind === 'crash') void this.#askLoss(event.payload.roundId)
    })
    const looking = setInterval(() => this.#look(), lookEveryMs)
    return () => {
      clearInterval(looking)
      stopHearing()
    }
  }

  #closeUnlessUsed(): void {
    if (this.#play !== null || this.isWaiting) return
    this.#stop?.()
    this.#stop = null
    this.#state = { ...this.#state, nextBet: null }
  }

  apply(event: AviatorEvent): void {
    if (!this.#isOpen()) return
    const before = this.#state
    this.#state = nextState(before, event)
    if (this.#state === before) return
    for (const news of newsOf(before, this.#state)) {
      this.#play?.(news)
      this.#tell(news)
    }
    for (const listener of this.#listeners) listener()
    if (this.#state.isBehind && !before.isBehind) void this.ask()
    if (hasLostTrack(this.#state) && !hasLostTrack(before)) void this.#list()
    this.#followNextBet()
  }

  /** Sets the bet that is placed when the next round opens. Null cancels it. */
  setNextBet(order: BetOrder | null): void {
    const { round } = this.#state
    if (round === null) return
    this.apply({ kind: 'nextBetChanged', nextBet: order && { ...order, afterRound: round.roundNumber } })
  }

  /** The bet leaves the state before it is sent, so that no later event sends it again. */
  #followNextBet(): void {
    const { nextBet } = this.#state
    const fate = nextBetFate(this.#state)
    if (nextBet === null || fate === null) return
    const { isWaiting } = this
    this.setNextBet(null)
    if (!isWaiting) return
    if (fate === 'due') void this.placeBet(nextBet).then((why) => why && this.#dispatch(toastShown('bad', why())))
    else this.#tell({ kind: 'notTaken', stakePaise: nextBet.stakePaise })
  }

  /** Requests the state of the game. */
  async ask(): Promise<void> {
    if (this.#isAsking || !this.#isOpen()) return
    this.#isAsking = true
    this.#askedMs = Date.now()
    const { data } = await this.#live.emit(aviatorGetState, {})
    this.#isAsking = false
    if (!data || !this.#isOpen()) return
    this.#balanceTold(data)
    this.#heard({ kind: 'state', payload: data })
  }

  /** @returns why a rule of the player refuses the bet, or null */
  async placeBet({ stakePaise, autoCashout }: BetOrder): Promise<LazyText | null> {
    const roundId = this.#state.round?.roundId
    if (roundId === undefined) return null
    const betAmount = paise(stakePaise)
    const order = { amount: betAmount, roundId, autoCashout, clientSeed: freshSeed(this.#getState()) }
    return this.#order(
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
    const bet = betOf(this.#state)
    if (bet?.status !== 'open' || cashingOf(this.#state) !== null) return
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
    {
      send,
      done,
      failed,
    }: { send: () => Promise<OrderAnswer<T>>; done: (payload: T) => AviatorEvent; failed: LazyText },
  ): Promise<LazyText | null> {
    const key = `${intent} ${facts.roundId}`
    this.apply({ kind: 'ordered', happened: { type: 'sent', session, order: { intent, key, facts } } })
    const ended = await executeOrder(() => this.#isOpen(), { send, times: 0 })
    if (ended === null) return null
    if (ended.is === 'done') {
      this.#balanceTold(ended.data)
      this.apply(done(ended.data))
      return null
    }
    // An event may have brought the answer before.
    if (!this.#state.orders.some((one) => one.key === key)) return null
    const { is, error } = ended
    // Without a connection the command was not sent.
    const isSent = error.kind !== 'network'
    this.apply({ kind: 'ordered', happened: { type: isSent ? is : 'refused', session, key } })
    if (isByOwnRule(error)) return () => toastErrorText(error, failed())
    const known = is === 'lost' ? t`Server timeout - please try again` : toastErrorText(error, failed())
    this.#dispatch(toastShown('bad', isSent ? known : t`Not connected to server!`))
    if (isSent) void this.ask()
    return null
  }

  /** Applies an event. A repeated state is no sign of life, because a former leader can send its last state. */
  #heard(event: Heard): void {
    const isNews = event.kind !== 'state' || isAhead(this.#state.round, event.payload)
    const nowMs = Date.now()
    if (isNews) this.#heardMs = nowMs
    if ('serverTime' in event.payload) this.#clock.hear(event.payload.serverTime, nowMs)
    this.apply(event)
    if (isNews) this.apply({ kind: 'silence', isOn: false })
  }

  #isOpen(): boolean {
    return this.#stop !== null
  }

  #tell(news: News): void {
    const toast = newsToast(news, this.#play === null)
    if (toast === null) return
    this.#dispatch(toast)
    this.#dispatch(api.util.invalidateTags([{ type: 'Plays', id: 'aviator' }]))
  }

  #balanceTold({ balance, balanceSeq, bonusReleased }: MaybeBalance): void {
    if (!this.#isOpen() || balance === undefined || balanceSeq === undefined) return
    this.#dispatch(balanceKnown({ balance, balanceSeq }))
    if (bonusReleased) this.#dispatch(announceBonus())
  }

  /** Requests missing facts until they are known: the state of a silent game, the outcome of a bet, or the end of a round. */
  #look(): void {
    this.#closeUnlessUsed()
    const { round, orders, isBehind } = this.#state
    const nowMs = Date.now()
    if (!selectIsUp(this.#getState())) {
      // Without a connection, the silence does not come from the game.
      this.#heardMs = nowMs
      return
    }
    const isUnknown = orders.some(({ state }) => state === 'unknown') || isBetUnknown(this.#state)
    const isSilent = nowMs - this.#heardMs >= (round?.phase === 'flying' ? silentInFlightMs : silentMs)
    // The connection may be dead. Nothing else would notice this soon.
    if (isSilent && !this.#state.isSilent) this.#live.check()
    if (isSilent) this.apply({ kind: 'silence', isOn: true })
    const isWanted = isUnknown || isSilent || isBehind || round === null
    if (isWanted && nowMs - this.#askedMs >= askEveryMs) void this.ask()
    if (hasLostTrack(this.#state) && nowMs - this.#listedMs >= silentMs) void this.#list()
  }

  async #list(): Promise<void> {
    if (this.#isListing) return
    this.#isListing = true
    this.#listedMs = Date.now()
    const asked = aviatorBetsApi.endpoints.listAviatorBets.initiate(undefined, { forceRefetch: true, subscribe: false })
    const sent = await orderAnswerOf(this.#dispatch(asked))
    this.#isListing = false
    if ('data' in sent) this.apply({ kind: 'betsListed', payload: sent.data.bets })
  }

  /** A bet that is open at the crash is lost, unless the server answers otherwise. The server is asked once. */
  async #askLoss(roundId: string): Promise<void> {
    const bet = betOf(this.#state)
    if (bet?.roundId !== roundId || bet.status !== 'open') return
    const { data } = await this.#live.emit(aviatorCrashLoss, { roundId })
    if (!data) return
    this.#balanceTold(data)
    this.apply({ kind: 'lossProcessed', payload: data })
  }
}
