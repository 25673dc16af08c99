import { paise } from '@kismet/contracts'
import type { MinesGame, startMines } from '@kismet/contracts'
import {
  fromHundredths,
  fromTenThousandths,
  mineRiskHundredths,
  minesGemsLeft,
  minesPayoutPaise,
  nextMultipliersShown,
} from '@kismet/fairness'
import type { Standing } from '@kismet/game-kit/lasting'
import type { z } from 'zod'
import { gemsAmong, multipliersOf } from '../domain/board.ts'
import { minesGame } from '../domain/mines.ts'

type GameView = z.output<typeof MinesGame>
type BoardView = Pick<z.output<typeof startMines.output>, 'nextMultipliers' | 'mineRiskPercent' | 'gemsLeft'>

const tile = minesGame.step

/** How many gems were open. Of a game that goes on every open tile is one. */
function gemsOpenIn({ steps, end }: Standing): number {
  return end === undefined ? steps.length : gemsAmong(minesGame.outcome.parse(end.outcome))
}

const minesCountOf = ({ bet }: Standing): number => minesGame.params.parse(bet.params).minesCount

/** A game as its player may see it: what decides it is in it only after its end. */
export function gameView(standing: Standing): GameView {
  const { bet, steps, end } = standing
  const { betId, stakePaise, serverSeedHash, nonce, clientSeed } = bet
  const minesCount = minesCountOf(standing)
  const shown = {
    ...{ id: betId, bet: paise(stakePaise), minesCount, isActive: end === undefined },
    ...{ revealedTiles: steps.map((step) => tile.parse(step)), serverSeedHash, nonce, clientSeed },
  }
  if (end === undefined) {
    const opened = steps.length
    const multiplier = multipliersOf(minesCount)[opened - 1] ?? 1
    return { ...shown, multiplier, potentialPayout: paise(minesPayoutPaise({ stakePaise, minesCount, opened })) }
  }
  const { minePositions } = minesGame.outcome.parse(end.outcome)
  return {
    ...shown,
    multiplier: fromTenThousandths(end.multiplierUnits),
    potentialPayout: paise(end.payoutPaise),
    ...{ minePositions, serverSeed: end.serverSeed },
  }
}

/** What the board says beside its tiles. */
export function boardView(standing: Standing): BoardView {
  const minesCount = minesCountOf(standing)
  const opened = gemsOpenIn(standing)
  return {
    nextMultipliers: multipliersOf(minesCount).slice(opened, opened + nextMultipliersShown),
    mineRiskPercent: standing.end === undefined ? fromHundredths(mineRiskHundredths(minesCount, opened)) : null,
    gemsLeft: minesGemsLeft(minesCount, opened),
  }
}
