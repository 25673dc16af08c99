import { afterEach, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  excludeSelf,
  getDeposited,
  getLimits,
  LimitPeriod,
  LimitType,
  setLimit,
  socketEvents,
  takeTimeOut,
} from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { selectToasts } from '../../entities/notices/notices-slice.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

type Rules = WireOutput<typeof getLimits>
type Limit = Rules['limits'][number]

const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()

/** What the wallet does with the rules of one player: a rise waits, all else holds. */
class OwnRules {
  rules: Rules = {
    limits: LimitType.options.flatMap((type) =>
      LimitPeriod.options.map((period): Limit => {
        const used = type === 'deposit' ? {} : { used: type === 'loss' ? -340 : 8_400 }
        return { type, period, amount: null, ...used }
      }),
    ),
    timeOutUntil: null,
    excludedUntil: null,
  }
  readonly gateway = new PlayerGateway()

  constructor() {
    this.gateway.answer(getLimits, () => ok(this.rules))
    this.gateway.answer(getDeposited, () => ok({ day: 2_000, week: 7_000, month: 17_000 }))
  }

  set(type: LimitType, period: LimitPeriod, change: Partial<Limit>): void {
    const limits = this.rules.limits.map((limit) =>
      limit.type === type && limit.period === period ? { ...limit, ...change } : limit,
    )
    this.rules = { ...this.rules, limits }
  }

  async open(): Promise<OpenSite> {
    const site = openSite('/safer-play', { gateway: this.gateway })
    await screen.findByRole('heading', { name: 'Your limits' })
    return site
  }
}

afterEach(() => void jest.useRealTimers())

const linesOf = (name: string): string[] => {
  const item = screen.getByRole('heading', { name }).closest('li')
  return [...(item?.querySelectorAll('p.spread') ?? [])].map(({ textContent }) => textContent)
}

it('shows each limit beside what its period holds, deposits by the word of payments', async () => {
  const own = new OwnRules()
  own.set('deposit', 'day', { amount: 5_000 })
  own.set('loss', 'day', { amount: 2_000 })
  own.set('wager', 'week', { amount: 20_000 })
  await own.open()
  expect(await screen.findByText('₹2,000')).toBeTruthy()
  expect(linesOf('Deposit')).toEqual(['Day₹2,000 of ₹5,000', 'WeekNo limit', 'MonthNo limit'])
  expect(linesOf('Loss')[0]).toBe('Day₹0 of ₹2,000')
  expect(linesOf('Wager')[1]).toBe('Week₹8,400 of ₹20,000')
  expect(screen.getByText('Net today').nextSibling?.textContent).toBe('+₹340.00')
})

const followers = [
  { page: '/safer-play', name: 'Net today', before: '+₹340.00', after: '−₹460.00' },
  { page: '/account-statement', name: 'Bets this month', before: '₹8,400.00', after: '₹9,200.00' },
]
const figureOf = (name: string): string | null | undefined => screen.getByText(name).nextSibling?.textContent

/** A bet moves the balance. */
function bet(own: OwnRules, { connection }: OpenSite): void {
  own.set('loss', 'day', { used: 460 })
  own.set('wager', 'month', { used: 9_200 })
  const update = { balance: 200, balanceSeq: 2, netResult: -800, reason: 'bet', bonusReleased: false }
  act(() => connection.push(socketEvents.balanceUpdate, update))
}

it.each(followers)('$page reads what bets have come to anew when the balance has moved', async (follower) => {
  const own = new OwnRules()
  const site = openSite(follower.page, { gateway: own.gateway })
  await screen.findByText(follower.name)
  bet(own, site)
  await waitFor(() => expect(figureOf(follower.name)).toBe(follower.after), { timeout: 10_000 })
})

