import { askUntilKnown, sentBy, waitFor } from '@kismet/app-kit/ask-until-known.ts'
import type { Known, Sent } from '@kismet/app-kit/ask-until-known.ts'
import { isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import type { cashOutMines, Input, Output, revealMinesTile, startMines } from '@kismet/contracts'
import { newIdempotencyKey } from '@kismet/app-kit/random.ts'
import type { AppDispatch } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import type { RevealedPlay } from '../../entities/fair-play/play.ts'
import { isAsSent } from '../../entities/fair-play/play.ts'
import type { Intent, PlayOutcome } from '../../entities/game/play-once.ts'
import { minesPlaysApi } from '../../entities/game/mines-plays.ts'
import { pageWorld, playUntilKnown } from '../../entities/game/play-once.ts'
import { epochNow } from '../../entities/session/session-slice.ts'
import { minesApi } from './mines-api.ts'

/** What decides a start, but for its seeds. */
export type PlainStart = Omit<Input<typeof startMines>, 'clientSeed' | 'serverSeedHash'>
type Started = Output<typeof startMines> & Pick<RevealedPlay, 'isAsSent'> & { replayed: boolean }
type Revealed = Output<typeof revealMinesTile>
type CashedOut = Output<typeof cashOutMines>

/** The orders of a page of Mines, for as long as it is open and its session lasts. Each is sent again under its own key until it is known what became of it. */
export interface MinesOrders {
  readonly start: (
    plain: PlainStart,
    unresolved: Intent<PlainStart> | null,
  ) => Promise<PlayOutcome<PlainStart, Started>>
  readonly reveal: (input: { gameId: string; tileIndex: number }) => Promise<Known<Revealed>>
  readonly cashOut: (input: { gameId: string }) => Promise<Known<CashedOut>>
  /** What the server says of a game that is under way. */
  readonly look: () => ReturnType<ReturnType<typeof lookAt>>
}

const {
  getActiveMines,
  startMines: sendStart,
  revealMinesTile: sendReveal,
  cashOutMines: sendCashOut,
} = minesApi.endpoints
const { getMinesCommitment } = minesPlaysApi.endpoints

const lookAt = (dispatch: AppDispatch) => () => sentBy(dispatch(getActiveMines.initiate({}, { track: false })))

/** Sends an order, and goes on asking where no answer comes; `missing` is told how many answers are missing. */
async function untilKnown<T>(send: () => Promise<Sent<T>>, missing: (change: 1 | -1) => void): Promise<Known<T>> {
  const first = await send()
  if ('data' in first) return first
  if (!isOutcomeUnknown(first.error)) return { ...first, isOpen: false }
  missing(1)
  const known = await askUntilKnown({ ask: send, wait: waitFor })
  missing(-1)
  return known
}

/** Begins the orders of a page. `isWanted`: whether it is still open. */
export function minesOrders(
  dispatch: AppDispatch,
  isWanted: () => boolean,
  missing: (change: 1 | -1) => void,
): MinesOrders {
  const epoch = dispatch(epochNow)
  const mayAsk = (): boolean => isWanted() && dispatch(epochNow) === epoch
  const guarded = <T>(send: () => Parameters<typeof sentBy<T>>[0]): Promise<Sent<T>> =>
    mayAsk() ? sentBy<T>(send()) : Promise.resolve({ error: sessionIsOver })
  const startWorld = pageWorld<PlainStart, Started>({
    readCommitment: (forceRefetch: boolean) =>
      guarded(() => dispatch(getMinesCommitment.initiate({}, { forceRefetch, subscribe: false }))),
    send: async (intent: Intent<PlainStart>) => {
      const sent = await guarded(() => dispatch(sendStart.initiate(intent, { track: false })))
      if ('error' in sent) return sent
      return { data: { ...sent.data, isAsSent: isAsSent(intent.input, sent.data.game) } }
    },
  })
  return {
    start: (plain, unresolved) => playUntilKnown(plain, unresolved, startWorld, missing),
    reveal: (input) => {
      const order = { input, idempotencyKey: newIdempotencyKey() }
      return untilKnown(() => guarded(() => dispatch(sendReveal.initiate(order, { track: false }))), missing)
    },
    cashOut: (input) => {
      const order = { input, idempotencyKey: newIdempotencyKey() }
      return untilKnown(() => guarded(() => dispatch(sendCashOut.initiate(order, { track: false }))), missing)
    },
    look: lookAt(dispatch),
  }
}

/** The seeds of an answer that has ended a game, beside those that it began with; null where it has ended none. */
export function seedsOf(began: Revealed['game'], answer: Revealed | CashedOut): RevealedPlay | null {
  const { betId, serverSeed, serverSeedHash, clientSeed, nonce } = answer
  if (betId === undefined || serverSeed === undefined || serverSeedHash === undefined) return null
  if (clientSeed === undefined || nonce === undefined) return null
  return {
    betId,
    serverSeed,
    serverSeedHash,
    clientSeed,
    nonce,
    isAsSent: isAsSent(began, { serverSeedHash, clientSeed }),
  }
}

/** A game is over: the list of games, the next commitment and the bonus follow. */
export function gameEnded(answer: Pick<Revealed, 'bonusReleased'>): (dispatch: AppDispatch) => void {
  return (dispatch) => {
    dispatch(minesApi.util.invalidateTags(['Commitment', { type: 'Plays', id: 'mines' }]))
    if (answer.bonusReleased) dispatch(announceBonus())
  }
}
