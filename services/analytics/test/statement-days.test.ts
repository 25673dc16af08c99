import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addDays, dayOf, downloadAccountStatement, getAccountStatement } from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { fromGateway } from '@kismet/test-env/test-streams'
import { liveOn } from './ledger-script.ts'
import { AnalyticsWorld } from './world.ts'

type Rows = WireOutput<typeof getAccountStatement>['statements']

let world: AnalyticsWorld
beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
})
afterAll(() => world.close())

it('a statement has the lines of some days, of every filter and page, and the balance before them', async () => {
  const player = world.tokens.player()
  const list = (filters: WireInput<typeof getAccountStatement>) => world.ask(getAccountStatement, player, filters)
  const allPages = async (filters: WireInput<typeof getAccountStatement>): Promise<Rows> => {
    const { statements, nextCursor } = await list({ ...filters, limit: 7 })
    return nextCursor === null ? statements : [...statements, ...(await allPages({ ...filters, cursor: nextCursor }))]
  }
  const fileLines = async (query: string): Promise<number> => {
    const url = `http://127.0.0.1:${world.running.port}${downloadAccountStatement.route.path}?${query}`
    const response = await fetch(url, { headers: { ...fromGateway, authorization: `Bearer ${player.token}` } })
    return (await response.text()).trimEnd().split('\n').length - 1
  }
  liveOn(world.script, player.id, 400, 9)
  await world.settle()
  const all = await allPages({})
  const dayOfRow = ({ date }: Rows[number]) => dayOf(Date.parse(date))
  const days = [...new Set(all.map(dayOfRow))].toReversed()
  expect(days.length).toBeGreaterThan(1)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const rowsFrom = (from: string, to: string) => all.filter((row) => dayOfRow(row) >= from && dayOfRow(row) <= to)
  for (const [from, to] of [
    [first, first],
    [last, last],
    [first, last],
    [addDays(first, -9), addDays(first, -1)],
    [addDays(last, 1), addDays(last, 9)],
  ] as const) {
    const wanted = rowsFrom(from, to)
    expect(await allPages({ from, to })).toEqual(wanted)
    const dice = wanted.filter(({ gameType, result }) => gameType === 'Dice' && result === 'win')
    expect(await allPages({ from, to, gameType: 'Dice', result: 'win' })).toEqual(dice)
    const before = all.find((row) => dayOfRow(row) < from)
    expect((await list({ from, to })).openingBalance).toBe(before?.closeBalance ?? 0)
    expect(await fileLines(`from=${from}&to=${to}`)).toBe(wanted.length)
  }
  expect((await list({ to: last })).openingBalance).toBeUndefined()
  await expect(list({ from: 'yesterday' })).rejects.toMatchObject({ code: 'invalid_request' })
})