it.each(followers)('$page reads once more where the balance has moved while it was read', async (follower) => {
  jest.useFakeTimers({ advanceTimers: true })
  const own = new OwnRules()
  const early = ok(own.rules)
  const arrived = Promise.withResolvers<undefined>()
  own.gateway.answer(getLimits, async () => {
    await arrived.promise
    return early
  })
  const site = openSite(follower.page, { gateway: own.gateway })
  await waitFor(() => expect(own.gateway.requestsOf(getLimits)).toHaveLength(1))
  bet(own, site)
  await act(() => jest.advanceTimersByTimeAsync(3_000))
  own.gateway.answer(getLimits, () => ok(own.rules))
  arrived.resolve(undefined)
  await screen.findByText(follower.name)
  expect(figureOf(follower.name)).toBe(follower.before)
  await act(() => jest.advanceTimersByTimeAsync(3_000))
  await waitFor(() => expect(figureOf(follower.name)).toBe(follower.after))
  const reads = own.gateway.requestsOf(getLimits).length
  await act(() => jest.advanceTimersByTimeAsync(9_000))
  expect(own.gateway.requestsOf(getLimits)).toHaveLength(reads)
})

it.each(followers)(
  '$page says that its figures are of before when they cannot be read, and tries on',
  async (follower) => {
    jest.useFakeTimers({ advanceTimers: true })
    const own = new OwnRules()
    const site = openSite(follower.page, { gateway: own.gateway })
    await screen.findByText(follower.name)
    own.gateway.answer(getLimits, () => refuse('unavailable'))
    bet(own, site)
    await act(() => jest.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Could not refresh. You see the last known state.')).toBeTruthy()
    expect(figureOf(follower.name)).toBe(follower.before)
    own.gateway.answer(getLimits, () => ok(own.rules))
    await act(() => jest.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(figureOf(follower.name)).toBe(follower.after))
    expect(screen.queryByText('Could not refresh. You see the last known state.')).toBeNull()
  },
)

it('says of deposits only the limit as long as nobody knows what they come to', async () => {
  const own = new OwnRules()
  own.set('deposit', 'day', { amount: 5_000 })
  own.gateway.answer(getDeposited, () => refuse('unavailable'))
  await own.open()
  await waitFor(() => expect(linesOf('Deposit')[0]).toBe('Day₹5,000'))
})

it('sends what was changed, and shows what holds and what waits; what waits can be taken back', async () => {
  const own = new OwnRules()
  own.set('wager', 'day', { amount: 100 })
  own.gateway.answer(setLimit, ({ body }) => {
    const { type, period, amount } = body as WireInput<typeof setLimit>
    const isRise = type === 'wager' && period === 'day' && amount !== 100
    own.set(type, period, isRise ? { pending: { amount, at: inDays(1) } } : { amount, pending: undefined })
    return ok(own.rules)
  })
  const { user } = await own.open()
  await user.click(screen.getByRole('button', { name: 'Change: Wager' }))
  const form = within(screen.getByRole('form', { name: 'Wager' }))
  await user.clear(form.getByLabelText('Day'))
  await user.type(form.getByLabelText('Day'), '500')
  await user.type(form.getByLabelText('Month'), '100')
  expect(form.getByText('A longer period has a lower limit. That limit is reached first.')).toBeTruthy()
  await user.clear(form.getByLabelText('Month'))
  await user.type(form.getByLabelText('Month'), '1000.50')
  expect(form.queryByText(/^A longer period/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Save' }))
  const note = await screen.findByText(/^Wager, Day: rises to ₹500 on \d+ [A-Z][a-z]{2}/)
  expect(note.closest('li')?.textContent).toMatch(/^Wager/)
  await waitFor(() => expect(linesOf('Wager')[2]).toBe('Month₹8,400 of ₹1,000.50'))
  expect(own.gateway.requestsOf(setLimit).map(({ body }) => body)).toEqual([
    { type: 'wager', period: 'day', amount: 500 },
    { type: 'wager', period: 'month', amount: 1_000.5 },
  ])
  await user.click(screen.getByRole('button', { name: 'Cancel this change' }))
  await waitFor(() => {
    const { body } = own.gateway.requestsOf(setLimit).at(-1) ?? {}
    expect(body).toEqual({ type: 'wager', period: 'day', amount: 100 })
  })
})

it('sends nothing that is no amount', async () => {
  const own = new OwnRules()
  const { user } = await own.open()
  await user.click(screen.getByRole('button', { name: 'Change: Loss' }))
  await user.type(screen.getByLabelText('Week'), 'much')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Enter an amount up to ₹10,00,00,000/)).toBeTruthy()
  expect(own.gateway.requestsOf(setLimit)).toEqual([])
})

it('keeps the form open when a change is refused, and says why', async () => {
  const own = new OwnRules()
  own.gateway.answer(setLimit, () =>
    refuse('too_many_requests', 'You have reached the number of limit changes for today. Please try again tomorrow.', {
      params: { retryAfterMs: 3_600_000 },
    }),
  )
  const { user } = await own.open()
  await user.click(screen.getByRole('button', { name: 'Change: Loss' }))
  await user.type(screen.getByLabelText('Week'), '100')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^You have reached the number of limit changes for today/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Week').value).toBe('100')
})

it('tells the next player nothing of a change whose answer comes after its session', async () => {
  const own = new OwnRules()
  const arrived = Promise.withResolvers<undefined>()
  own.gateway.answer(setLimit, async () => {
    await arrived.promise
    return refuse('unavailable')
  })
  const { user, store, connection } = await own.open()
  await user.click(screen.getByRole('button', { name: 'Change: Loss' }))
  await user.type(screen.getByLabelText('Week'), '100')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(own.gateway.requestsOf(setLimit)).toHaveLength(1))
  act(() => connection.push(socketEvents.sessionEnded, { reason: 'logout' }))
  await screen.findByLabelText('Password')
  arrived.resolve(undefined)
  await user.type(screen.getByLabelText('Password'), 'lotus-river')
  expect(selectToasts(store.getState())).toEqual([])
})

