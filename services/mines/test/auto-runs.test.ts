import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { continueMinesAuto, resetMinesAuto, startMinesAuto, stopMinesAuto } from '@kismet/contracts'
import { bookAndFail, fail, held, refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { endRun, findNewestRun, purgeRuns, resetRuns } from '../src/db/auto-runs.ts'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

const settings = { betAmount: 100, minesCount: 3, selectedTiles: [0, 12], tilesToReveal: 2 }

describe('a run', () => {
  it.each([
    { what: 'before it has booked', behaviour: fail, booked: 0 },
    { what: 'after it has booked', behaviour: bookAndFail, booked: 1 },
  ])(
    'goes on when the answer of the wallet is lost $what, and counts what is booked',
    async ({ behaviour, booked }) => {
      await world.start()
      const player = world.player()
      await world.beginAuto(player)
      world.wallet.behave(behaviour)
      const key = newKey()
      await expect(world.continueAuto(player, {}, { key })).rejects.toMatchObject({ code: 'unavailable' })
      expect(await world.autoStatus(player)).toMatchObject({ status: 'running', isActive: true })
      const { answer } = await world.continueAuto(player)
      expect(answer).toMatchObject({
        stopped: false,
        game: { nonce: booked + 1 },
        settings: { betsPlayed: booked + 1 },
      })
      const again = await world.continueAuto(player, {}, { key })
      expect(again).toMatchObject({ replayed: booked === 1, answer: { game: { nonce: booked === 1 ? 1 : 2 } } })
      expect(await world.autoStatus(player)).toMatchObject({ betsPlayed: 2 })
      await world.expectConsistent(player)
    },
  )

  it.each([
    { what: 'ends with its reason', isStopped: false, then: { stopped: true, reason: 'limit_reached' } },
    { what: 'stays stopped', isStopped: true, then: { stopped: true, reason: 'stopped_by_player' } },
  ])('whose game was lost, and then refused to the retry, $what', async ({ isStopped, then }) => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    world.wallet.behave(fail)
    const key = newKey()
    await expect(world.continueAuto(player, {}, { key })).rejects.toMatchObject({ code: 'unavailable' })
    if (isStopped) await world.ask(stopMinesAuto, player, {})
    else world.wallet.behave(refuse('limit_reached'))
    const { answer } = await world.continueAuto(player, {}, { key })
    expect(answer).toMatchObject({ ...then, game: null })
    expect(await world.autoStatus(player)).toMatchObject({ isActive: false, stopReason: then.reason })
    expect(await world.gamesOf(player)).toEqual([])
    await world.expectConsistent(player)
  })

  it('in which something fails that nobody expects is in error', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.owner.query(`UPDATE auto_run SET setup = jsonb_set(setup, '{minesCount}', '99') WHERE player_id = $1`, [
      player.id,
    ])
    await expect(world.continueAuto(player)).rejects.toMatchObject({ code: 'internal' })
    expect(await world.autoStatus(player)).toMatchObject({ status: 'error', isActive: false, betsPlayed: 0 })
    await world.beginAuto(player)
    expect((await world.continueAuto(player)).answer).toMatchObject({ stopped: false, settings: { betsPlayed: 1 } })
  })

  it('goes on, and is the newest, though the clock was put back', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.ask(stopMinesAuto, player, {})
    await world.owner.query(`UPDATE auto_run SET started_at = started_at + interval '1 h' WHERE player_id = $1`, [
      player.id,
    ])
    await world.beginAuto(player)
    await world.owner.query(
      `UPDATE auto_run SET next_game_at = next_game_at + interval '1 h' WHERE player_id = $1 AND status = 'running'`,
      [player.id],
    )
    expect((await world.continueAuto(player, {}, { atOnce: true })).answer).toMatchObject({
      settings: { status: 'running', betsPlayed: 1 },
    })
  })

  it('that was stopped keeps its end, and a start meanwhile is another run', async () => {
    const { context } = await world.start()
    const player = world.player()
    const { startedAt } = await world.beginAuto(player)
    const run = await findNewestRun(context.db, player.id)
    await world.ask(stopMinesAuto, player, {})
    const stopped = await findNewestRun(context.db, player.id)
    expect(await endRun(context.db, run?.runId ?? '', 'error', null, systemClock.now())).toEqual(stopped)
    const next = await world.beginAuto(player)
    await resetRuns(context.db, player.id)
    expect(await world.autoStatus(player)).toMatchObject({ status: 'running', startedAt: next.startedAt })
    expect(next.startedAt).not.toBe(startedAt)
  })

  it('is forgotten long after its end, and a key of one of its games plays no other', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const key = newKey()
    await world.continueAuto(player, {}, { key })
    const laterMs = systemClock.now() + 1_000
    const isKept = async (beforeMs: number) => {
      await purgeRuns(context.db, beforeMs, 1_000)
      return (await findNewestRun(context.db, player.id)) !== undefined
    }
    expect(await isKept(laterMs)).toBe(true)
    await world.ask(stopMinesAuto, player, {})
    expect(await isKept(laterMs - 3_600_000)).toBe(true)
    expect(await isKept(laterMs)).toBe(false)
    await expect(world.continueAuto(player, {}, { key })).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(await world.autoStatus(player)).toMatchObject({ status: 'stopped', betsPlayed: 0, startedAt: null })
    await world.expectConsistent(player)
  })

  it('is paused during maintenance and goes on after it', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.setMaintenance(true)
    try {
      await expect(world.continueAuto(player)).rejects.toMatchObject({ code: 'maintenance' })
      expect(await world.autoStatus(player)).toMatchObject({ status: 'paused', isActive: true })
      await expect(world.ask(startMinesAuto, world.player(), settings)).rejects.toMatchObject({ code: 'maintenance' })
    } finally {
      await world.setMaintenance(false)
    }
    expect((await world.continueAuto(player)).answer).toMatchObject({
      stopped: false,
      settings: { status: 'running', betsPlayed: 1 },
    })
  })

  it('that nobody has continued for a minute is paused, and goes on when somebody does', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.owner.query(`UPDATE auto_run SET continued_at = continued_at - interval '61 s' WHERE player_id = $1`, [
      player.id,
    ])
    expect(await world.autoStatus(player)).toMatchObject({ status: 'paused' })
    await world.continueAuto(player)
    expect(await world.autoStatus(player)).toMatchObject({ status: 'running', betsPlayed: 1 })
  })

  it('is stopped by its player, also while a game is on its way, and says so again', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const playing = world.continueAuto(player, { clientSeed: await world.seedFor(player, 'win') })
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const stopping = world.ask(stopMinesAuto, player, {})
    gate.open()
    expect((await playing).answer.game).not.toBeNull()
    const stopped = { status: 'stopped', stopReason: 'stopped_by_player' }
    // This answer may come before the game has ended.
    expect((await stopping).answer).toMatchObject({ message: 'Auto Mode Stopped', settings: stopped })
    const { answer } = await world.ask(stopMinesAuto, player, {})
    expect(answer).toMatchObject({
      message: 'Auto Mode Stopped',
      settings: { ...stopped, betsPlayed: 1, totalProfit: 23 },
    })
    expect((await world.ask(stopMinesAuto, player, {})).answer).toEqual(answer)
    expect((await world.continueAuto(player)).answer).toMatchObject({ stopped: true, reason: 'stopped_by_player' })
  })

  it('is stopped although another replica counts a game meanwhile', async () => {
    await Promise.all([world.start(), world.start()])
    const player = world.player()
    await world.beginAuto(player)
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const playing = world.continueAuto(player)
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const stopping = Promise.all([1, 2, 3, 4].map(() => world.ask(stopMinesAuto, player, {})))
    gate.open()
    await playing
    for (const { answer } of await stopping) expect(answer.settings.status).toBe('stopped')
    await world.caughtUp()
    expect(await world.autoStatus(player)).toMatchObject({ status: 'stopped', betsPlayed: 1 })
    expect((await world.continueAuto(player)).answer).toMatchObject({ stopped: true, game: null })
  })

  it('that ends while its next game waits for admission plays no other', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.passPace(player)
    const stopping = await world.owner.connect()
    await stopping.query('BEGIN')
    await stopping.query(
      `UPDATE auto_run SET status = 'stopped', stop_reason = 'stopped_by_player', stopped_at = now() WHERE player_id = $1`,
      [player.id],
    )
    const playing = world.continueAuto(player, {}, { atOnce: true })
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%auto_run%'`
    await eventually('the admission waits', async () => (await world.owner.query(waits)).rowCount === 1)
    await stopping.query('COMMIT')
    stopping.release()
    expect((await playing).answer).toMatchObject({ stopped: true, reason: 'stopped_by_player', game: null })
    expect(world.wallet.placed(player.id)).toEqual([])
    await world.expectConsistent(player)
  })

  it('is gone after a reset, and what was set up stays', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player, { stopAfterBets: 4 })
    await world.continueAuto(player)
    expect((await world.ask(resetMinesAuto, player, {})).answer).toMatchObject({
      message: 'Auto Mode Reset',
      settings: {
        status: 'stopped',
        startedAt: null,
        betsPlayed: 0,
        stopReason: null,
        stopAfterBets: 4,
        selectedTiles: [0, 12],
      },
    })
    expect(await world.autoStatus(player)).toMatchObject({ gamesPlayed: [], totalProfit: 0 })
    expect(await world.ask(continueMinesAuto, player, {}, newKey())).toMatchObject({
      answer: { stopped: true, reason: null },
    })
  })

  it('ends with the login that has started it, and not with another one', async () => {
    await world.start()
    const player = world.player()
    const sessionId = world.player().sessionId
    const { id, email } = player
    const elsewhere = {
      ...player,
      sessionId,
      token: world.tokens.sign({ sub: id, sid: sessionId, aud: 'player', email }),
    }
    await world.beginAuto(player)
    expect((await world.continueAuto(elsewhere)).answer).toMatchObject({ stopped: false, settings: { betsPlayed: 1 } })
    world.endedSessions.add(player.sessionId)
    expect((await world.continueAuto(elsewhere)).answer).toMatchObject({
      stopped: true,
      reason: 'session_ended',
      game: null,
    })
    expect(await world.autoStatus(elsewhere)).toMatchObject({ status: 'stopped', stopReason: 'session_ended' })
  })

  it('goes on after a restart of the service, where it was', async () => {
    const replica = await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.continueAuto(player)
    await world.stop(replica)
    await world.start()
    expect((await world.continueAuto(player)).answer).toMatchObject({ settings: { betsPlayed: 2 }, game: { nonce: 2 } })
    await world.expectConsistent(player)
  })
})
