import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  getMinesAutoSettings,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

const settings = { betAmount: 100, minesCount: 3, selectedTiles: [0, 12], tilesToReveal: 2 }

describe('setting Mines auto up', () => {
  it('begins with the defaults, keeps what is set, and shows no run', async () => {
    await world.start()
    const player = world.player()
    const first = (await world.ask(getMinesAutoSettings, player, {})).answer.settings
    expect(first).toMatchObject({
      ...{ isActive: false, status: 'stopped', betAmount: 100, minesCount: 3, tilesToReveal: 3, selectedTiles: [] },
      ...{
        stopAfterBets: null,
        stopOnProfit: null,
        stopOnLoss: null,
        stopReason: null,
        startedAt: null,
        betsPlayed: 0,
      },
    })
    const set = { ...settings, stopAfterBets: 9, stopOnProfit: 2_000_000, stopOnLoss: 10 }
    const { answer } = await world.ask(setMinesAutoSettings, player, set)
    expect(answer).toMatchObject({ message: 'Settings updated', settings: set })
    expect(await world.autoStatus(player)).toMatchObject({ ...set, gamesPlayed: [], startedAt: null })
  })
})

describe('starting Mines auto', () => {
  it.each([
    {
      what: 'more than there is',
      set: {},
      balance: 9_999,
      code: 'insufficient_balance',
      message: 'Insufficient balance for this bet',
    },
    {
      what: 'an upper boundary below the balance',
      set: { stopOnProfit: 99 },
      balance: 10_000,
      code: 'invalid_boundary',
      message: 'Invalid Upper Balance Boundary',
    },
    {
      what: 'a lower boundary above the balance',
      set: { stopOnLoss: 101 },
      balance: 10_000,
      code: 'invalid_boundary',
      message: 'Invalid Lower Balance Boundary',
    },
    {
      what: 'a bet that could win too much',
      set: { betAmount: 100_000, minesCount: 20, selectedTiles: [1, 2, 3, 4, 5] },
      balance: 1e9,
      code: 'max_win_exceeded',
      message: 'This bet could win more than the maximum of ₹10,00,000. Please lower the bet.',
    },
  ])('with $what is $code', async ({ set, balance, code, message }) => {
    await world.start()
    const player = world.player()
    world.wallet.setBalance(player.id, balance)
    await expect(world.beginAuto(player, set)).rejects.toMatchObject({ code, message })
    expect(await world.autoStatus(player)).toMatchObject({ status: 'stopped', startedAt: null })
  })

  it('plays nothing yet, locks what is set up, and is one at a time, and none beside a game by hand', async () => {
    await world.start()
    const player = world.player()
    const begun = await world.beginAuto(player, { stopAfterBets: 5 })
    expect(begun).toMatchObject({
      isActive: true,
      status: 'running',
      betsPlayed: 0,
      startingBalance: 1_000_000,
      stopAfterBets: 5,
    })
    const running = { code: 'auto_running', message: 'Auto mode is already running. Please stop it first.' }
    await expect(world.ask(startMinesAuto, player, settings)).rejects.toMatchObject(running)
    await expect(world.ask(setMinesAutoSettings, player, settings)).rejects.toMatchObject(running)
    await expect(world.begin(player)).rejects.toMatchObject(running)
    await world.ask(resetMinesAuto, player, {})
    await world.begin(player)
    await expect(world.ask(startMinesAuto, player, settings)).rejects.toMatchObject({ code: 'game_active' })
  })
})

