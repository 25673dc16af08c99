import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays, exportReport, getBalances, getReport, getTodayProfitLoss } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { TestClock } from '@kismet/test-env/test-clock'
import { fromGateway } from '@kismet/test-env/test-streams'
import { mailDailyReport } from '../src/mail-report.ts'
import { measure } from '../src/watch-for-owners.ts'
import { AnalyticsWorld } from './world.ts'

let world: AnalyticsWorld
/** 00:30 on 1 December in India. */
const now = Date.parse('2026-11-30T19:00:00.000Z')
const hourMs = 3_600_000

const [asha, vikram] = [{ id: '' }, { id: '' }]

beforeAll(async () => {
  world = await AnalyticsWorld.create()
  await world.start()
  Object.assign(world.running.context, { clock: new TestClock(now) })
  const { script } = world
  for (const player of [asha, vikram]) player.id = world.tokens.player().id
  world.emails.set(asha.id, 'asha@example.in')
  // On 31 October at 23:59:59 in India, and one second later.
  script.atMs = Date.parse('2026-10-31T18:29:59.000Z')
  script.move(asha.id, 'deposit', 1_000_000)
  script.play(asha.id, 'Dice', 10_000, 0)
  script.atMs += 1_000
  script.play(asha.id, 'Dice', 20_000, 5_000)
  script.move(vikram.id, 'deposit', 500_000)
  script.play(vikram.id, 'Slots', 10_000, 90_000)
  script.move(vikram.id, 'bonus', 50_000)
  script.atMs = now - 3 * 24 * hourMs
  script.correct(vikram.id, 'outside', -20_000)
  script.correct(asha.id, 'house', 5_000)
  const bet = script.reserve(asha.id, 'Aviator', 30_000)
  script.payOut(vikram.id, script.hold(vikram.id, 40_000), 40_000)
  // The bet ends on the last second of November, in India.
  script.atMs = Date.parse('2026-11-30T18:29:59.000Z')
  script.settle(asha.id, bet, 'Aviator', 30_000, 60_000)
  script.atMs = now - 60_000
  script.play(asha.id, 'Mines', 1_000, 0)
  script.hold(asha.id, 7_000)
  await world.settle()
})
afterAll(() => world.close())

const owner = () => world.tokens.admin('owner')
const reportOf = async (period: string) => (await world.ask(getReport, owner(), { period })).report
const balancesOf = (period: string) => world.ask(getBalances, owner(), { period })

it('the rules of owners get the requests that wait, the ledger and the RTP of seven days', async () => {
  const measures = await measure(world.running.context)
  expect(measures).toMatchObject({ waiting: { count: 0, sumPaise: 0, oldest: null }, ledger: 'clean' })
  expect(measures.returns).toEqual([
    { game: 'aviator', bets: 1, actualPercent: 200 },
    { game: 'mines', bets: 1, actualPercent: 0 },
  ])
})

