import { useLocation } from 'react-router'
import type { GameName } from '../../core/paths.ts'
import { casinoPath, games, paths } from '../../core/paths.ts'

/** The game whose tab is active: by the end of the path, Slots on the home page, Mines where it plays by itself, none elsewhere (spec 2.3, 2.13). */
export function useCurrentGame(): GameName | null {
  const { pathname } = useLocation()
  if (pathname === paths.home) return 'slots'
  if (pathname === paths.minesAuto) return 'mines'
  return games.find((game) => pathname === casinoPath(game)) ?? null
}
