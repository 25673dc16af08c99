import { checkSession, paise } from '@kismet/contracts'
import type { MinesAutoGame, MinesAutoSettings, MinesAutoStatus, MinesAutoStopReason } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isSettled } from '@kismet/game-kit/bet'
import type { SettledBet } from '@kismet/game-kit/bet'
import { findBets } from '@kismet/game-kit/db/bets'
import type { GameContext } from '@kismet/game-kit/game-context'
import { isoTime } from '@kismet/service-kit/clock'
import { endRun, findNewestRun, findSetup } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { afterGame, stopAfter } from '../domain/auto-run.ts'
import type { AutoSetup, Progress } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { BoardOutcome } from '../domain/board.ts'

/** Who asks about a run. */
export interface Asker {
  readonly player: { readonly id: string; readonly sessionId: string }
  readonly meta: { readonly requestId: string }
}

/** A run, with how far it has come. */
export type RunNow = AutoRun & Progress

/** What a game of Mines auto says of its run; undefined for a game by hand. */
const runOf = ({ params }: SettledBet) => minesAuto.params.safeParse(params).data?.run

/** The newest games of a run, newest first. */
export async function gamesOf(ctx: GameContext, run: AutoRun, limit: number): Promise<SettledBet[]> {
  // Read first: what is forgotten meanwhile is in the table.
  const recent = ctx.recent.of(run.playerId, minesAuto.name).filter(isSettled)
  const which = `params ? 'run' AND params -> 'run' ->> 'id' = $1 ORDER BY nonce DESC LIMIT $2`
  const stored = (await findBets(ctx, which, [run.runId, limit])).filter(isSettled)
  const bets = ctx.recent.merged(stored, recent)
  return bets.filter((bet) => runOf(bet)?.id === run.runId).slice(0, limit)
}

/** A run with the progress after a game of it. */
export function runAfter(run: AutoRun, game: SettledBet | undefined): RunNow {
  const before = game && runOf(game)
  if (game === undefined || before === undefined)
    return { ...run, betsPlayed: 0, wins: 0, totalProfitPaise: 0, balancePaise: run.startingBalancePaise }
  const { stakePaise, payoutPaise, ended } = game
  return { ...run, ...afterGame(before, { stakePaise, payoutPaise, balancePaise: ended.balancePaise }) }
}

/** The player's newest run. One that has come to its end is stopped. @returns undefined before the first run since the last reset */
export async function readRun(ctx: GameContext, asker: Asker): Promise<RunNow | undefined> {
  const run = await findNewestRun(ctx.db, asker.player.id)
  if (run === undefined) return undefined
  const [newest] = await gamesOf(ctx, run, 1)
  const now = runAfter(run, newest)
  if (run.status !== 'running') return now
  const reason = stopAfter(run.setup, now)
  if (reason !== undefined) return stop(ctx, now, reason, newest?.settledAtMs)
  return (await isLoginOver(ctx, run, asker)) ? stop(ctx, now, 'session_ended') : now
}

/** The settings as they are shown: of the run while it goes on, else those of the next one. */
export async function settingsOf(
  { db }: GameContext,
  { player }: Asker,
  run: RunNow | undefined,
  status: MinesAutoStatus = run?.status ?? 'stopped',
): Promise<MinesAutoSettings> {
  return settingsView(run?.status === 'running' ? run.setup : await findSetup(db, player.id), run, status)
}

/** Stops a run that goes on. @returns the run, as it is then */
export async function stop(
  { db, clock }: GameContext,
  run: RunNow,
  reason: MinesAutoStopReason,
  atMs = clock.now(),
): Promise<RunNow> {
  return { ...run, ...(await endRun(db, run.runId, 'stopped', reason, atMs)) }
}

/** A login that is over ends what it has started; one that asks is alive. */
async function isLoginOver({ bus }: GameContext, { sessionId }: AutoRun, { player, meta }: Asker): Promise<boolean> {
  if (sessionId === player.sessionId) return false
  const { holder } = await bus.call(checkSession, { sessionId }, { requestId: meta.requestId })
  return holder === null
}

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
  const { betsPlayed, wins } = run ?? { betsPlayed: 0, wins: 0 }
  return {
    ...{ isActive: status === 'running' || status === 'paused', status, stopReason: run?.stopReason ?? null },
    ...{ betAmount: paise(betPaise), minesCount, selectedTiles: [...selectedTiles], stopAfterBets },
    tilesToReveal: selectedTiles.length === 0 ? tilesToReveal : selectedTiles.length,
    ...{ stopOnProfit: orNull(upperPaise), stopOnLoss: orNull(lowerPaise) },
    ...{ betsPlayed, betsPlaced: betsPlayed, wins, losses: betsPlayed - wins },
    totalProfit: paise(run?.totalProfitPaise ?? 0),
    startingBalance: orNull(run?.startingBalancePaise ?? null),
    currentBalance: orNull(run?.balancePaise ?? null),
    startedAt: run === undefined ? null : isoTime(run.startedAtMs),
    stoppedAt: typeof run?.stoppedAtMs === 'number' ? isoTime(run.stoppedAtMs) : null,
  }
}
