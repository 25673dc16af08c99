import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addDays,
  dayOf,
  getCharts,
  getOnlineUsers,
  getPlayerDayStatement,
  getTodayProfitLoss,
  startOfDay,
} from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { api } from '../../core/api.ts'
import { formatDate, formatDayOfYear, formatRecent } from '../../core/format/time.ts'
import { paths } from '../../core/paths.ts'
import { charts, dailyCharts, day, dayStatement, onlineUsers } from '../../testing/day.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const midnight = Date.parse('2026-11-20T18:30:00.000Z')
const now = midnight + 17.7 * 3_600_000

function office(): BackOffice {
  const answers = new BackOffice()
  answers.answer(getCharts, ({ query }) =>
    ok(query.get('period') === '30d' ? dailyCharts(startOfDay(dayOf(Date.now()))) : charts(midnight, 18)),
  )
  answers.answer(getTodayProfitLoss, () => ok(day('2026-11-20T18:30:00.000Z')))
  answers.answer(getPlayerDayStatement, () => ok(dayStatement(now)))
  answers.answer(getOnlineUsers, () => ok(onlineUsers(now)))
  return answers
}

const cellsOf = (row: HTMLElement | undefined): (string | null)[] =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const rowsOf = async (table: string): Promise<HTMLElement[]> =>
  within(await screen.findByRole('table', { name: table })).getAllByRole('row')

