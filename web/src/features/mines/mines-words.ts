import type { CallError } from '@kismet/app-kit/call-error.ts'
import { errorCatalogue, minesTexts } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { LazyText } from '../../core/lazy-text.ts'
import { toastErrorText } from '../../core/error-text.ts'
import type { TileLook } from './mines-board.ts'

/** What the server says of a game that cannot go on, and what is shown for it (spec 8.3). */
const shownFor = new Map<string, LazyText>([
  [errorCatalogue.game_not_active.message, () => t`Game is already over. Please start a new game.`],
  [errorCatalogue.no_tile_revealed.message, () => t`Reveal at least one tile before cashing out.`],
  [minesTexts.notFound, () => t`Game not found. Please start a new game.`],
  [minesTexts.notOwned, () => t`You do not own this game. Please refresh and try again.`],
  [errorCatalogue.internal.message, () => t`Server error. Please try again.`],
])

/** What a toast says of a refusal. The server's sentence tells more than its code, in whatever language it is shown. */
export function minesErrorText(error: CallError, fallback: string): string {
  return shownFor.get(error.message ?? '')?.() ?? toastErrorText(error, fallback)
}

/** What a tile is called. */
export function tileName(tile: number, look: TileLook): string {
  const number = tile + 1
  switch (look) {
    case 'closed':
      return t`Tile ${number}, closed`
    case 'pending':
      return t`Tile ${number}, opening`
    case 'gem':
      return t`Tile ${number}, gem`
    case 'mine':
      return t`Tile ${number}, mine`
    case 'hit':
      return t`Tile ${number}, mine, you hit it`
    case 'faded':
      return t`Tile ${number}, gem, not opened`
  }
}
