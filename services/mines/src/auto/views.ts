import { paise } from '@kismet/contracts'
import type { MinesAutoGame, MinesAutoSettings, MinesAutoStatus } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import type { SettledBet } from '@kismet/game-kit/bet'
import { isoTime } from '@kismet/service-kit/clock'
import type { AutoSetup } from '../domain/auto-run.ts'
import { BoardOutcome } from '../domain/board.ts'
import type { RunNow } from './runs.ts'

/** The auto game record. */
export function autoGameView(bet: SettledBet): MinesAutoGame {
  const { minePositions, revealedTiles } = BoardOutcome.parse(bet.outcome)
  return {
    ...{ gameId: bet.betId, bet: paise(bet.stakePaise), payout: paise(bet.payoutPaise), nonce: bet.nonce },
    result: bet.payoutPaise > 0 ? 'win' : 'loss',
    multiplier: fromTenThousandths(bet.multiplierUnits),
    ...{ tilesRevealed: revealedTiles.length, minePositions, createdAt: isoTime(bet.settledAtMs) },
  }
}

const orNull = (amountPaise: number | null) => (amountPaise === null ? null : paise(amountPaise))

/** The settings, and the run if there is one. */
export function settingsView(setup: AutoSetup, run: RunNow | undefined, status: MinesAutoStatus): MinesAutoSettings {
  const { betPaise, minesCount, selectedTiles, tilesToReveal, stopAfterBets, upperPaise, lowerPaise } = setup
  return {
    ...{ isActive: status === 'running' || status === 'paused', status, stopReason: run?.stopReason ?? null },
    ...{ betAmount: paise(betPaise), minesCount, selectedTiles: [...selectedTiles], stopAfterBets },
    tilesToReveal: selectedTiles.length === 0 ? tilesToReveal : selectedTiles.length,
    ...{ stopOnProfit: orNull(upperPaise), stopOnLoss: orNull(lowerPaise) },
    ...{ betsPlayed: run?.betsPlayed ?? 0, wins: run?.wins ?? 0, losses: (run?.betsPlayed ?? 0) - (run?.wins ?? 0) },
    totalProfit: paise(run?.totalProfitPaise ?? 0),
    startingBalance: orNull(run?.startingBalancePaise ?? null),
    currentBalance: orNull(run?.balancePaise ?? null),
    startedAt: run === undefined ? null : isoTime(run.startedAtMs),
    stoppedAt: typeof run?.stoppedAtMs === 'number' ? isoTime(run.stoppedAtMs) : null,
  }
}