describe('continuing Mines auto', () => {
  it('plays one game with the commitments of Mines, and the run has the sum of them', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const before = await world.commitment(player)
    const clientSeed = await world.seedFor(player, 'win')
    const won = (await world.continueAuto(player, { clientSeed, serverSeedHash: before.serverSeedHash })).answer
    expect(won).toMatchObject({
      ...{ stopped: false, reason: null, balance: 1_000_023, retryAfterMs: 1_500, bonusReleased: false },
      game: { result: 'win', payout: 123, multiplier: 1.23, tilesRevealed: 2, bet: 100, nonce: 1 },
      settings: { betsPlayed: 1, wins: 1, losses: 0, totalProfit: 23, currentBalance: 1_000_023 },
      ...{ clientSeed, nonce: 1, serverSeedHash: before.serverSeedHash, next: { nonce: 2 } },
    })
    const lost = (await world.continueAuto(player, { clientSeed: await world.seedFor(player, 'loss') })).answer
    expect(lost).toMatchObject({
      game: { result: 'loss', payout: 0, multiplier: 0, nonce: 2 },
      settings: { totalProfit: -77 },
    })
    expect(await world.autoStatus(player)).toMatchObject({
      ...{ status: 'running', betsPlayed: 2, wins: 1, losses: 1, totalProfit: -77, currentBalance: 999_923 },
      gamesPlayed: [lost.game, won.game],
    })
    const { proof } = await world.proof(player, won.game?.gameId ?? '')
    expect(proof.params).toEqual({ minesCount: 3 })
    expect(verifyProof({ proof }).valid).toBe(true)
    expect(await world.plays(player)).toMatchObject([
      { mode: 'auto', result: 'loss' },
      { mode: 'auto', result: 'win' },
    ])
    await world.expectConsistent(player)
  })

  it.each([
    { reason: 'upper_boundary', result: 'win' as const, set: { stopOnProfit: 1_000_020 } },
    { reason: 'lower_boundary', result: 'loss' as const, set: { stopOnLoss: 999_950 } },
    { reason: 'bets_done', result: 'win' as const, set: { stopAfterBets: 1 } },
  ])('ends with $reason, and is answered the same afterwards', async ({ reason, result, set }) => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player, set)
    const key = newKey()
    const clientSeed = await world.seedFor(player, result)
    const { answer } = await world.continueAuto(player, { clientSeed }, { key })
    expect(answer).toMatchObject({
      stopped: true,
      reason,
      retryAfterMs: 0,
      settings: { status: 'stopped', isActive: false, stopReason: reason },
    })
    const after = await world.continueAuto(player)
    expect(after.answer).toMatchObject({ stopped: true, reason, game: null, settings: { betsPlayed: 1 } })
    await world.begin(player)
    expect(await world.continueAuto(player, { clientSeed }, { key })).toEqual({ answer, replayed: true })
  })

  it.each([
    { refusal: 'insufficient_balance' as const, reason: 'insufficient_balance' },
    { refusal: 'limit_reached' as const, reason: 'limit_reached' },
    { refusal: 'self_excluded' as const, reason: 'limit_reached' },
    { refusal: 'time_out' as const, reason: 'limit_reached' },
    { refusal: 'max_win_exceeded' as const, reason: 'max_win_exceeded' },
  ])('ends with $reason where the wallet says $refusal, and plays nothing', async ({ refusal, reason }) => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    world.wallet.behave(refuse(refusal))
    expect((await world.continueAuto(player)).answer).toMatchObject({ stopped: true, reason, game: null })
    expect(await world.autoStatus(player)).toMatchObject({ status: 'stopped', stopReason: reason, betsPlayed: 0 })
    expect((await world.commitment(player)).nonce).toBe(1)
  })

  it('plays at most every 1.5 s, also with two tabs and two replicas', async () => {
    await Promise.all([world.start(), world.start()])
    const player = world.player()
    await world.beginAuto(player)
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.continueAuto(player, {}, { atOnce: true })))
    const played = answers.filter(({ answer }) => answer.game !== null)
    expect(played).toHaveLength(1)
    for (const { answer } of answers.filter((one) => !played.includes(one))) {
      expect(answer).toMatchObject({ stopped: false, game: null })
      expect(answer.retryAfterMs).toBeGreaterThan(0)
      expect(answer.retryAfterMs).toBeLessThanOrEqual(1_500)
    }
    await world.expectConsistent(player)
  })

  it.each([
    { what: 'as long as they last', aheadMs: 0 },
    { what: 'and no longer where the clock was put back since', aheadMs: 3_600_000 },
  ])('keeps its 1.5 s for who stops and starts anew, $what', async ({ aheadMs }) => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    await world.continueAuto(player)
    const ahead = `UPDATE auto_run SET next_game_at = next_game_at + $2 * interval '1 ms' WHERE player_id = $1`
    await world.owner.query(ahead, [player.id, aheadMs])
    await world.ask(stopMinesAuto, player, {})
    await world.ask(startMinesAuto, player, settings)
    const { rows } = await world.owner.query<{ waits: boolean; isBounded: boolean }>(
      `SELECT next_game_at >= least(before, started_at + interval '1.5 s') AS waits, next_game_at <= started_at + interval '1.5 s' AS "isBounded"
       FROM (SELECT *, lag(next_game_at) OVER (ORDER BY started_at) AS before FROM auto_run WHERE player_id = $1) AS run WHERE before IS NOT NULL`,
      [player.id],
    )
    expect(rows).toEqual([{ waits: true, isBounded: true }])
  })

  it('plays once under one key, however often it is sent at the same time', async () => {
    await Promise.all([world.start(), world.start()])
    const player = world.player()
    await world.beginAuto(player)
    const key = newKey()
    const all = await Promise.all([1, 2, 3].map(() => world.continueAuto(player, {}, { key, atOnce: true })))
    const first = all.find(({ replayed, answer }) => !replayed && answer.game !== null)
    for (const { answer } of all) if (answer.game !== null) expect(answer).toEqual(first?.answer)
    expect((await world.continueAuto(player, {}, { key })).answer).toEqual(first?.answer)
    await world.caughtUp()
    expect((await world.autoStatus(player)).betsPlayed).toBe(1)
    await expect(world.continueAuto(player, { clientSeed: 'other' }, { key })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    await world.expectConsistent(player)
  })

  it('goes on with a commitment that was used meanwhile once the new one is named', async () => {
    await world.start()
    const player = world.player()
    await world.beginAuto(player)
    const stale = { serverSeedHash: 'ab'.repeat(32) }
    await expect(world.continueAuto(player, stale)).rejects.toMatchObject({ code: 'commitment_changed' })
    const { serverSeedHash } = await world.commitment(player)
    expect((await world.continueAuto(player, { serverSeedHash })).answer.game).not.toBeNull()
  })
})
