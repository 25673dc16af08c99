import { limits, minesAutoTexts } from '@kismet/contracts'
import type { MinesAutoStatus, MinesAutoStopReason } from '@kismet/contracts'

/** What a player has set up. Amounts in paise; null is no limit. */
export interface AutoSetup {
  readonly betPaise: number
  readonly minesCount: number
  readonly selectedTiles: readonly number[]
  readonly tilesToReveal: number
  readonly stopAfterBets: number | null
  readonly upperPaise: number | null
  readonly lowerPaise: number | null
}

const paisePerRupee = 100

export const firstSetup: AutoSetup = {
  betPaise: limits.minesAuto.betRupeesDefault * paisePerRupee,
  minesCount: limits.minesAuto.minesCountDefault,
  selectedTiles: [],
  tilesToReveal: limits.minesAuto.tilesToRevealDefault,
  stopAfterBets: null,
  upperPaise: null,
  lowerPaise: null,
}

/** How far a run has come. */
export interface Progress {
  readonly betsPlayed: number
  readonly wins: number
  readonly totalProfitPaise: number
  readonly balancePaise: number
}

export function afterGame(
  before: Omit<Progress, 'balancePaise'>,
  game: { readonly stakePaise: number; readonly payoutPaise: number; readonly balancePaise: number },
): Progress {
  return {
    betsPlayed: before.betsPlayed + 1,
    wins: before.wins + (game.payoutPaise > 0 ? 1 : 0),
    totalProfitPaise: before.totalProfitPaise + game.payoutPaise - game.stakePaise,
    balancePaise: game.balancePaise,
  }
}

/** Why a run ends after a game; undefined while it goes on. */
export function stopAfter(setup: AutoSetup, { betsPlayed, balancePaise }: Progress): MinesAutoStopReason | undefined {
  if (betsPlayed === 0) return undefined
  if (setup.upperPaise !== null && balancePaise >= setup.upperPaise) return 'upper_boundary'
  if (setup.lowerPaise !== null && balancePaise <= setup.lowerPaise) return 'lower_boundary'
  return setup.stopAfterBets !== null && betsPlayed >= setup.stopAfterBets ? 'bets_done' : undefined
}

/** The refusal of a run that must not begin with that balance, in the order of the product spec, 5.11. */
export function startObstacle(
  { betPaise, upperPaise, lowerPaise }: AutoSetup,
  balancePaise: number,
): { readonly code: 'insufficient_balance' | 'invalid_boundary'; readonly text: string } | undefined {
  if (betPaise > balancePaise) return { code: 'insufficient_balance', text: minesAutoTexts.insufficientBalance }
  if (upperPaise !== null && upperPaise < balancePaise)
    return { code: 'invalid_boundary', text: minesAutoTexts.upperBoundary }
  if (lowerPaise === null || lowerPaise <= balancePaise) return undefined
  return { code: 'invalid_boundary', text: minesAutoTexts.lowerBoundary }
}

/** The shown status of a run. A run without a recent or allowed `continue` is paused. The next `continue` resumes it. */
export function shownStatus(
  run: { readonly status: 'running' | 'stopped' | 'error'; readonly continuedAtMs: number },
  nowMs: number,
  isClosed: boolean,
): MinesAutoStatus {
  if (run.status !== 'running') return run.status
  return isClosed || nowMs - run.continuedAtMs > limits.minesAuto.pausedAfterMs ? 'paused' : 'running'
}
