import { checkSession, limits } from '@kismet/contracts'
import type { MinesAutoStopReason } from '@kismet/contracts'
import { isSettled } from '@kismet/game-kit/bet'
import type { SettledBet } from '@kismet/game-kit/bet'
import { findBetween } from '@kismet/game-kit/db/bets'
import type { GameContext } from '@kismet/game-kit/game-context'
import { findNewestRun, saveRun } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { afterGame, stopAfter } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'

/** Who asks about a run. */
export interface Asker {
  readonly player: { readonly id: string; readonly sessionId: string }
  readonly meta: { readonly requestId: string }
}

/** More than can be uncounted: a run goes on only after what was played was counted. */
const maxUncounted = 100

/** A run as it was read, and as it is, with the games that nobody has counted yet and with its end, where it has come to one. */
export interface FoundRun {
  readonly read: AutoRun
  readonly now: AutoRun
}

export const runIdOf = ({ params }: SettledBet): string | undefined => minesAuto.params.safeParse(params).data?.run.id

/** The player's newest run, with its games that are not counted yet; undefined when none was started since the last reset. */
export async function readRun(ctx: GameContext, asker: Asker): Promise<FoundRun | undefined> {
  const { player } = asker
  const read = await findNewestRun(ctx.db, player.id)
  if (read === undefined) return undefined
  const bets = await uncountedBets(ctx, read)
  const counted = bets.filter((bet) => runIdOf(bet) === read.runId).reduce(countGame, read)
  if (counted.status !== 'running') return { read, now: counted }
  return {
    read,
    now: (await isLoginOver(ctx, counted, asker)) ? ended(counted, 'session_ended', ctx.clock.now()) : counted,
  }
}

/** Settled bets of Mines after those that the run has counted, in order and without a gap. */
async function uncountedBets(ctx: GameContext, { playerId, countedTo }: AutoRun): Promise<SettledBet[]> {
  const range = { after: countedTo, upTo: Number.MAX_SAFE_INTEGER, first: maxUncounted }
  const stored = await findBetween(ctx.db, { playerId, game: 'mines' }, range)
  const recent = ctx.recent.of(playerId, 'mines').filter(isSettled)
  const bets = ctx.recent.merged(stored, recent).filter(({ nonce }) => nonce > countedTo)
  return bets.reverse().filter(({ nonce }, index) => nonce === countedTo + 1 + index)
}

/** Whether a run goes on. Of one that has ended nothing else is read, however much was played since. */
export async function isRunning(ctx: GameContext, asker: Asker): Promise<boolean> {
  const newest = await findNewestRun(ctx.db, asker.player.id)
  return newest?.status === 'running' && (await readRun(ctx, asker))?.now.status === 'running'
}

/** A run with one game more. */
export function countGame(run: AutoRun, bet: SettledBet): AutoRun {
  const after = { ...run, ...afterGame(run, bet), countedTo: bet.nonce }
  const reason = run.status === 'running' ? stopAfter(run.setup, after) : undefined
  return reason === undefined ? after : ended(after, reason, bet.settledAtMs)
}

export const ended = (run: AutoRun, stopReason: MinesAutoStopReason, stoppedAtMs: number): AutoRun => ({
  ...run,
  status: 'stopped',
  stopReason,
  stoppedAtMs,
})

/** A login that is over ends what it has started; one that asks is alive. */
async function isLoginOver({ bus }: GameContext, { sessionId }: AutoRun, { player, meta }: Asker): Promise<boolean> {
  if (sessionId === player.sessionId) return false
  const { holder } = await bus.call(checkSession, { sessionId }, { requestId: meta.requestId })
  return holder === null
}

/** Writes what was found. @returns false when the run is another one by now */
export async function keep({ db }: GameContext, { read, now }: FoundRun): Promise<boolean> {
  return read === now || saveRun(db, read, now)
}

/** The newest games of a run, newest first. */
export async function gamesOf(
  ctx: GameContext,
  { runId, playerId, afterNonce, countedTo }: AutoRun,
): Promise<SettledBet[]> {
  const range = { after: afterNonce, upTo: countedTo, last: limits.minesAuto.gamesListed }
  const stored = await findBetween(ctx.db, { playerId, game: 'mines' }, range)
  const bets = ctx.recent.merged(stored, ctx.recent.of(playerId, 'mines').filter(isSettled))
  return bets.filter((bet) => runIdOf(bet) === runId && bet.nonce <= countedTo).slice(0, limits.minesAuto.gamesListed)
}