describe('analytics', () => {
  it('has what each player has bet and won today, and the sum of all', async () => {
    openApp(paths.analytics, { office: office() })
    const rows = await rowsOf("Today's Profit & Loss Summary")
    expect(rows[0]?.textContent).toBe('UsernameEmailTotal BetTotal WinningsNet P/LStatusGames Played')
    expect(cellsOf(rows[1]).slice(1)).toEqual([
      'arjun.k@example.com',
      '₹1,84,200.00',
      '₹1,97,650.50',
      '+₹13,450.50',
      'profit',
      '412',
    ])
    expect(cellsOf(rows[3]).slice(4, 6)).toEqual(['₹0.00', 'even'])
    expect(cellsOf(rows[4])[1]).toBe('-')
    expect(cellsOf(rows[5])).toEqual(['All players', '', '₹4,81,800.00', '₹4,74,265.25', '−₹7,534.75', '', '2,551'])
    expect(screen.getByText('4 players, since 00:00 IST. Net P/L is what the players won or lost')).toBeTruthy()
  })

  it('gives no colour to a net result of ₹0.00', async () => {
    openApp(paths.analytics, { office: office() })
    const nets = (await rowsOf("Today's Profit & Loss Summary")).map((row) => row.querySelector('b')?.className)
    expect(nets.slice(1, 4)).toEqual(['win', 'loss', ''])
  })

  it('opens the statement of the day from a row, and Back closes it', async () => {
    const { user, address, back } = openApp(paths.analytics, { office: office() })
    await user.click(await screen.findByRole('link', { name: /arjun\.k@example\.com/ }))
    const dialog = await screen.findByRole('dialog', { name: "Today's Statement for arjun.k@example.com" })
    expect(address()).toContain('?id=')
    const rows = within(dialog).getAllByRole('row')
    expect(rows[0]?.textContent).toBe('GameBetResultPayoutDate & TimeBalance')
    expect(cellsOf(rows[1])).toEqual([
      'Aviator',
      '₹2,000.00',
      'win',
      '₹3,460.00',
      '21 Nov 2026, 17:42:00',
      '₹24,310.50',
    ])
    expect(cellsOf(rows[3]).slice(0, 4)).toEqual(['Withdrawal', '-', 'processed', '-'])
    expect(cellsOf(rows[4]).slice(0, 4)).toEqual(['Deposit', '-', 'approved', '₹10,000.00'])
    expect(dialog.textContent).toContain('412 games')
    back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says who is online, with a dash for what is not known', async () => {
    openApp(paths.analytics, { office: office() })
    const rows = await rowsOf('Current Online Players')
    expect(rows[0]?.textContent).toBe('UsernameEmailCurrent GameLogin TimeLast ActiveIP')
    const loginTime = formatRecent(now - 6_000_000)
    expect(cellsOf(rows[1])).toEqual(['-', 'arjun.k@example.com', 'Aviator', loginTime, '17:41:56', '49.36.118.204'])
    expect(cellsOf(rows[2])).toEqual(['-', '-', '-', '-', '17:40:30', '-'])
  })

  it('has charts whose numbers can be read and moved along', async () => {
    const { user, address } = openApp(paths.analytics, { office: office() })
    const rows = await rowsOf('GGR per hour')
    expect(rows).toHaveLength(25)
    expect(rows[24]?.textContent).toMatch(/^23:00 to 00:00-₹/)
    const plot = await screen.findByRole('group', { name: /^Bets per hour/ })
    fireEvent.focus(plot)
    fireEvent.keyDown(plot, { key: 'ArrowRight' })
    expect(await screen.findByText('01:00 to 02:00', { selector: 'b' })).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Days'), 'yesterday')
    await waitFor(() => expect(address()).toContain('days=yesterday'))
    await user.selectOptions(screen.getByLabelText('Days'), 'today')
    await waitFor(() => expect(address()).toBe(paths.analytics))
  })

  it('has charts of own days, which stand in the address', async () => {
    const answers = office()
    const today = dayOf(Date.now())
    const { user, address } = openApp(paths.analytics, { office: answers })
    await rowsOf('GGR per hour')
    await user.selectOptions(screen.getByLabelText('Days'), 'own')
    expect(await rowsOf('GGR per day')).toHaveLength(15)
    const [from, to] = [addDays(today, -5), addDays(today, -4)]
    fireEvent.change(screen.getByLabelText('From'), { target: { value: from } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: to } })
    await waitFor(() => expect(address()).toContain(`from=${from}&to=${to}`))
    const days = (await rowsOf('GGR per day')).slice(1).map((row) => within(row).getByRole('rowheader').textContent)
    expect(days).toEqual([formatDayOfYear(from), formatDayOfYear(to)])
    const asked = answers.requestsOf(getTodayProfitLoss).at(-1)?.query
    expect([asked?.get('from'), asked?.get('to')]).toEqual([from, to])
    expect(await rowsOf(`Profit & Loss Summary from ${formatDate(from)} to ${formatDate(to)}`)).toHaveLength(6)
  })

  it('keeps own days that are the days of a preset, so that the other end can be set', async () => {
    const today = dayOf(Date.now())
    const { user } = openApp(paths.analytics, { office: office() })
    await rowsOf('GGR per hour')
    await user.selectOptions(screen.getByLabelText('Days'), 'own')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: today } })
    await rowsOf('GGR per hour')
    expect(screen.getByLabelText('Days')).toHaveProperty('value', 'own')
    expect(screen.getByLabelText('To')).toHaveProperty('value', today)
  })

  it('opens the entries of the same days from a row of a range', async () => {
    const { user, address } = openApp(`${paths.analytics}?from=2026-11-01&to=2026-11-10`, { office: office() })
    const row = await screen.findByRole('link', { name: /arjun.*entries from 1 Nov/ })
    await user.click(row)
    await waitFor(() => expect(address()).toMatch(/players\/[0-9a-f-]{36}\?from=2026-11-01&to=2026-11-10$/))
  })

  it('leads from a range without bets to today', async () => {
    const answers = office()
    answers.answer(getTodayProfitLoss, ({ query }) => {
      const all = day('2026-11-20T18:30:00.000Z')
      return ok(query.has('from') ? { ...all, players: 0, summary: [] } : all)
    })
    const { user, address } = openApp(`${paths.analytics}?days=last-month`, { office: answers })
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Show today' }))
    await rowsOf("Today's Profit & Loss Summary")
    expect(address()).toBe(paths.analytics)
  })

  it('says of figures that could not be read anew of when they are, and has them read again', async () => {
    const answers = office()
    const { user, store } = openApp(paths.analytics, { office: answers })
    await rowsOf('Current Online Players')
    await rowsOf('GGR per hour')
    answers.answer(getOnlineUsers, () => refuse('unavailable'))
    act(() => void store.dispatch(api.util.invalidateTags(['Online'])))
    const note = await screen.findByText(/^Failed to load online users\..*As of \d\d:\d\d:\d\d\./)
    expect(await rowsOf('Current Online Players')).toHaveLength(3)
    answers.answer(getOnlineUsers, () => ok(onlineUsers(now)))
    await user.click(within(note).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/^Failed to load online users\./)).toBeNull())
  })

  it('says that not all are listed, and of a search that only those were looked through', async () => {
    const answers = office()
    const cut = { ...day('2026-11-20T18:30:00.000Z'), players: 50_000, isCut: true } as const
    answers.answer(getTodayProfitLoss, ({ query }) => ok(query.has('search') ? { ...cut, summary: [] } : cut))
    const { user } = openApp(paths.analytics, { office: answers })
    expect(
      await screen.findByText(
        'More than 50,000 players, since 00:00 IST. Net P/L is what the players won or lost. The list shows the largest stakes; search others by full id',
      ),
    ).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'meera')
    expect(await screen.findByText('No listed player matches')).toBeTruthy()
  })

  it('is sorted and looked through by the server', async () => {
    const answers = office()
    const { user, address } = openApp(paths.analytics, { office: answers })
    await rowsOf("Today's Profit & Loss Summary")
    await user.click(screen.getByRole('button', { name: 'Net P/L' }))
    await user.type(screen.getByRole('searchbox'), 'meera')
    await waitFor(() => {
      const { query } = answers.requestsOf(getTodayProfitLoss).at(-1) ?? { query: new URLSearchParams() }
      expect([query.get('sort'), query.get('order'), query.get('search')]).toEqual(['netResult', 'desc', 'meera'])
    })
    expect(address()).toContain('search=meera')
  })

  it.each([
    [getTodayProfitLoss, 'Failed to load summary'],
    [getOnlineUsers, 'Failed to load online users'],
    [getPlayerDayStatement, 'Failed to load user statement'],
  ] as const)('says what could not be loaded: $1', async (operation, says) => {
    const answers = office()
    answers.answer(operation, () => refuse('unavailable', 'The statements are not available.'))
    openApp(`${paths.analytics}?id=0190b2a0-0000-7000-8000-0000000000a0`, { office: answers })
    await waitFor(() => expect(screen.getAllByText(says)).toHaveLength(2))
    expect(await screen.findByText('GGR per hour', { selector: 'h2' })).toBeTruthy()
  })
})
