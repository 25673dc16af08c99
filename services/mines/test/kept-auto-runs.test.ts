import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { stopMinesAuto } from '@kismet/contracts'
import { held } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { systemClock } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { startRun } from '../src/auto/start-run.ts'
import { endRun, findNewestRun, insertRun, resetRuns } from '../src/db/auto-runs.ts'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

describe('the table of runs', () => {
  it('has the run of a game that is still on its way when another replica starts the next run', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const key = newKey()
    const playing = world.continueAuto(player, {}, { key })
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const run = await findNewestRun(context.db, player.id)
    if (run === undefined) throw new Error('There is no run')
    await endRun(context.db, run.runId, 'stopped', 'stopped_by_player', systemClock.now())
    await startRun(context, { player, meta: { requestId: 'test' } }, run.setup)
    gate.open()
    const { answer } = await playing
    expect(answer).toMatchObject({ game: { nonce: 1 }, settings: { betsPlayed: 1 } })
    expect(await world.continueAuto(player, {}, { key })).toEqual({ answer, replayed: true })
    expect(await world.autoStatus(player)).toMatchObject({ status: 'running', betsPlayed: 0, gamesPlayed: [] })
    await world.expectConsistent(player)
  })

  it('starts, and is reset, at the same cost however many were before it', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.continueAuto(player)
    await world.ask(stopMinesAuto, player, {})
    await world.owner.query(
      `INSERT INTO auto_run OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(run, jsonb_build_object('run_id', gen_random_uuid(), 'run_no', run.run_no - at))).*
       FROM auto_run AS run, generate_series(1, 3000) AS at WHERE player_id = $1`,
      [player.id],
    )
    await world.owner.query('ANALYZE auto_run')
    const run = await findNewestRun(context.db, player.id)
    if (run === undefined) throw new Error('There is no run')
    const next = { ...run, runId: randomUUID(), startedAtMs: systemClock.now() }
    const read = await inTransaction(context.db, async (transaction) => {
      const rowsRead = async () => {
        const sql = `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = 'auto_run'`
        return (await transaction.query<{ rows: number }>(sql)).rows[0]?.rows ?? 0
      }
      const before = await rowsRead()
      expect(await insertRun(transaction, next)).toMatchObject({ runId: next.runId, status: 'running' })
      await endRun(transaction, next.runId, 'stopped', 'stopped_by_player', systemClock.now())
      await resetRuns(transaction, player.id)
      return (await rowsRead()) - before
    })
    expect(read).toBeLessThan(10)
    expect(await findNewestRun(context.db, player.id)).toBeUndefined()
  })
})
