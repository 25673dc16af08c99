import type { LazyPage } from '@kismet/app-kit/lazy-page.ts'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import Cherry from 'lucide-react/icons/cherry'
import Dices from 'lucide-react/icons/dices'
import Gem from 'lucide-react/icons/gem'
import Plane from 'lucide-react/icons/plane'
import { useLocation } from 'react-router'
import type { GameName } from '../core/paths.ts'
import { casinoPath, games, paths } from '../core/paths.ts'

/** The page of each game, and its sign in the dock. */
export const gamePages: Readonly<Record<GameName, { readonly icon: Glyph; readonly page: LazyPage }>> = {
  slots: { icon: Cherry, page: lazyPage(() => import('../pages/slots-page.tsx'), 'SlotsPage') },
  mines: { icon: Gem, page: lazyPage(() => import('../pages/mines-page.tsx'), 'MinesGame') },
  dice: { icon: Dices, page: lazyPage(() => import('../pages/dice-page.tsx'), 'DiceGame') },
  aviator: { icon: Plane, page: lazyPage(() => import('../pages/aviator-page.tsx'), 'AviatorGame') },
}

/** The game whose tab is active (spec 2.3, 2.13). The home page shows Slots, and the auto mode of Mines shows Mines. */
export function useCurrentGame(): GameName | null {
  const { pathname } = useLocation()
  if (pathname === paths.home) return 'slots'
  if (pathname === paths.minesAuto) return 'mines'
  return games.find((game) => pathname === casinoPath(game)) ?? null
}
