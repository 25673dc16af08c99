import { paise } from '@kismet/contracts'
import type { MinesAutoGame, MinesAutoSettings, MinesAutoStatus } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import type { SettledPlay } from '@kismet/game-kit/plays'
import { isoTime } from '@kismet/service-kit/clock'
import type { AutoRun } from '../db/auto-runs.ts'
import type { AutoSetup } from '../domain/auto-run.ts'
import { BoardOutcome } from '../domain/board.ts'

/** The auto game record. */
export function autoGameView(play: SettledPlay): MinesAutoGame {
  const { minePositions, revealedTiles } = BoardOutcome.parse(play.outcome)
  return {
    ...{ gameId: play.betId, bet: paise(play.stakePaise), payout: paise(play.payoutPaise), nonce: play.nonce },
    result: play.payoutPaise > 0 ? 'win' : 'loss',
    multiplier: fromTenThousandths(play.multiplierUnits),
    ...{ tilesRevealed: revealedTiles.length, minePositions, createdAt: isoTime(play.settledAtMs) },
  }
}

const orNull = (amountPaise: number | null) => (amountPaise === null ? null : paise(amountPaise))

/** What is set up, and the run, where there is one. */
export function settingsView(setup: AutoSetup, run: AutoRun | undefined, status: MinesAutoStatus): MinesAutoSettings {
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
