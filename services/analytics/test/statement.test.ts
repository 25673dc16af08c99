import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminGetPlayerStatement,
  downloadAccountStatement,
  getAccountStatement,
  getTodayProfitLoss,
  readEntries,
} from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { steadyMsOf } from '@kismet/service-kit/clock'
import { isRefusal } from '@kismet/service-kit/refusal'
import { fromGateway } from '@kismet/test-env/test-streams'
import { findProgress, openEpoch, rebuild } from '../src/ingest/store.ts'
import { eventually } from '@kismet/test-env/eventually'
import { liveOn } from './ledger-script.ts'
import { AnalyticsWorld } from './world.ts'

type Rows = WireOutput<typeof getAccountStatement>['statements']

let world: AnalyticsWorld
const newPlayer = () => world.tokens.player()
type Player = ReturnType<typeof newPlayer>

beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
})
afterAll(() => world.close())

const list = (player: Player, filters: WireInput<typeof getAccountStatement> = {}) =>
  world.ask(getAccountStatement, player, filters)

const toldAgain = (player: Player) => eventually('it is told again', () => list(player).catch(() => undefined))

async function allPages(player: Player, filters: WireInput<typeof getAccountStatement>): Promise<Rows> {
  const rows: Rows = []
  let cursor: string | undefined
  do {
    const page = await list(player, { ...filters, limit: 7, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...page.statements)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

const epoch = async () => (await findProgress(world.running.context.documents))?.epoch ?? ''

async function download(
  player: Player,
  query = '',
  encoding = 'br, gzip',
): Promise<{ status: number; text: string; headers: Headers }> {
  const url = `http://127.0.0.1:${world.running.port}${downloadAccountStatement.route.path}${query}`
  const response = await fetch(url, {
    headers: { ...fromGateway, authorization: `Bearer ${player.token}`, 'accept-encoding': encoding },
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('the account statement', () => {
  it('has a line for what changed the balance for good or is held, newest first, with the balance after each', async () => {
    const player = newPlayer()
    const { script } = world
    script.move(player.id, 'deposit', 100_000)
    script.play(player.id, 'Dice', 10_000, 19_800)
    const mines = script.reserve(player.id, 'Mines', 5_000)
    const voided = script.reserve(player.id, 'Aviator', 7_000)
    script.play(player.id, 'Slots', 10_000, 0)
    script.settle(player.id, mines, 'Mines', 5_000, 0)
    script.giveBack(player.id, voided, 'Aviator', 7_000)
    script.move(player.id, 'bonus', 10_000)
    script.release(player.id, script.hold(player.id, 30_000), 30_000)
    script.payOut(player.id, script.hold(player.id, 20_000), 20_000)
    script.reserve(player.id, 'Aviator', 4_000)
    await world.settle()
    const { statements, nextCursor } = await list(player)
    expect(nextCursor).toBeNull()
    type Row = Rows[number]
    const told = ({ result, credit, closeBalance, betAmount, payout }: Row) => [
      result,
      credit,
      closeBalance,
      betAmount,
      payout,
    ]
    const shown = statements.map((row) => [row.gameType, ...told(row)])
    expect(shown).toEqual([
      ['Withdrawal', 'processed', -200, 848, null, null],
      ['Withdrawal', 'credit', 300, 1_048, null, null],
      ['Withdrawal', 'returned', -300, 748, null, null],
      ['Bonus', 'credit', 100, 1_048, null, null],
      ['Mines', 'loss', -50, 948, 50, 0],
      ['Slots', 'loss', -100, 998, 100, 0],
      ['Dice', 'win', 98, 1_098, 100, 198],
      ['Deposit', 'approved', 1_000, 1_000, null, null],
    ])
    const admin = world.tokens.admin('support')
    expect((await world.ask(adminGetPlayerStatement, admin, { id: player.id })).statements).toEqual(statements)
    const bets = await world.ask(adminGetPlayerStatement, admin, { id: player.id, gameType: 'Bets', limit: 2 })
    const more = { id: player.id, gameType: 'Bets', cursor: bets.nextCursor ?? '' } as const
    const games = [...bets.statements, ...(await world.ask(adminGetPlayerStatement, admin, more)).statements]
    expect(games.map(({ gameType }) => gameType)).toEqual(['Mines', 'Slots', 'Dice'])
    const byEnd = { ...more, cursor: undefined, end: games.at(-1)?.transaction.slice(-6).toUpperCase() ?? '' }
    expect((await world.ask(adminGetPlayerStatement, admin, byEnd)).statements).toEqual(games.slice(-1))
    const { balancePaise, openPaise } = script.balanceOf(player.id)
    expect((statements[0]?.closeBalance ?? 0) * 100 - openPaise).toBe(balancePaise)
  })

  it('is the same however it is paged and filtered, and every row builds on the one before', async () => {
    const [player, other] = [newPlayer(), newPlayer()]
    liveOn(world.script, player.id, 300, 7)
    liveOn(world.script, other.id, 20, 8)
    await world.settle()
    const all = await allPages(player, {})
    all.forEach((row, at) =>
      expect(Math.round(row.closeBalance * 100)).toBe(
        Math.round((all[at + 1]?.closeBalance ?? 0) * 100) + Math.round(row.credit * 100),
      ),
    )
    expect(all.length).toBeGreaterThan(200)
    const is = (gameType: string) => (row: Rows[number]) => row.gameType === gameType
    const won = (row: Rows[number]) => row.result === 'win'
    expect(await allPages(player, { gameType: 'All', result: '' })).toEqual(all)
    expect(await allPages(player, { gameType: 'Mines' })).toEqual(all.filter(is('Mines')))
    expect(await allPages(player, { result: 'win' })).toEqual(all.filter(won))
    expect(await allPages(player, { gameType: 'Dice', result: 'loss' })).toEqual(
      all.filter((row) => is('Dice')(row) && row.result === 'loss'),
    )
    expect(await allPages(player, { gameType: 'Withdrawal' })).toEqual(all.filter(is('Withdrawal')))
    expect(await allPages(player, { gameType: 'CoinFlip' })).toEqual([])
    expect(await allPages(player, { gameType: 'Deposit', result: 'win' })).toEqual([])
    expect((await list(player)).statements).toEqual(all.slice(0, 200))
  })

  it('of a player is read by admins with every filter, and of an id that is none is not found', async () => {
    const admin = world.tokens.admin('auditor')
    const asked = { id: 'nobody', gameType: 'Bets' } as const
    await expect(world.ask(adminGetPlayerStatement, admin, asked)).rejects.toMatchObject({ code: 'not_found' })
    const wrong = world.ask(adminGetPlayerStatement, admin, { ...asked, cursor: '1-2' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
    const lost = world.ask(adminGetPlayerStatement, admin, { id: newPlayer().id, gameType: 'Bets', result: 'loss' })
    expect(await lost).toEqual({ statements: [], nextCursor: null })
  })

  it('refuses a cursor that is none, or of another filter, and shows who has played nothing nothing', async () => {
    const player = newPlayer()
    expect(await list(player)).toMatchObject({ statements: [], nextCursor: null })
    for (const cursor of ['x', '-1', '1-2'])
      await expect(list(player, { cursor })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is a file of CSV through the same filters, for its own player', async () => {
    const player = newPlayer()
    world.script.move(player.id, 'deposit', 50_000)
    for (let bet = 0; bet < 120; bet += 1) world.script.play(player.id, 'Dice', 10_000, bet % 2 === 0 ? 0 : 19_850)
    await world.settle()
    const { status, text, headers } = await download(player)
    expect(status).toBe(200)
    expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual(['text/csv; charset=utf-8', 'gzip'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/)
    const plain = await download(player, '', 'identity')
    expect([plain.text, plain.headers.get('content-encoding')]).toEqual([text, null])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(122)
    expect(lines[0]).toBe('date (IST),gameType,transaction,result,betAmount,payout,credit,closeBalance')
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Dice,[0-9a-f-]{36},win,100\.00,198\.50,98\.50,410\.00$/)
    expect(lines[2]).toMatch(/,Dice,[0-9a-f-]{36},loss,100\.00,0\.00,-100\.00,311\.50$/)
    expect((await download(player, '?gameType=Deposit')).text.trimEnd().split('\n')).toHaveLength(2)
    expect((await download(player, '?gameType=Chess')).status).toBe(400)
    expect((await download(newPlayer())).text.trimEnd().split('\n')).toHaveLength(1)
  })
})

it('is the same when it is made again from the ledger', async () => {
  const { context } = world.running
  const everyLine = () =>
    context.documents.run(async ({ store }) => {
      const rows = store.rows(await epoch())
      return (await rows.find({}).toArray()).sort((a, b) => a._id.localeCompare(b._id))
    })
  liveOn(world.script, newPlayer().id, 150, 5)
  await world.settle()
  const before = await everyLine()
  expect(before.length).toBeGreaterThan(400)
  const old = await epoch()
  await rebuild(context, old)
  await world.settle()
  expect(await everyLine()).toEqual(before)
  const now = await epoch()
  const names = await context.documents.run(({ store }) => store.madeCollections())
  expect(names.toSorted()).toEqual(
    ['days', 'heads', 'marks', 'playerdays', 'results', 'rows'].map((name) => `${name}-${now}`),
  )
  // Another replica has found the same, and comes later.
  await rebuild(context, old)
  expect([await epoch(), await everyLine()]).toEqual([now, before])
})

it('is made again when the ledger was put back to an earlier time, of what it holds now alone', async () => {
  const [player, other] = [newPlayer(), newPlayer()]
  world.script.move(player.id, 'deposit', 50_000)
  const putBack = world.script.keep()
  world.script.play(player.id, 'Dice', 1_000, 0)
  world.script.play(player.id, 'Dice', 2_000, 0)
  await world.settle()
  const before = await epoch()
  expect((await list(player)).statements).toHaveLength(3)

  putBack()
  world.script.play(player.id, 'Slots', 3_000, 0)
  world.script.move(other.id, 'deposit', 10_000)
  world.script.move(other.id, 'deposit', 10_000)
  await world.settle()
  expect(await epoch()).not.toBe(before)
  const { statements } = await toldAgain(player)
  expect(statements.map(({ gameType }) => gameType)).toEqual(['Slots', 'Deposit'])
  expect(statements[0]?.closeBalance).toBe(470)
})

it('is told to everybody else while one player asks for more than there are places', async () => {
  const [greedy, other] = [newPlayer(), newPlayer()]
  for (const { id } of [greedy, other]) world.script.move(id, 'deposit', 500)
  await world.settle()
  const codeOf = (error: unknown) => (isRefusal(error) ? error.code : String(error))
  const asked = Array.from({ length: 120 }, () => list(greedy, { result: 'win' }).then(() => 'told', codeOf))
  // Behind all of those.
  const [told, file, ready] = await Promise.all([
    list(other),
    download(other),
    fetch(`http://127.0.0.1:${world.running.port}/ready`),
  ])
  expect([told.statements.length, file.status, ready.status]).toEqual([1, 200, 200])
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['told', 'too_many_requests']))
})

it('is no file that looks whole when it is cleared away after the first 2,000 lines', async () => {
  const player = newPlayer()
  world.script.move(player.id, 'deposit', 2_400)
  for (let bet = 0; bet < 2_400; bet += 1) world.script.play(player.id, 'Dice', 1, 0)
  await world.settle()
  const { context } = world.running
  const { documents } = context
  let pages = 0
  // 2,000 lines are 40 pages.
  const run: typeof documents.run = async (work, options) => {
    const before = pages
    const result = await documents.run(({ store }) => {
      const rows = (name: string) => ((pages += 1), store.rows(name))
      return work({ store: { ...store, rows } })
    }, options)
    if (before < 41 && pages === 41) {
      await rebuild({ ...context, documents }, await epoch())
      await openEpoch({ ...context, documents })
    }
    return result
  }
  Object.assign(context, { documents: { run } })
  await expect(download(player)).rejects.toThrow()
  Object.assign(context, { documents })
  await world.settle()
  await toldAgain(player)
  expect((await download(player)).text.trimEnd().split('\n')).toHaveLength(2_402)
})

it('is told by nobody any more a while after the log was read last, and then again', async () => {
  const player = newPlayer()
  world.script.move(player.id, 'deposit', 50_000)
  await world.settle()
  const { context } = world.running
  const { clock } = context
  world.tellsLog = false
  const later = { now: () => clock.now() + 60_000, steadyMs: () => steadyMsOf(clock) + 60_000 }
  Object.assign(context, { clock: later })
  world.script.hold(player.id, 20_000)
  await expect(list(player)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await download(player)).status).toBe(503)
  await expect(world.ask(getTodayProfitLoss, world.tokens.admin('auditor'), {})).rejects.toMatchObject({
    code: 'unavailable',
  })
  world.tellsLog = true
  await world.settle()
  expect((await toldAgain(player)).statements[0]?.credit).toBe(-200)
  Object.assign(context, { clock })
})

describe('without MongoDB', () => {
  it('answers unavailable, and is complete once it is back', async () => {
    const player = newPlayer()
    world.script.move(player.id, 'deposit', 50_000)
    await world.settle()
    await world.mongo.stop('SIGKILL')
    await expect(list(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await download(player)).status).toBe(503)
    liveOn(world.script, player.id, 200, 3)
    await world.mongo.start()
    await world.settle()
    const { statements } = await list(player)
    const { balancePaise, openPaise } = world.script.balanceOf(player.id)
    expect(Math.round((statements[0]?.closeBalance ?? 0) * 100) - openPaise).toBe(balancePaise)
  })

  it('makes everything again with its indexes when MongoDB has come back empty before anybody noticed', async () => {
    const player = newPlayer()
    world.script.move(player.id, 'deposit', 50_000)
    await world.settle()
    const { documents } = world.running.context
    const indexes = () => documents.run(async ({ store }) => store.rows(await epoch()).indexes())
    const before = await indexes()
    await documents.run(async ({ store }) => {
      for (const name of ['progress', ...(await store.madeCollections())]) await store.drop(name)
    })
    await world.settle()
    expect((await toldAgain(player)).statements).toHaveLength(1)
    expect(await indexes()).toEqual(before)
  })

  it(`reads ${readEntries.subject} from the beginning before it answers at all`, async () => {
    await world.stop()
    const player = newPlayer()
    liveOn(world.script, player.id, 400, 4)
    await world.start()
    await world.settle()
    expect((await allPages(player, {})).length).toBeGreaterThan(300)
  })
})
