import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getCharts, getPlayerDayStatement, getTodayProfitLoss } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { TestClock } from '@kismet/test-env/test-clock'
import { keepOnline } from '../src/online.ts'
import { AnalyticsWorld } from './world.ts'

let world: AnalyticsWorld
/** 17:42 in India. */
const now = Date.parse('2026-11-21T12:12:05.000Z')
const hourMs = 3_600_000

beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
  Object.assign(world.running.context, { clock: new TestClock(now) })
})
afterAll(() => world.close())

const auditor = () => world.tokens.admin('auditor')
const summaryOf = (input: WireInput<typeof getTodayProfitLoss> = {}) => world.ask(getTodayProfitLoss, auditor(), input)

describe('what admins watch', () => {
  const [asha, vikram, meera] = ['asha', 'vikram', 'meera'].map((name) => ({ id: '', name })) as [
    { id: string; name: string },
    { id: string; name: string },
    { id: string; name: string },
  ]

  beforeAll(async () => {
    const { script } = world
    for (const player of [asha, vikram, meera]) {
      player.id = world.tokens.player().id
      world.emails.set(player.id, `${player.name}@example.in`)
    }
    // Yesterday, which ended at 18:30 UTC, and today.
    script.atMs = now - 24 * hourMs
    for (const { id } of [asha, vikram, meera]) script.move(id, 'deposit', 100_000)
    script.play(meera.id, 'Dice', 40_000, 0)
    script.play(asha.id, 'Dice', 5_000, 0)
    script.atMs = now - 2 * hourMs
    script.play(asha.id, 'Dice', 10_000, 19_800)
    script.play(asha.id, 'Slots', 10_000, 0)
    script.move(asha.id, 'deposit', 50_000)
    script.atMs = now - 60_000
    script.play(vikram.id, 'Mines', 30_000, 30_000)
    script.payOut(vikram.id, script.hold(vikram.id, 20_000), 20_000)
    script.hold(vikram.id, 5_000)
    script.release(vikram.id, script.hold(vikram.id, 3_000), 3_000)
    world.online = 12
    await world.settle()
  })

  it('is what each player has bet and won today, with the sum of all', async () => {
    const { summary, players, total, since, nextCursor } = await summaryOf()
    expect(summary).toEqual([
      {
        _id: vikram.id,
        userId: vikram.id,
        username: null,
        email: 'vikram@example.in',
        totalBets: 300,
        totalWins: 300,
        netResult: 0,
        status: 'even',
        gamesPlayed: 1,
      },
      expect.objectContaining({ userId: asha.id, totalBets: 200, totalWins: 198, netResult: -2, status: 'loss' }),
    ])
    expect({ players, since, nextCursor }).toEqual({ players: 2, since: '2026-11-20T18:30:00.000Z', nextCursor: null })
    expect(total).toEqual({ totalBets: 500, totalWins: 498, netResult: -2, gamesPlayed: 3 })
  })

  it('is sorted, paged and looked through', async () => {
    const names = async (input: WireInput<typeof getTodayProfitLoss>) =>
      (await summaryOf(input)).summary.map(({ email }) => email?.split('@')[0])
    expect(await names({ sort: 'gamesPlayed' })).toEqual(['asha', 'vikram'])
    expect(await names({ sort: 'totalBets', order: 'asc' })).toEqual(['asha', 'vikram'])
    expect(await names({ search: 'VIKRAM@' })).toEqual(['vikram'])
    expect(await names({ search: asha.id.slice(0, 30) })).toContain('asha')
    expect(await names({ search: 'meera' })).toEqual([])
    const { nextCursor } = await summaryOf({ limit: 1 })
    expect(await names({ limit: 1, cursor: nextCursor ?? '' })).toEqual(['asha'])
    await expect(summaryOf({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('lists the largest stakes where more have bet than are listed, says so, and finds anybody by the id', async () => {
    const { context } = world.running
    const { documents, playersListed } = context
    // What was read a moment ago stands for the documents that it was read from.
    Object.assign(context, { playersListed: 1, documents: { run: documents.run.bind(documents) } })
    const { summary, isCut, players, total } = await summaryOf()
    expect([summary.map(({ userId }) => userId), isCut, players, total.totalBets]).toEqual([[vikram.id], true, 1, 500])
    const idsOf = async (search: string) => (await summaryOf({ search })).summary.map(({ userId }) => userId)
    expect(await idsOf(asha.id)).toEqual([asha.id])
    expect(await idsOf(vikram.id)).toEqual([vikram.id])
    expect(await idsOf(meera.id)).toEqual([])
    expect(await summaryOf({ search: 'asha' })).toMatchObject({ summary: [], isCut: true })
    Object.assign(context, { playersListed, documents })
    expect(await summaryOf()).not.toHaveProperty('isCut')
  })

  it("is a player's lines of today, and no older one", async () => {
    const ask = (input: WireInput<typeof getPlayerDayStatement>) => world.ask(getPlayerDayStatement, auditor(), input)
    const { statements, total, user, nextCursor } = await ask({ userId: asha.id })
    expect(
      statements.map(({ gameType, betAmount, result, payout, closeBalance }) => [
        gameType,
        betAmount,
        result,
        payout,
        closeBalance,
      ]),
    ).toEqual([
      ['Deposit', null, 'approved', null, 1_448],
      ['Slots', 100, 'loss', 0, 948],
      ['Dice', 100, 'win', 198, 1_048],
    ])
    expect(total).toEqual({ totalBets: 200, totalWins: 198, netResult: -2, gamesPlayed: 2 })
    expect(user).toEqual({ _id: asha.id, email: 'asha@example.in', username: null })
    expect(nextCursor).toBeNull()
    const first = await ask({ userId: asha.id, limit: 2 })
    const rest = await ask({ userId: asha.id, limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.statements, ...rest.statements]).toEqual(statements)
    expect(rest.nextCursor).toBeNull()
    const quiet = await ask({ userId: meera.id })
    expect(quiet).toMatchObject({ statements: [], nextCursor: null, total: { gamesPlayed: 0, totalBets: 0 } })
    await expect(ask({ userId: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is charts by hour and day of what was paid, with online players where somebody has counted', async () => {
    await keepOnline(world.running.context)
    world.online = 5
    await keepOnline(world.running.context)
    const { by, points, before } = await world.ask(getCharts, auditor(), {})
    expect([by, points.length, before.length]).toEqual(['hour', 18, 24])
    expect(points[15]).toMatchObject({ at: '2026-11-21T09:30:00.000Z', bets: 2, betsAmount: 200, ggr: 2, deposits: 1 })
    expect(points[17]).toMatchObject({ bets: 1, ggr: 0, withdrawals: 1, withdrawalsAmount: 200 })
    expect(before[17]).toMatchObject({ bets: 2, betsAmount: 450, ggr: 450, deposits: 3, depositsAmount: 3_000 })
    const week = await world.ask(getCharts, auditor(), { period: '7d' })
    expect(week.points.map(({ bets }) => bets)).toEqual([0, 0, 0, 0, 0, 2, 3])
    expect(week.before.map(({ bets }) => bets)).toEqual([0, 0, 0, 0, 0, 0, 0])
    const { documents } = world.running.context
    const kept = await documents.run(({ store }) => store.online.find({ _id: '2026-11' }).toArray())
    expect(kept).toMatchObject([{ _id: '2026-11', peaks: { '2026-11-21T17': 12 } }])
  })

  it('has no e-mails while auth does not answer, says so of a search, and all figures', async () => {
    const stranger = world.tokens.player().id
    world.script.move(stranger, 'deposit', 90_000)
    world.script.play(stranger, 'Dice', 90_000, 0)
    await world.settle()
    world.knowsEmails = false
    const { summary } = await summaryOf({ search: '' })
    expect(summary.map(({ userId }) => userId)).toContain(vikram.id)
    const unknown = await world.ask(getPlayerDayStatement, auditor(), { userId: stranger })
    expect(unknown).toMatchObject({ user: { email: null }, total: { totalBets: 900 } })
  })

  it('counts online players while readers have all their places of MongoDB', async () => {
    const { context } = world.running
    const held = Promise.withResolvers<undefined>()
    const readers = Array.from({ length: 10 }, () => context.documents.run(() => held.promise))
    await keepOnline(context)
    held.resolve(undefined)
    await Promise.all(readers)
  })

  it.each([getTodayProfitLoss, getCharts])('is not for players to see: $subject', async (operation) => {
    await expect(world.ask(operation, world.tokens.player(), {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is unavailable without MongoDB', async () => {
    await world.mongo.stop('SIGKILL')
    const userId = asha.id
    await expect(world.ask(getPlayerDayStatement, auditor(), { userId })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(keepOnline(world.running.context)).rejects.toMatchObject({ code: 'unavailable' })
    await world.mongo.start()
  })
})