it('asks before a break, and sends nothing when it is not meant', async () => {
  const own = new OwnRules()
  own.gateway.answer(takeTimeOut, () => {
    own.rules = { ...own.rules, timeOutUntil: '2096-11-28T13:42:00.000Z' }
    return ok(own.rules)
  })
  const { user } = await own.open()
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await user.click(screen.getByRole('button', { name: 'Start time-out' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Cancel/ }))
  expect(own.gateway.requestsOf(takeTimeOut)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Start time-out' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start time-out' }))
  expect(await screen.findByText(/^Your time-out lasts until 28 Nov 2096, 19:12:00/)).toBeTruthy()
  expect(own.gateway.requestsOf(takeTimeOut).map(({ body }) => body)).toEqual([{ hours: 168 }])
})

it.each([
  { name: 'Start time-out', operation: takeTimeOut },
  { name: 'Exclude myself', operation: excludeSelf },
])('does not offer to cancel while "$name" is in flight', async ({ name, operation }) => {
  const own = new OwnRules()
  const arrived = Promise.withResolvers<undefined>()
  own.gateway.answer(operation, async () => {
    await arrived.promise
    return ok(own.rules)
  })
  const { user } = await own.open()
  await user.click(screen.getByRole('button', { name }))
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name }))
  await waitFor(() => expect(own.gateway.requestsOf(operation)).toHaveLength(1))
  await user.click(within(dialog).getByRole('button', { name: /^Cancel/ }))
  expect(screen.queryByRole('dialog')).toBe(dialog)
  arrived.resolve(undefined)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('excludes for months; where the answer is lost it shows what became of it, and never says no', async () => {
  const own = new OwnRules()
  own.gateway.answer(excludeSelf, () => {
    own.rules = { ...own.rules, excludedUntil: inDays(365) }
    return null
  })
  const { user } = await own.open()
  await user.click(screen.getByRole('radio', { name: '1 year' }))
  await user.click(screen.getByRole('button', { name: 'Exclude myself' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Exclude myself' }))
  expect(await screen.findByText(/^Your change may have gone through/)).toBeTruthy()
  expect(screen.queryByText('Server error')).toBeNull()
  expect(await screen.findByText(/^You have excluded yourself until \d+ [A-Z][a-z]{2,3} \d{4}/)).toBeTruthy()
  expect(own.gateway.requestsOf(excludeSelf).map(({ body }) => body)).toEqual([{ days: 365 }])
})

it('shows no break and no exclusion that is over', async () => {
  const own = new OwnRules()
  own.rules = { ...own.rules, timeOutUntil: '2026-01-02T00:00:00.000Z', excludedUntil: '2026-01-02T00:00:00.000Z' }
  await own.open()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change: Loss' })).toHaveProperty('disabled', false))
  expect(screen.queryByText(/^Your time-out lasts until/)).toBeNull()
  expect(screen.queryByText(/^You have excluded yourself until/)).toBeNull()
})