describe('a report', () => {
  it('has what the entries of a month come to, from its first second to its last in India', async () => {
    const report = await reportOf('2026-11')
    expect(report).toMatchObject({
      ...{ from: '2026-11-01', to: '2026-11-30', isOver: true, isWhole: true },
      total: { bets: 3, stakes: 600, payouts: 1_550, ggr: -950 },
      deposits: { count: 1, amount: 5_000 },
      depositsByMethod: [{ method: 'UPI', count: 1, amount: 1_000 }],
      withdrawalsPaid: { count: 1, amount: 400 },
      bonuses: { count: 1, amount: 500 },
      corrections: { added: { count: 1, amount: 50 }, taken: { count: 1, amount: 200 } },
      ...{ firstDepositors: 1, activePlayers: 2 },
    })
    expect(report.games.filter(({ bets }) => bets > 0)).toEqual([
      { game: 'Aviator', bets: 1, stakes: 300, payouts: 600, ggr: -300 },
      { game: 'Dice', bets: 1, stakes: 200, payouts: 50, ggr: 150 },
      { game: 'Slots', bets: 1, stakes: 100, payouts: 900, ggr: -800 },
    ])
    expect(report.largestWins.map(({ email, payout }) => [email, payout])).toEqual([
      [null, 900],
      ['asha@example.in', 600],
    ])
  })

  it.each([
    ['2026-10', { bets: 1, ggr: 100 }, 1, 1, true],
    ['2026-10-31', { bets: 1, ggr: 100 }, 1, 1, true],
    ['2026-11-01', { bets: 2, ggr: -650 }, 1, 2, true],
    ['2026-11-02', { bets: 0, ggr: 0 }, 0, 0, true],
    ['2026-12', { bets: 1, ggr: 10 }, 0, 1, false],
  ])('of %s has its bets and players', async (period, total, firstDepositors, activePlayers, isOver) => {
    expect(await reportOf(period)).toMatchObject({ total, firstDepositors, activePlayers, isOver })
  })

  it('goes on without the methods of deposits while payments does not answer', async () => {
    world.knowsMethods = false
    expect(await reportOf('2026-11')).toMatchObject({ depositsByMethod: null, deposits: { count: 1 } })
    world.knowsMethods = true
  })

  const fileOf = async (period: string) => {
    const path = exportReport.route.path.replace(':period', period)
    const response = await fetch(`http://127.0.0.1:${world.running.port}${path}`, {
      headers: { ...fromGateway, authorization: `Bearer ${owner().token}` },
    })
    const disposition = response.headers.get('content-disposition')
    return { status: response.status, disposition, lines: (await response.text()).split('\r\n') }
  }

  it('is a file that leads from opening to closing balances', async () => {
    const { disposition, lines } = await fileOf('2026-11')
    expect(disposition).toBe('attachment; filename="report-2026-11.csv"')
    expect(lines.slice(0, 2)).toEqual([
      'Part,Of,Count,Stakes,Payouts,Amount,At (IST)',
      'Report of,2026-11-01 to 2026-11-30,,,,,',
    ])
    expect(lines).toContain('GGR,All games,3,600.00,1550.00,-950.00,')
    expect(lines).toContain('Corrections,Added,1,,,50.00,')
    expect(lines).toContain('Corrections,Taken,1,,,-200.00,')
    expect(lines.filter((line) => line.startsWith('Account: House'))).toEqual([
      'Account: House,Opening balance,,,,100.00,',
      'Account: House,Bets,,,,-950.00,',
      'Account: House,Deposits,,,,0.00,',
      'Account: House,Withdrawals,,,,0.00,',
      'Account: House,Bonuses,,,,0.00,',
      'Account: House,Corrections,,,,-50.00,',
      'Account: House,Closing balance,,,,-900.00,',
    ])
    expect(lines).toContain('Sum of the closing balances,proven,12,,,0.00,')
    expect(lines.find((line) => line.startsWith('Largest wins'))).toContain('2026-11-01 00:00:00')
  })

  it.each([
    ['2026-12-01', '2026-12-01', '00:30'],
    ['2026-12', '2026-12-01 to 2026-12-31', '2026-12-01 00:30'],
  ])('of %s, which is not over, is a file that says until when', async (period, days, time) => {
    const { disposition, lines } = await fileOf(period)
    expect(disposition).toBe(`attachment; filename="report-${period}-so-far.csv"`)
    const until = `so far, until ${time} IST`
    expect(lines[1]).toBe(`Report of,"${days}, ${until}",,,,,`)
    expect(lines).toContain(`Account: House,"Closing balance, ${until}",,,,-890.00,`)
  })

  it.each(['2026-12-02', '2027-01'])('of %s is refused, because the period has not begun', async (period) => {
    await expect(reportOf(period)).rejects.toThrow('has not begun')
    await expect(balancesOf(period)).rejects.toThrow('has not begun')
    expect((await fileOf(period)).status).toBe(400)
  })

  it.each(['cashier', 'support'] as const)('is not for a %s', async (role) => {
    const ask = world.ask(getReport, world.tokens.admin(role), { period: '2026-11' })
    await expect(ask).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each(['2026-13', '2026', '2026-11-31', 'x'])('has no period %s', async (period) => {
    await expect(reportOf(period)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('balances', () => {
  it.each([
    ['2026-10-31', 2, { players: 9_900, openStakes: 0, held: 0, house: 100, outside: -10_000, bonus: 0 }],
    ['2026-11-28', 11, { players: 15_200, openStakes: 300, held: 0, house: -600, outside: -14_400, bonus: -500 }],
    ['2026-11-30', 12, { players: 15_800, openStakes: 0, held: 0, house: -900, outside: -14_400, bonus: -500 }],
    ['2026-12-01', 14, { players: 15_720, openStakes: 0, held: 70, house: -890, outside: -14_400, bonus: -500 }],
  ])('at the end of %s are of all entries until then, and add up', async (day, entries, closing) => {
    expect(await balancesOf(day)).toMatchObject({ closing, entries, total: 0, proof: 'proven' })
  })

  it('of a month lead from those before it by its movements to those at its end', async () => {
    const none = { players: 0, openStakes: 0, held: 0, house: 0, outside: 0, bonus: 0 }
    const { opening, movements, closing } = await balancesOf('2026-11')
    expect(opening).toEqual((await balancesOf('2026-10-31')).closing)
    expect(closing).toEqual((await balancesOf('2026-11-30')).closing)
    expect(movements).toEqual({
      bets: { ...none, players: 950, house: -950 },
      deposits: { ...none, players: 5_000, outside: -5_000 },
      withdrawals: { ...none, players: -400, outside: 400 },
      bonuses: { ...none, players: 500, bonus: -500 },
      corrections: { ...none, players: -150, house: -50, outside: 200 },
    })
  })

  it('say so when the ledger has another sum', async () => {
    world.missingPaise = 100
    expect(await balancesOf('2026-11-30')).toMatchObject({ total: 1, proof: 'differs' })
    world.missingPaise = 0
  })
})

describe('the daily mail', () => {
  it('is asked for once a day after 00:10 in India, of yesterday alone', async () => {
    const { context } = world.running
    const clock = new TestClock(Date.parse('2026-11-30T18:35:00.000Z'))
    const mail = mailDailyReport({ ...context, clock })
    world.mailed.length = 0
    await mail(new AbortController().signal)
    expect(world.mailed).toEqual([])
    for (let run = 0; run < 2; run += 1) {
      clock.advance(10 * 60_000)
      await mail(new AbortController().signal)
    }
    expect(world.mailed.map(({ day }) => day)).toEqual(['2026-11-30'])
    expect(world.mailed[0]?.lines).toContainEqual({ name: 'GGR', value: '₹-300' })
  })
})

describe('results by player of a range of days', () => {
  const resultsOf = async (input: WireInput<typeof getTodayProfitLoss>) => world.ask(getTodayProfitLoss, owner(), input)

  it.each([
    ['2026-11-30', '2026-11-30', [[600, 300]]],
    [
      '2026-11-01',
      '2026-11-30',
      [
        [650, 500],
        [900, 100],
      ],
    ],
    [
      '2026-10-31',
      '2026-11-01',
      [
        [50, 300],
        [900, 100],
      ],
    ],
    ['2026-12-01', '2026-12-01', [[0, 10]]],
    ['2026-11-02', '2026-11-05', []],
  ])('from %s to %s', async (from, to, results) => {
    const { summary, total, isPartial } = await resultsOf({ from, to })
    expect(summary.map(({ totalWins, totalBets }) => [totalWins, totalBets])).toEqual(results)
    expect(total.totalBets).toBe(results.reduce((sum, [, bets = 0]) => sum + bets, 0))
    expect(isPartial).toBeUndefined()
  })

  it('are refused for more days than a range may have', async () => {
    await expect(resultsOf({ from: addDays('2026-12-01', -92) })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await resultsOf({ from: addDays('2026-12-01', -91) })).toMatchObject({ players: 2 })
  })

  it('say that days are missing which a previous release has read', async () => {
    const { documents } = world.running.context
    await documents.run(({ store }) => store.progress.updateOne({ _id: 'entries' }, { $set: { daysStep: -1 } }))
    expect(await resultsOf({ from: '2026-11-03', to: '2026-11-04' })).toMatchObject({ isPartial: true })
    expect(await reportOf('2026-11-03')).toMatchObject({ isWhole: false })
    await expect(balancesOf('2026-11-03')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
