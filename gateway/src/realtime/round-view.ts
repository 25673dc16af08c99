import {
  aviatorCrashed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
  limits,
} from '@kismet/contracts'
import type { getAviatorState, SignalShape } from '@kismet/contracts'
import type { z } from 'zod'

export type AviatorState = z.input<typeof getAviatorState.output>
/** The state that is the same for all players. */
export type CommonState = Omit<AviatorState, 'bet' | 'balance' | 'balanceSeq'>

/** What a signal changes; undefined when the state does not allow the signal. */
type Change = (state: CommonState, payload: unknown) => Partial<CommonState> | undefined

function on<S extends SignalShape>(
  signal: S,
  change: (state: CommonState, payload: z.input<S['payload']>) => Partial<CommonState> | undefined,
): [SignalShape, Change] {
  return [signal, (state, payload) => change(state, payload as z.input<S['payload']>)]
}

const nothingYet = { takeoffAt: null, crashPoint: null, clientSeed: null, clientSeeds: null, serverSeed: null }

const changeBy = new Map<SignalShape, Change>([
  on(aviatorRoundStarted, (_state, round) => ({ ...round, ...nothingYet, phase: 'betting', multiplier: null })),
  on(aviatorTookOff, (_state, takeoff) => ({ ...takeoff, phase: 'flying', multiplier: 1 })),
  on(aviatorTicked, ({ phase }, { multiplier, serverTime }) =>
    phase === 'flying' ? { multiplier, serverTime } : undefined,
  ),
  on(aviatorCrashed, (state, { roundId, roundNumber, crashPoint, serverSeed, clientSeed, serverTime }) => {
    // A leader that takes over tells a crash again.
    const earlier = state.history.filter((past) => past.roundId !== roundId)
    const history = [{ roundId, roundNumber, crashPoint }, ...earlier].slice(0, limits.aviator.historyShown)
    return { phase: 'crashed', multiplier: crashPoint, crashPoint, serverSeed, clientSeed, serverTime, history }
  }),
  on(aviatorVoided, (_state, { serverSeed }) => ({ phase: 'void', multiplier: null, serverSeed })),
])

/**
 * The round of Aviator, made from its signals, so that a crowd of new sockets needs no call. It
 * begins with an answer of the service. It is unknown after a signal that shows a missed signal.
 */
export class RoundView {
  #state: CommonState | undefined
  #changes = 0

  /** The round at its `serverTime`; undefined while it is unknown. */
  get state(): CommonState | undefined {
    return this.#state
  }

  /** Grows with each signal except ticks. */
  get changes(): number {
    return this.#changes
  }

  /**
   * Takes over an answer of the service, unless `changes` has grown since the question. The later of
   * two ticks of a flight stands.
   */
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

  hear(signal: SignalShape, payload: unknown): void {
    const change = changeBy.get(signal)
    if (change === undefined) return
    if (signal !== aviatorTicked) this.#changes += 1
    const state = this.#state
    if (state === undefined) return
    const isExpected = signal === aviatorRoundStarted || (payload as CommonState).roundId === state.roundId
    const changed = isExpected ? change(state, payload) : undefined
    if (changed === undefined) this.forget()
    else this.#state = { ...state, ...changed }
  }
}
