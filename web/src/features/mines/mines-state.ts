import type { RevealedPlay } from '../../entities/fair-play/play.ts'
import type { Board } from './mines-board.ts'
import { newerBoard } from './mines-board.ts'

/** Where the page of Mines is. */
export interface MinesState {
  /** Whether it is known if a game is under way; nothing is played before. */
  readonly known: 'asking' | 'failed' | 'yes'
  /** Whether it is being asked, also where an answer is known or missing from before. */
  readonly asking: boolean
  /** The game that is on, or that has ended and is still looked at. */
  readonly board: Board | null
  readonly starting: boolean
  /** Tiles whose answer is on its way. */
  readonly pending: ReadonlySet<number>
  readonly cashingOut: boolean
  /** How many answers are missing so long that they are asked for again. */
  readonly missing: number
  /** The seeds of the game that has ended. */
  readonly last: RevealedPlay | null
}

export const atFirst: MinesState = {
  known: 'asking',
  asking: false,
  board: null,
  starting: false,
  pending: new Set(),
  cashingOut: false,
  missing: 0,
  last: null,
}

export type MinesEvent =
  | { type: 'asking' }
  | { type: 'asked'; board: Board | null }
  | { type: 'askFailed' }
  | { type: 'startSent' }
  | { type: 'startEnded'; board: Board | null }
  | { type: 'revealSent'; tile: number }
  | { type: 'revealEnded'; tile: number; board: Board | null; last: RevealedPlay | null }
  | { type: 'cashOutSent' }
  | { type: 'cashOutEnded'; board: Board | null; last: RevealedPlay | null }
  | { type: 'missing'; change: 1 | -1 }
  | { type: 'cleared' }

const without = (pending: ReadonlySet<number>, tile: number): Set<number> =>
  new Set([...pending].filter((other) => other !== tile))

/** What an answer brings: a board that is not older than the shown one, and the seeds where it ended the game. */
function answered(
  state: MinesState,
  { board, last }: { board: Board | null; last: RevealedPlay | null },
): Pick<MinesState, 'board' | 'last'> {
  return { board: board && newerBoard(state.board, board), last: last ?? state.last }
}

/** What is shown after something has happened. Nothing is shown that no answer has said. */
export function minesReducer(state: MinesState, event: MinesEvent): MinesState {
  switch (event.type) {
    case 'asking':
      return { ...state, asking: true }
    case 'askFailed':
      return { ...state, asking: false, known: state.known === 'yes' ? 'yes' : 'failed' }
    case 'asked': {
      // One that has ended here is looked at until the player goes on.
      const ended = state.board?.game.isActive === false ? state.board : null
      return {
        ...state,
        asking: false,
        known: 'yes',
        board: event.board ? newerBoard(state.board, event.board) : ended,
      }
    }
    case 'startSent':
      return { ...state, starting: true, board: null, last: null }
    case 'startEnded':
      return { ...state, starting: false, board: event.board ?? state.board }
    case 'revealSent':
      return { ...state, pending: new Set([...state.pending, event.tile]) }
    case 'revealEnded':
      return {
        ...state,
        pending: without(state.pending, event.tile),
        ...(event.board ? answered(state, event) : {}),
      }
    case 'cashOutSent':
      return { ...state, cashingOut: true }
    case 'cashOutEnded':
      return { ...state, cashingOut: false, ...(event.board ? answered(state, event) : {}) }
    case 'missing':
      return { ...state, missing: state.missing + event.change }
    case 'cleared':
      return { ...state, board: null, last: null }
  }
}

/** Whether an order of this page is on its way. */
export function isBusy({ starting, cashingOut, pending }: MinesState): boolean {
  return starting || cashingOut || pending.size > 0
}

/** Whether a game is under way. */
export function isOn({ board }: MinesState): boolean {
  return board?.game.isActive === true
}
