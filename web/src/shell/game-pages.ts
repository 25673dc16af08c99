import type { LazyPage } from '@kismet/app-kit/lazy-page.ts'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { useLocation } from 'wouter'
import type { GameName } from '../core/games.ts'
import { gameNames } from '../core/games.ts'
import { casinoPath, paths } from '../core/paths.ts'

/** The page of each game. */
export const gamePages: Readonly<Record<GameName, LazyPage>> = {
  slots: lazyPage(() => import('../pages/slots-page.tsx'), 'SlotsPage'),
  mines: lazyPage(() => import('../pages/mines-page.tsx'), 'MinesGame'),
  dice: lazyPage(() => import('../pages/dice-page.tsx'), 'DiceGame'),
  aviator: lazyPage(() => import('../pages/aviator-page.tsx'), 'AviatorGame'),
}

/** The game whose tab is active (spec 2.3, 2.13). The home page shows Slots, and the auto mode of Mines shows Mines. */
export function useCurrentGame(): GameName | null {
  const [pathname] = useLocation()
  if (pathname === paths.home) return 'slots'
  if (pathname === paths.minesAuto) return 'mines'
  return gameNames.find((game) => pathname === casinoPath(game)) ?? null
}
