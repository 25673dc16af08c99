import { firstWaitsMs } from '@kismet/app-kit/retry-until-known.ts'
import { leavesOutcomeUnknown, lookUpFailed } from '@kismet/app-kit/call-error.ts'
import type { OrderOutcome, Order } from '@kismet/app-kit/order.ts'
import { isInFlight } from '@kismet/app-kit/order.ts'
import type { CallApi, OrderForm, OrderKind } from '@kismet/app-kit/use-order.ts'
import { paise } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { toastErrorText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { announceBonus } from '../balance/bonus-news.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { balanceHeld, balanceShown, betChecked } from '../session/balance-slice.ts'
import { epochNow, selectSession } from '../session/session-slice.ts'
import { betCheckedText, betOnCommitment, sendPatiently, unknownBetText } from './committed-bet.ts'
import type { BetInput, InstantGame, OwnPlay, PlainInput, PlayAnswer } from './games-api.ts'
import { betInput, commitmentChanged, commitmentRead, gamesApi, playAdded, sendPlay } from './games-api.ts'
import { takeOverOlderBets } from './older-bets.ts'
import { isByOwnRule } from './use-stake.ts'

// The pages of games load this module before they read their orders.
takeOverOlderBets()

/** `waiting`: for the answer. `checking`: no answer came, and the outcome is unknown. `showing`: the result is animated. */
export type BetPhase = 'idle' | 'waiting' | 'checking' | 'showing'

/** What a game defines for its bets. */
export interface Playable<G extends InstantGame> {
  readonly game: G
  /** The fields of an own play that only this game has. */
  readonly rowOf: (answer: PlayAnswer<G>) => Omit<OwnPlay<G>, 'betId' | 'bet' | 'payout' | 'createdAt'>
  /** The text of a failed bet, if the server gives no text. */
  readonly failed: LazyText
  /** Animates a result for at most `durationMs`. */
  readonly show: (answer: PlayAnswer<G>, durationMs: number) => Promise<void>
}

/** The result of a bet, or why it failed. `wasChecked`: the first answer was lost. `isByOwnRule`: the page has to say why. Null: the session has ended. */
export type Played<G extends InstantGame> =
  | { answer: PlayAnswer<G>; wasChecked: boolean }
  | { failed: LazyText; isByOwnRule?: boolean }
  | null

/** A repeat of a bet sends the same input, which includes the seeds. */
interface BetFacts<G extends InstantGame> {
  readonly input: BetInput<G>
  readonly stakePaise: number
  readonly sentAtMs: number
}

/** The bets of a game (docs/internals/decisions/0010). The draft is the stake as it is typed. */
export const betKind = <G extends InstantGame>(game: G, stakeText: string): OrderKind<string, BetFacts<G>> => ({
  name: `bet:${game}`,
  draft: z.string(),
  empty: stakeText,
  facts: z.object({ input: betInput(game), stakePaise: z.int(), sentAtMs: z.int() }),
})

/** An older bet is not sent again. The retries of an order end before 20 minutes, so that the bet is old when they end. */
const oldAfterMs = 19 * 60_000

function isOld({ sentAtMs }: BetFacts<InstantGame>): boolean {
  const ageMs = Date.now() - sentAtMs
  return ageMs < 0 || ageMs > oldAfterMs
}

/** While the outcome of a bet is unknown, the balance shows no result of it, and the page stays during maintenance. */
export function useBetChecked(game: string, isChecked: boolean): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (!isChecked) return undefined
    dispatch(betChecked({ isOn: true }))
    dispatch(balanceShown({ game }))
    return () => void dispatch(betChecked({ isOn: false }))
  }, [dispatch, game, isChecked])
}

/** The end of a bet: its result is shown, the list and the balance follow, or a toast says why it failed. */
function useBetEnd<G extends InstantGame>({ game, failed, show, rowOf }: Playable<G>) {
  const dispatch = useAppDispatch()

  function resultShown(answer: PlayAnswer<G>, wasChecked: boolean): void {
    const { betId, payout, netGain, next, replayed } = answer
    if (replayed) {
      // The answer of a replay does not have later plays or the next commitment.
      dispatch(gamesApi.util.invalidateTags(['Commitment', { type: 'Plays', id: game }]))
      dispatch(toastShown('note', t`No new bet was placed. This is the result of your earlier bet.`))
    } else {
      const common = { betId, bet: paise(payout - netGain), payout, createdAt: new Date().toISOString() }
      dispatch(playAdded(game, { ...common, ...rowOf(answer) } as OwnPlay<G>))
      dispatch(commitmentChanged(game, next))
    }
    // The answer to a checked bet was in the balance before the bet was held.
    const netPaise = wasChecked ? 0 : netGain
    dispatch(balanceShown({ game, by: { balancePaise: netPaise, netPaise } }))
    if (answer.bonusReleased) dispatch(announceBonus())
  }

  return async (ended: OrderOutcome<PlayAnswer<G>>, durationMs: number, wasChecked: boolean): Promise<Played<G>> => {
    if (ended.is === 'done') {
      const epoch = dispatch(epochNow)
      await show(ended.data, durationMs)
      if (dispatch(epochNow) !== epoch) return null
      resultShown(ended.data, wasChecked)
      return { answer: ended.data, wasChecked }
    }
    const { is, error } = ended
    dispatch(balanceShown({ game }))
    if (is === 'lost') {
      dispatch(gamesApi.util.invalidateTags(['Commitment', { type: 'Plays', id: game }]))
      return { failed: unknownBetText }
    }
    const why = (): string =>
      wasChecked ? t`Your last bet was not placed. No money was taken.` : toastErrorText(error, failed())
    if (!wasChecked && isByOwnRule(error)) return { failed: why, isByOwnRule: true }
    dispatch(toastShown('bad', why()))
    return { failed: why }
  }
}

