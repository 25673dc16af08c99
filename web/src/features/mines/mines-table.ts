import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { orderAnswerOf } from '@kismet/app-kit/retry-until-known.ts'
import { sessionEndedError } from '@kismet/app-kit/contract-endpoints.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { t } from '@lingui/core/macro'
import type { AppDispatch } from '../../core/store.ts'
import type { RevealedPlay } from '../../entities/fair-play/play.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { minesApi } from './mines-api.ts'
import type { Board } from './mines-board.ts'
import { newerBoard } from './mines-board.ts'

/** What the page of Mines knows of the game. */
export interface TableState {
  /** Whether it is known if a game is under way; nothing is played before. */
  readonly known: 'asking' | 'failed' | 'yes'
  /** Whether it is being asked, also where an answer is known or missing from before. */
  readonly asking: boolean
  /** The game that is on, or that has ended and is still looked at. */
  readonly board: Board | null
  /** The seeds of the game that has ended. */
  readonly last: RevealedPlay | null
  readonly starting: boolean
}

/** Whether a game is under way. */
export function isOn({ board }: Pick<TableState, 'board'>): boolean {
  return board?.game.isActive === true
}

/** The board of one player on one page: of answers to orders and of looks in any order, it shows how the game is now. */
export class MinesTable {
  readonly #dispatch: AppDispatch
  readonly #listeners = new Set<() => void>()
  #state: TableState = { known: 'asking', asking: false, board: null, last: null, starting: false }
  #isOpen = false
  #inFlight = 0
  /** How many orders were sent or answered: what was asked before one tells nothing of what came after it. */
  #turns = 0
  /** How many looks were begun, the newest of them, those that are on their way on the connection of now, and the newest that has found how things are. */
  #looks = 0
  #looking: Promise<void> | null = null
  readonly #looksOut = new Set<number>()
  #answered = 0

  constructor(dispatch: AppDispatch) {
    this.#dispatch = dispatch
  }

  readonly state = (): TableState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The page is open. Answers with a function that ends all asking. */
  open(): () => void {
    this.#isOpen = true
    return () => {
      this.#isOpen = false
    }
  }

  readonly isOpen = (): boolean => this.#isOpen
  /** Whether an order of this page is on its way. */
  readonly isBusy = (): boolean => this.#inFlight > 0

  /** Waits for an order. */
  readonly during = async <R>(order: Promise<R>): Promise<R> => {
    this.#turns += 1
    this.#inFlight += 1
    try {
      return await order
    } finally {
      this.#turns += 1
      this.#inFlight -= 1
    }
  }

  /** A call of an order, which is sent only while the page is open and its session lasts. */
  readonly whileOpen = <T>({ signal }: CallApi, call: () => Promise<OrderAnswer<T>>): Promise<OrderAnswer<T>> =>
    this.#isOpen && !signal.aborted ? call() : Promise.resolve({ error: sessionEndedError })

  /** A start is on its way. */
  begin(): void {
    this.#show({ starting: true, board: null, last: null })
  }

  /** The start has an answer; null: no game has begun. */
  begun(board: Board | null): void {
    this.#show({ starting: false, board: board ?? this.#state.board })
  }

  /** An answer brings a board. An older board changes nothing. `last`: the seeds where it ended the game. */
  answered(board: Board, last: RevealedPlay | null): void {
    this.#show({ board: newerBoard(this.#state.board, board), last: last ?? this.#state.last })
  }

  /** Clears the board of a game that is over. */
  readonly clear = (): void => {
    if (!isOn(this.#state)) this.#show({ board: null, last: null })
  }

  /** A game is over: the list of games and the next commitment follow. */
  readonly ended = (): void => {
    this.#dispatch(minesApi.util.invalidateTags(['Commitment', { type: 'Plays', id: 'mines' }]))
  }

  /** Asks whether a game is under way. */
  readonly look = (): Promise<void> => {
    this.#looks += 1
    this.#looking = this.#look(this.#looks)
    return this.#looking
  }

  /**
   * The connection has come up. Where it is back, what was found before may be over, and what is on its way may have gone with it: no failure waits for that. On the first one a look that is
   * on its way is waited for: its answer is of use sooner than that of another, and stands.
   */
  readonly connected = async (isBack: boolean): Promise<void> => {
    const looks = this.#looks
    if (isBack) this.#looksOut.clear()
    else await this.#looking
    if (looks === this.#looks && (isBack || this.#state.known !== 'yes')) await this.look()
  }

  async #look(look: number): Promise<void> {
    const before = this.#turns
    this.#show({ asking: true })
    this.#looksOut.add(look)
    const { getActiveMines } = minesApi.endpoints
    const found = this.#isOpen
      ? await orderAnswerOf(this.#dispatch(getActiveMines.initiate({}, { track: false })))
      : null
    const isOfNow = this.#looksOut.delete(look)
    // Answers overtake each other: one that an answer of a later look has overtaken tells nothing more, nor does a failure of a connection that has gone, or while another look is on its way.
    if (!found || look < this.#answered || ('error' in found && (!isOfNow || this.#looksOut.size > 0))) return
    const { known, board: shown } = this.#state
    if (before !== this.#turns && known === 'yes') return
    if ('error' in found) {
      this.#show({ asking: false, known: known === 'yes' ? 'yes' : 'failed' })
      return
    }
    this.#answered = look
    const { game, gemsLeft, nextMultipliers, mineRiskPercent } = found.data
    // An order that is on its way may have ended it: its own answer says how.
    if (game === null && this.isBusy()) return
    const wasOn = isOn(this.#state)
    // A game that has ended here is looked at until the player goes on.
    const board = game
      ? newerBoard(shown, { game, gemsLeft: gemsLeft ?? 0, nextMultipliers, mineRiskPercent })
      : wasOn
        ? null
        : shown
    this.#show({ asking: false, known: 'yes', board })
    if (!wasOn || game) return
    this.ended()
    this.#dispatch(toastShown('note', t`Game is already over. Please start a new game.`))
  }

  #show(changes: Partial<TableState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
