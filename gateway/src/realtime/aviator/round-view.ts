import { limits } from '@kismet/contracts'
import type {
  aviatorCrashed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
  getAviatorState,
} from '@kismet/contracts'
import type { z } from 'zod'

export type AviatorState = z.input<typeof getAviatorState.output>
/** What a player has in a round, and owns. */
type Own = Pick<AviatorState, 'bet' | 'balance' | 'balanceSeq'>
/** What is the same for everybody. */
export type CommonState = Omit<AviatorState, keyof Own>

type Payload<S extends { payload: z.ZodType }> = z.input<S['payload']>

/**
 * The round of Aviator as everybody sees it, put together from its signals: it is there for those who connect, however many come at once. It begins with an answer of
 * the service, and is unknown again when a signal shows that another one was missed.
 */
export class RoundView {
  #state: CommonState | undefined
  #changes = 0

  /** What everybody may know, or undefined while it is unknown. As of its `serverTime`. */
  get state(): CommonState | undefined {
    return this.#state
  }

  /** Grows with everything that changes what a player is to be told, ticks aside. */
  get changes(): number {
    return this.#changes
  }

  /** Takes over what the service answered, unless something was heard since it was asked, at so many `changes`; of two ticks of a flight the later one stands. */
  learn({ bet: _bet, balance: _balance, balanceSeq: _seq, ...common }: AviatorState, changesWhenAsked: number): void {
    if (changesWhenAsked !== this.#changes) return
    const known = this.#state
    const isOlder = known?.roundId === common.roundId && known.serverTime > common.serverTime
    this.#state = isOlder ? { ...common, multiplier: known.multiplier, serverTime: known.serverTime } : common
  }

  /** Signals may have been missed. */
  forget(): void {
    this.#changes += 1
    this.#state = undefined
  }

  opened(round: Payload<typeof aviatorRoundStarted>): void {
    this.#changes += 1
    if (this.#state === undefined) return
    const { history } = this.#state
    const nothingYet = { takeoffAt: null, crashPoint: null, clientSeed: null, clientSeeds: null, serverSeed: null }
    this.#state = { ...round, ...nothingYet, phase: 'betting', multiplier: null, history }
  }

  tookOff({ roundId, ...takeoff }: Payload<typeof aviatorTookOff>): void {
    this.#change(roundId, () => ({ ...takeoff, phase: 'flying', multiplier: 1 }))
  }

  ticked({ roundId, multiplier, serverTime }: Payload<typeof aviatorTicked>): void {
    if (this.#state?.roundId === roundId && this.#state.phase === 'flying')
      this.#state = { ...this.#state, multiplier, serverTime }
    else if (this.#state !== undefined) this.forget()
  }

  crashed({
    roundId,
    roundNumber,
    crashPoint,
    serverSeed,
    clientSeed,
    serverTime,
  }: Payload<typeof aviatorCrashed>): void {
    this.#change(roundId, ({ history }) => ({
      phase: 'crashed',
      multiplier: crashPoint,
      crashPoint,
      serverSeed,
      clientSeed,
      serverTime,
      // A leader that takes over tells it again.
      history: [{ roundId, roundNumber, crashPoint }, ...history.filter((past) => past.roundId !== roundId)].slice(
        0,
        limits.aviator.historyShown,
      ),
    }))
  }

  voided({ roundId, serverSeed }: Payload<typeof aviatorVoided>): void {
    this.#change(roundId, () => ({ phase: 'void', multiplier: null, serverSeed }))
  }

  #change(roundId: string, to: (state: CommonState) => Partial<CommonState>): void {
    this.#changes += 1
    if (this.#state === undefined) return
    if (this.#state.roundId === roundId) this.#state = { ...this.#state, ...to(this.#state) }
    else this.forget()
  }
}
