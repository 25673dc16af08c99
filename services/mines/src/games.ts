import type { Game } from '@kismet/game-kit/game'
import { minesAuto } from './domain/mines-auto.ts'
import { minesGame } from './domain/mines.ts'

export const games: readonly Game[] = [minesGame, minesAuto]