/** Sends bets, and finds out what became of them. Null: the session has ended. */
function useBetOrders<G extends InstantGame>(game: G, { send }: OrderForm<string, BetFacts<G>>) {
  const dispatch = useAppDispatch()
  const once = (callApi: CallApi, { key, facts: { input } }: Pick<Order<BetFacts<G>>, 'key' | 'facts'>) =>
    sendPlay(game, { input, idempotencyKey: key }, callApi)
  const look: typeof once = async (callApi, order) => {
    const sent = await once(callApi, order)
    // The figures stay as they are until the result is shown.
    if ('data' in sent) dispatch(balanceHeld({ game, stakePaise: 0 }))
    return sent
  }
  return {
    place: async (plain: PlainInput<G>, stakePaise: number) => {
      let wasChecked = false
      const ended = await betOnCommitment<PlayAnswer<G>>({
        readCommitment: (fresh) => dispatch(commitmentRead(game, fresh)),
        isFirst: () => !wasChecked,
        order: (seeds) =>
          send({
            intent: JSON.stringify(plain),
            facts: { input: { ...plain, ...seeds }, stakePaise, sentAtMs: Date.now() },
            send: (callApi, order) => sendPatiently(() => once(callApi, order)),
            look: (callApi, order) => {
              wasChecked = true
              return look(callApi, order)
            },
          }),
      })
      return ended && { ended, wasChecked }
    },
    /** Repeats a bet whose outcome is unknown. */
    check: async ({ intent, facts }: Order<BetFacts<G>>) => {
      const ended = await send({
        intent,
        facts,
        send: async (callApi, order) => {
          const sent = await look(callApi, order)
          return 'error' in sent && leavesOutcomeUnknown(sent.error) ? { error: lookUpFailed(sent.error) } : sent
        },
        look,
      })
      return ended && { ended, wasChecked: true }
    },
  }
}

/**
 * Bets in an instant game. The stake leaves the shown balance at once. The result changes the page only after the animation
 * (`show`), so that the balance does not reveal it early. A bet without an answer is stored and checked after a reload.
 */
export function useBet<G extends InstantGame>(
  playable: Playable<G>,
  form: OrderForm<string, BetFacts<G>>,
  { resumedMs, onResumed }: { resumedMs: number; onResumed: (played: Played<G>) => void },
): {
  phase: BetPhase
  /** The stake of a bet with an unknown outcome, in paise. */
  checkedPaise: number | null
  bet: (bet: { plain: PlainInput<G>; stakePaise: number }, durationMs: number) => Promise<Played<G>>
} {
  const { game } = playable
  const { orders, drop } = form
  const dispatch = useAppDispatch()
  const playerId = useAppSelector(selectSession)?.user.id
  const [step, setStep] = useState<'idle' | 'waiting' | 'showing'>('idle')
  const end = useBetEnd({
    ...playable,
    show: async (answer, durationMs) => {
      setStep('showing')
      await playable.show(answer, durationMs)
    },
  })
  const { place, check } = useBetOrders(game, form)
  const isChecked = (one: Order<BetFacts<G>>): boolean => {
    if (step === 'showing') return false
    if (one.state === 'asking') return true
    // Another visit to this page has sent the bet, or its outcome is unknown.
    return step === 'idle' && (isInFlight(one) || !isOld(one.facts))
  }
  const checked = orders.find((one) => isChecked(one))
  useBetChecked(game, checked !== undefined)

  const finish = async (bet: ReturnType<typeof place>, durationMs: number): Promise<Played<G>> => {
    setStep('waiting')
    const outcome = await bet
    const played = outcome && (await end(outcome.ended, durationMs, outcome.wasChecked))
    setStep('idle')
    return played
  }
  const unknown = orders.filter(({ state }) => state === 'unknown')
  const isDue = step === 'idle' && unknown.length > 0
  const tellOld = useEffectEvent(() => {
    for (const { key } of unknown.filter(({ facts }) => isOld(facts))) {
      dispatch(toastShown('bad', unknownBetText()))
      drop(key)
    }
  })
  const resume = useEffectEvent(async () => {
    for (const order of unknown) onResumed(await finish(check(order), resumedMs))
  })
  useEffect(() => {
    if (!isDue) return undefined
    tellOld()
    // The server may still work on the first request.
    const timer = setTimeout(() => void resume(), firstWaitsMs[0])
    return () => clearTimeout(timer)
  }, [playerId, isDue])

  return {
    phase: checked ? 'checking' : step,
    checkedPaise: checked?.facts.stakePaise ?? null,
    bet: async ({ plain, stakePaise }, durationMs) => {
      if (orders.some(({ facts }) => !isOld(facts))) {
        dispatch(toastShown('bad', betCheckedText()))
        return { failed: betCheckedText }
      }
      dispatch(balanceHeld({ game, stakePaise }))
      return finish(place(plain, stakePaise), durationMs)
    },
  }
}
