import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { resetMinesAuto, stopMinesAuto } from '@kismet/contracts'
import { held, refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { systemClock } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { GameContext } from '@kismet/game-kit/game-context'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { ended } from '../src/auto/runs.ts'
import { startRun } from '../src/auto/start-run.ts'
import { admitGame, findNewestRun, insertRun, resetRuns, returnAdmission, saveRun } from '../src/db/auto-runs.ts'
import type { AutoRun } from '../src/db/auto-runs.ts'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

/** Stops the player's run and begins the next one, as another replica does: whatever is on its way here is not waited for. */
async function stopAndStart(ctx: GameContext, player: TestPlayer): Promise<void> {
  const run = await findNewestRun(ctx.db, player.id)
  if (run === undefined) throw new Error('There is no run')
  expect(await saveRun(ctx.db, run, ended(run, 'stopped_by_player', systemClock.now()))).toBe(true)
  await startRun(ctx, { player, meta: { requestId: 'test' } }, run.setup)
}

describe('the table of runs', () => {
  it('in which no game has begun is shown until the next one starts, and is gone then', async () => {
    await world.start()
    const player = world.player()
    const runs = async () => {
      const sql = 'SELECT bets_played AS "betsPlayed" FROM auto_run WHERE player_id = $1 ORDER BY started_at'
      return (await world.owner.query<{ betsPlayed: number }>(sql, [player.id])).rows.map((run) => run.betsPlayed)
    }
    for (const operation of [stopMinesAuto, stopMinesAuto, resetMinesAuto, stopMinesAuto]) {
      await world.beginAuto(player)
      await world.ask(operation, player, {})
      expect(await runs()).toEqual([0])
    }
    const told = { status: 'stopped', stopReason: 'stopped_by_player', betsPlayed: 0, startedAt: expect.any(String) }
    expect(await world.autoStatus(player)).toMatchObject(told)
    await world.beginAuto(player)
    const key = newKey()
    const { answer } = await world.continueAuto(player, {}, { key })
    await world.ask(stopMinesAuto, player, {})
    await world.passPace(player)
    await world.beginAuto(player)
    expect(await runs()).toEqual([1, 0])
    world.wallet.behave(refuse('limit_reached'))
    await world.continueAuto(player)
    expect(await world.autoStatus(player)).toMatchObject({ stopReason: 'limit_reached', betsPlayed: 0 })
    await world.beginAuto(player)
    expect(await runs()).toEqual([1, 0])
    expect(await world.continueAuto(player, {}, { key })).toEqual({ answer, replayed: true })
    await world.expectConsistent(player)
  })

  it('keeps one whose game is still on its way when the next one starts, so that the game is answered', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const key = newKey()
    const playing = world.continueAuto(player, {}, { key })
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    await world.passPace(player)
    await stopAndStart(context, player)
    gate.open()
    const { answer } = await playing
    expect(answer).toMatchObject({ game: { nonce: 1 }, settings: { betsPlayed: 1 } })
    expect(await world.continueAuto(player, {}, { key })).toEqual({ answer, replayed: true })
    await world.expectConsistent(player)
  })

  it('keeps one of whose games nobody knows that it has not begun, whatever became of those after it', async () => {
    const { context } = await world.start()
    const { db } = context
    const player = world.player()
    await world.beginAuto(player)
    const runId = (await findNewestRun(db, player.id))?.runId ?? ''
    const inTheDark = await admitGame(db, runId, systemClock.now(), 0)
    const refused = await admitGame(db, runId, systemClock.now() + 1, 0)
    expect([inTheDark.isAdmitted, refused.isAdmitted]).toEqual([true, true])
    await returnAdmission(db, runId, refused.nextGameAtMs, systemClock.now())
    await world.passPace(player)
    const isKept = async () =>
      (await world.owner.query('SELECT FROM auto_run WHERE run_id = $1', [runId])).rowCount === 1
    await stopAndStart(context, player)
    expect(await isKept()).toBe(true)
  })

  it('has nothing of runs that start and stop while the pace of a game before them goes on', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.continueAuto(player)
    for (let started = 0; started < 3; started += 1) await stopAndStart(context, player)
    const sql = 'SELECT bets_played AS "betsPlayed" FROM auto_run WHERE player_id = $1 ORDER BY started_at'
    expect((await world.owner.query(sql, [player.id])).rows).toEqual([{ betsPlayed: 1 }, { betsPlayed: 0 }])
  })

  it('starts, and is reset, at the same cost however many were before it', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.continueAuto(player)
    await world.ask(stopMinesAuto, player, {})
    await world.owner.query(
      `INSERT INTO auto_run SELECT (jsonb_populate_record(run, jsonb_build_object('run_id', gen_random_uuid(), 'started_at', run.started_at - at * interval '1 s'))).*
       FROM auto_run AS run, generate_series(1, 3000) AS at WHERE player_id = $1`,
      [player.id],
    )
    await world.owner.query('ANALYZE auto_run')
    const run = await findNewestRun(context.db, player.id)
    if (run === undefined) throw new Error('There is no run')
    const next: AutoRun = { ...run, runId: randomUUID(), status: 'running', startedAtMs: systemClock.now() }
    const read = await inTransaction(context.db, async (transaction) => {
      const rowsRead = async () => {
        const sql = `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = 'auto_run'`
        return (await transaction.query<{ rows: number }>(sql)).rows[0]?.rows ?? 0
      }
      const before = await rowsRead()
      expect(await insertRun(transaction, next, 1_500)).toBe(true)
      const stop = `UPDATE auto_run SET status = 'stopped', stop_reason = 'stopped_by_player', stopped_at = now() WHERE run_id = $1`
      await transaction.query(stop, [next.runId])
      await resetRuns(transaction, player.id)
      return (await rowsRead()) - before
    })
    expect(read).toBeLessThan(10)
    expect(await findNewestRun(context.db, player.id)).toBeUndefined()
  })

  it('that another replica has begun while one resets goes on, and no run is both', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.ask(stopMinesAuto, player, {})
    await world.beginAuto(player)
    await resetRuns(context.db, player.id)
    const ofPlayer = 'FROM auto_run WHERE player_id = $1 ORDER BY started_at'
    const { rows } = await world.owner.query(`SELECT status, is_reset ${ofPlayer}`, [player.id])
    expect(rows).toEqual([{ status: 'running', is_reset: false }])
    expect((await world.continueAuto(player)).answer).toMatchObject({ stopped: false, settings: { betsPlayed: 1 } })
    const both = 'UPDATE auto_run SET is_reset = true WHERE player_id = $1'
    await expect(world.owner.query(both, [player.id])).rejects.toThrow('auto_run_reset_is_over')
    await world.ask(resetMinesAuto, player, {})
    expect(await world.beginAuto(player)).toMatchObject({ status: 'running', betsPlayed: 0 })
  })
})
