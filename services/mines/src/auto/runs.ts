import { checkSession, limits } from '@kismet/contracts'
import type { MinesAutoStopReason } from '@kismet/contracts'
import { findPlaysFrom } from '@kismet/game-kit/db/ended-plays'
import { recorded } from '@kismet/game-kit/ended'
import type { House } from '@kismet/game-kit/house'
import type { SettledPlay } from '@kismet/game-kit/plays'
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

export const runIdOf = ({ params }: SettledPlay): string | undefined => minesAuto.params.safeParse(params).data?.run.id

/** The player's newest run; undefined when none was started since the last reset. Nothing is written. */
export async function readRun(house: House, asker: Asker): Promise<FoundRun | undefined> {
  const { player } = asker
  await recorded(house, player.id)
  const read = await findNewestRun(house.db, player.id)
  if (read === undefined) return undefined
  const plays = await findPlaysFrom(house.db, player.id, 'mines', read.countedTo, maxUncounted)
  const counted = plays.filter((play) => runIdOf(play) === read.runId).reduce(countGame, read)
  if (counted.status !== 'running') return { read, now: counted }
  return {
    read,
    now: (await isLoginOver(house, counted, asker)) ? ended(counted, 'session_ended', house.clock.now()) : counted,
  }
}

/** Whether a run goes on. Of one that has ended nothing else is read, however much was played since. */
export async function isRunning(house: House, asker: Asker): Promise<boolean> {
  const newest = await findNewestRun(house.db, asker.player.id)
  return newest?.status === 'running' && (await readRun(house, asker))?.now.status === 'running'
}

/** A run with one game more. */
export function countGame(run: AutoRun, play: SettledPlay): AutoRun {
  const after = { ...run, ...afterGame(run, play), countedTo: play.nonce }
  const reason = run.status === 'running' ? stopAfter(run.setup, after) : undefined
  return reason === undefined ? after : ended(after, reason, play.settledAtMs)
}

export const ended = (run: AutoRun, stopReason: MinesAutoStopReason, stoppedAtMs: number): AutoRun => ({
  ...run,
  status: 'stopped',
  stopReason,
  stoppedAtMs,
})

/** A login that is over ends what it has started; one that asks is alive. */
async function isLoginOver({ bus }: House, { sessionId }: AutoRun, { player, meta }: Asker): Promise<boolean> {
  if (sessionId === player.sessionId) return false
  const { holder } = await bus.call(checkSession, { sessionId }, { requestId: meta.requestId })
  return holder === null
}

/** Writes what was found. @returns false when the run is another one by now */
export async function keep({ db }: House, { read, now }: FoundRun): Promise<boolean> {
  return read === now || saveRun(db, read, now)
}

/** The newest games of a run, newest first. */
export async function gamesOf(house: House, run: AutoRun): Promise<SettledPlay[]> {
  const newest = await findPlaysFrom(house.db, run.playerId, 'mines', run.afterNonce, limits.minesAuto.gamesListed, {
    upTo: run.countedTo,
    newestFirst: true,
  })
  return newest.filter((play) => runIdOf(play) === run.runId)
}
