import type { CallError } from '@kismet/app-kit/call-error.ts'
import { t } from '@lingui/core/macro'
import type { AppDispatch } from '../../core/store.ts'
import { otherSealText } from '../../entities/fair-play/proof-strip.tsx'
import type { Intent } from '../../entities/game/play-once.ts'
import { isSameBet } from '../../entities/game/play-once.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { balanceHeld, balanceShown, betChecked } from '../../entities/session/balance-slice.ts'
import { minesApi } from './mines-api.ts'
import type { MinesOrders, PlainStart } from './mines-orders.ts'
import { gameEnded, minesOrders, seedsOf } from './mines-orders.ts'
import type { MinesEvent, MinesState } from './mines-state.ts'
import { atFirst, isBusy, isOn, minesReducer } from './mines-state.ts'
import { minesErrorText } from './mines-words.ts'

/** The games of one player on one page: one at a time, any number of its tiles at once. */
export class MinesTable {
  readonly #dispatch: AppDispatch
  readonly #listeners = new Set<() => void>()
  #state = atFirst
  #orders: MinesOrders | null = null
  #unresolved: Intent<PlainStart> | null = null
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

  readonly state = (): MinesState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The page is open, in the session of now. Answers with a function that ends all asking. */
  open(): () => void {
    const orders = minesOrders(
      this.#dispatch,
      () => this.#orders === orders,
      (change) => {
        if (this.#orders === orders) this.#missing(change)
      },
    )
    this.#orders = orders
    return () => {
      this.#orders = null
      this.#dispatch(betChecked({ isOn: false }))
    }
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
    this.#happen({ type: 'asking' })
    this.#looksOut.add(look)
    const found = await this.#orders?.look()
    const isOfNow = this.#looksOut.delete(look)
    // Answers overtake each other: one that an answer of a later look has overtaken tells nothing more, nor does a failure of a connection that has gone, or while another look is on its way.
    if (!found || look < this.#answered || ('error' in found && (!isOfNow || this.#looksOut.size > 0))) return
    if (before !== this.#turns && this.#state.known === 'yes') return
    if ('error' in found) {
      this.#happen({ type: 'askFailed' })
      return
    }
    this.#answered = look
    const { game, gemsLeft, nextMultipliers, mineRiskPercent } = found.data
    // An order that is on its way may have ended it: its own answer says how.
    if (game === null && isBusy(this.#state)) return
    const wasOn = isOn(this.#state)
    this.#happen({ type: 'asked', board: game && { game, gemsLeft: gemsLeft ?? 0, nextMultipliers, mineRiskPercent } })
    if (!wasOn || game) return
    this.#dispatch(gameEnded({ bonusReleased: false }))
    this.#dispatch(toastShown('note', t`Game is already over. Please start a new game.`))
  }

  /** Clears the board of a game that is over. */
  readonly clear = (): void => {
    if (!isOn(this.#state)) this.#happen({ type: 'cleared' })
  }

  readonly start = async (plain: PlainStart): Promise<void> => {
    const orders = this.#orders
    if (!orders || this.#state.known !== 'yes' || isBusy(this.#state) || isOn(this.#state)) return
    this.#happen({ type: 'startSent' })
    // A bet that is sent again may have taken its stake already.
    this.#dispatch(balanceHeld({ game: 'mines', stakePaise: isSameBet(this.#unresolved, plain) ? 0 : plain.bet }))
    const outcome = await orders.start(plain, this.#unresolved)
    const takenPaise = 'error' in outcome ? 0 : plain.bet
    this.#dispatch(balanceShown({ game: 'mines', by: { balancePaise: 0 - takenPaise, netPaise: 0 } }))
    this.#dispatch(minesApi.util.invalidateTags(['Commitment']))
    if ('error' in outcome) {
      this.#unresolved = outcome.unresolved
      this.#happen({ type: 'startEnded', board: null })
      this.#refused(outcome.error, outcome.says?.() ?? t`Failed to start game`)
      return
    }
    this.#unresolved = null
    const { game, nextMultipliers, mineRiskPercent, gemsLeft, replayed, isAsSent } = outcome.answer
    if (!isAsSent) this.#dispatch(toastShown('bad', otherSealText()))
    this.#happen({ type: 'startEnded', board: { game, nextMultipliers, mineRiskPercent, gemsLeft } })
    // What came after that start is not in its answer.
    if (replayed) await this.look()
  }

  /** Opens a tile; others may be on their way. */
  readonly reveal = async (tile: number): Promise<void> => {
    const { board, pending, cashingOut } = this.#state
    if (!this.#orders || !board?.game.isActive || cashingOut) return
    if (pending.has(tile) || board.game.revealedTiles.includes(tile)) return
    this.#happen({ type: 'revealSent', tile })
    const known = await this.#orders.reveal({ gameId: board.game.id, tileIndex: tile })
    if ('error' in known) {
      this.#happen({ type: 'revealEnded', tile, board: null, last: null })
      this.#refused(known.error, t`Failed to reveal tile`)
      return
    }
    const { game, nextMultipliers, mineRiskPercent, gemsLeft } = known.data
    const last = seedsOf(board.game, known.data)
    this.#happen({ type: 'revealEnded', tile, board: { game, nextMultipliers, mineRiskPercent, gemsLeft }, last })
    if (!game.isActive) this.#dispatch(gameEnded(known.data))
  }

  readonly cashOut = async (): Promise<void> => {
    const { board, cashingOut } = this.#state
    if (!this.#orders || !board?.game.isActive || cashingOut || board.game.revealedTiles.length === 0) return
    this.#happen({ type: 'cashOutSent' })
    const known = await this.#orders.cashOut({ gameId: board.game.id })
    if ('error' in known) {
      this.#happen({ type: 'cashOutEnded', board: null, last: null })
      this.#refused(known.error, t`Failed to cashout`)
      return
    }
    const { game } = known.data
    const beside = this.#state.board ?? board
    this.#happen({ type: 'cashOutEnded', board: { ...beside, game }, last: seedsOf(board.game, known.data) })
    this.#dispatch(gameEnded(known.data))
  }

  #happen(event: MinesEvent): void {
    if (event.type !== 'asking' && event.type !== 'asked' && event.type !== 'askFailed') this.#turns += 1
    this.#state = minesReducer(this.#state, event)
    this.#dispatch(betChecked({ isOn: this.#orders !== null && this.#state.missing > 0 }))
    for (const listener of this.#listeners) listener()
  }

  /** How many answers are missing. The balance is not held for one of a start: what is shown is what is known. */
  #missing(change: 1 | -1): void {
    this.#happen({ type: 'missing', change })
    if (change === 1 && this.#state.starting) this.#dispatch(balanceShown({ game: 'mines' }))
  }

  /** Says why an order was refused, and looks how things are. */
  #refused(error: CallError, fallback: string): void {
    // The session is over, or the page is left: whoever is here now has asked for nothing.
    if (this.#orders === null || error.status === 401) return
    // A tile that was pressed beside the one that ends the game: the answer to that one says so.
    const isToldElsewhere = error.code === 'game_not_active' && (isBusy(this.#state) || !isOn(this.#state))
    if (isToldElsewhere) return
    this.#dispatch(toastShown('bad', minesErrorText(error, fallback)))
    if (!isBusy(this.#state)) void this.look()
  }
}
