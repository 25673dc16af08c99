import type { Game } from '@kismet/contracts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import Cherry from 'lucide-react/icons/cherry'
import Dices from 'lucide-react/icons/dices'
import Gem from 'lucide-react/icons/gem'
import Plane from 'lucide-react/icons/plane'

/** What all parts of the app know of a game. `wireName`: what the server calls the game (spec 7.3). */
interface GameFacts {
  readonly title: MessageDescriptor
  readonly icon: Glyph
  readonly wireName: Game
}

/** The games, in the order of the tabs. */
export const games = {
  slots: { title: msg`Slots`, icon: Cherry, wireName: 'Slots' },
  mines: { title: msg`Mines`, icon: Gem, wireName: 'Mines' },
  dice: { title: msg`Dice`, icon: Dices, wireName: 'Dice' },
  aviator: { title: msg`Aviator`, icon: Plane, wireName: 'Aviator' },
} as const satisfies Readonly<Record<string, GameFacts>>

export type GameName = keyof typeof games

/** In the order of the tabs. */
export const gameNames = Object.keys(games) as readonly GameName[]
