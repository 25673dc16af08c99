import { describe, expect, it } from '@jest/globals'
import { file, ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  downloadAccountStatement,
  getAccountStatement,
  getLimits,
  listDeposits,
  listWithdrawals,
  paise,
  socketEvents,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { mostPages } from './use-statement.ts'

type Row = WireOutput<typeof getAccountStatement>['statements'][number]

const dice: Row = {
  _id: 'row-3',
  date: '2026-11-21T14:05:00.000Z',
  gameType: 'Dice',
  transaction: '01940000-0000-7000-8000-0000000000a1',
  result: 'loss',
  credit: -500,
  closeBalance: 1_500,
  betAmount: 500,
  payout: 0,
}
const deposit: Row = {
  ...dice,
  _id: 'row-1',
  date: '2026-11-21T13:42:00.000Z',
  gameType: 'Deposit',
  transaction: '01940000-0000-7000-8000-0000000000d1',
  result: 'approved',
  credit: 2_000,
  closeBalance: 2_000,
  betAmount: null,
  payout: null,
}

/** A bet was settled, at this device or another. */
const moved = {
  balance: paise(150_000),
  balanceSeq: 2,
  netResult: paise(-50_000),
  reason: 'bet',
  bonusReleased: false,
} as const

/** A gateway whose statement has these rows on one page. */
function gatewayWith(rows: readonly Row[]): PlayerGateway {
  const gateway = new PlayerGateway()
  gateway.answer(getAccountStatement, () => ok({ statements: [...rows], nextCursor: null }))
  gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  gateway.answer(listWithdrawals, () => ok({ withdrawals: [], nextCursor: null }))
  gateway.answer(getLimits, () => ok({ limits: [], timeOutUntil: null, excludedUntil: null }))
  return gateway
}

const rowsShown = (): (string | null)[][] =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
const queries = (gateway: PlayerGateway): string[] =>
  gateway.requestsOf(getAccountStatement).map(({ query }) => query.toString())

describe('/account-statement', () => {
  it('says how many lines this release cannot read', async () => {
    openSite('/account-statement', { gateway: gatewayWith([dice, { ...deposit, credit: 'lots' as never }]) })
    await screen.findByText(/^1 line cannot be shown here/)
    expect(rowsShown()).toHaveLength(1)
  })

  it('goes back for as long as a page may, and then says what the file has', async () => {
    const gateway = gatewayWith([])
    gateway.answer(getAccountStatement, ({ query }) => {
      const page = Number(query.get('cursor') ?? 0)
      return ok({ statements: [{ ...dice, _id: `row-${page}` }], nextCursor: String(page + 1) })
    })
    openSite('/account-statement', { gateway })
    await screen.findByRole('table')
    for (let page = 1; page < mostPages; page += 1) {
      fireEvent.click(await screen.findByText('Show older lines'))
      await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(page + 1))
    }
    expect(await screen.findByText('The CSV file has the newest 2,50,000 lines.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull()
  })

  it('shows each line with its time, transaction, stake, result, credit and the balance after it; a bet leads to its proof', async () => {
    openSite('/account-statement', { gateway: gatewayWith([dice, deposit]) })
    await screen.findByRole('table')
    expect(rowsShown()).toEqual([
      ['Dice', '21 Nov 2026, 7:35 pm', '…0000a1 Verify', '₹500.00', 'loss', '−₹500.00', '₹1,500.00'],
      ['Deposit', '21 Nov 2026, 7:12 pm', '…0000d1 ', '–', 'approved', '+₹2,000.00', '₹2,000.00'],
    ])
    expect(screen.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe(`/fairness?bet=${dice.transaction}`)
  })

  it('copies the whole id of a line, of which it shows the end', async () => {
    const { user } = openSite('/account-statement', { gateway: gatewayWith([dice, deposit]) })
    await user.click(await screen.findByRole('button', { name: 'Copy the id …0000a1' }))
    expect(await navigator.clipboard.readText()).toBe(dice.transaction)
    expect(await screen.findByText('Copied')).toBeTruthy()
  })

  it('shows a line of a kind that a newer release has added, beside the others', async () => {
    const added = {
      ...dice,
      _id: 'row-2',
      gameType: 'Plinko' as string as Row['gameType'],
      result: 'draw' as string as Row['result'],
    }
    const unreadable = { _id: 'row-4' } as Row
    openSite('/account-statement', { gateway: gatewayWith([unreadable, added, deposit]) })
    await screen.findByRole('table')
    expect(rowsShown()).toEqual([
      ['Other', '21 Nov 2026, 7:35 pm', '…0000a1 ', '₹500.00', 'other', '−₹500.00', '₹1,500.00'],
      ['Deposit', '21 Nov 2026, 7:12 pm', '…0000d1 ', '–', 'approved', '+₹2,000.00', '₹2,000.00'],
    ])
  })

  it('offers the filters of the product and asks the server with them; nothing there is said as such', async () => {
    const gateway = gatewayWith([dice])
    const { user } = openSite('/account-statement', { gateway })
    await screen.findByRole('table')
    const optionsOf = (label: string): string[] =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
    expect(optionsOf('Game')).toEqual([
      ...['All', 'Aviator', 'Dice', 'Slots', 'CoinFlip', 'Mines', 'Deposit', 'Withdrawal'],
    ])
    expect(optionsOf('Result')).toEqual(['All', 'win', 'loss'])
    gateway.answer(getAccountStatement, () => ok({ statements: [], nextCursor: null }))
    await user.selectOptions(screen.getByLabelText('Game'), 'CoinFlip')
    expect(await screen.findByText('No transactions match these filters')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Game'), 'All')
    expect(await screen.findByText('No transactions yet')).toBeTruthy()
    expect(queries(gateway).slice(0, 2)).toEqual([
      'gameType=All&result=All&limit=50',
      'gameType=CoinFlip&result=All&limit=50',
    ])
  })

  it('keeps its filters in the address, and has the balance before the first day', async () => {
    const gateway = gatewayWith([dice])
    gateway.answer(getAccountStatement, () => ok({ statements: [dice], nextCursor: null, openingBalance: 1_234.5 }))
    const { user } = openSite('/account-statement?gameType=Dice&from=soon&to=2026-11-21', { gateway })
    await screen.findByRole('table')
    expect(screen.queryByText(/^Balance before/)).toBeNull()
    fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2026-11-01' } })
    await user.selectOptions(screen.getByLabelText('Result'), 'win')
    expect(await screen.findByText('Balance before 1 Nov 2026: ₹1,234.50')).toBeTruthy()
    expect(window.location.search).toBe('?gameType=Dice&result=win&from=2026-11-01&to=2026-11-21')
    expect([queries(gateway)[0], queries(gateway).at(-1)]).toEqual([
      'to=2026-11-21&gameType=Dice&result=All&limit=50',
      'from=2026-11-01&to=2026-11-21&gameType=Dice&result=win&limit=50',
    ])
    gateway.answer(downloadAccountStatement, () => refuse('unavailable'))
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(gateway.requestsOf(downloadAccountStatement)).toHaveLength(1))
    expect(gateway.requestsOf(downloadAccountStatement)[0]?.query.get('from')).toBe('2026-11-01')
  })

  it('a day is typed digit by digit, and only a whole day narrows the lines', async () => {
    const gateway = gatewayWith([dice])
    openSite('/account-statement?from=2026-11-01', { gateway })
    await screen.findByRole('table')
    const [from, to] = ['From day', 'To day'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    for (const field of [to, from]) {
      if (!field) throw new Error('No field')
      for (const year of ['0002', '0020', '0202']) {
        fireEvent.change(field, { target: { value: `${year}-11-21` } })
        expect(field.value).toBe(`${year}-11-21`)
      }
      expect(window.location.search).toBe('?from=2026-11-01')
      fireEvent.blur(field)
      expect(field.value).toBe(field === from ? '2026-11-01' : '')
    }
    expect(queries(gateway)).toHaveLength(1)
    for (const year of ['0002', '0020', '0202', '2026'])
      fireEvent.change(to ?? document.body, { target: { value: `${year}-11-21` } })
    await waitFor(() => expect(window.location.search).toContain('to=2026-11-21'))
  })

  it('goes on by cursor when its reader scrolls or asks, and says of what is newer without moving what is read', async () => {
    const gateway = gatewayWith([])
    gateway.answer(getAccountStatement, ({ query }) =>
      query.get('cursor') === null
        ? ok({ statements: [dice], nextCursor: '1' })
        : ok({ statements: [deposit], nextCursor: null }),
    )
    const { user, connection } = openSite('/account-statement', { gateway })
    const list = await screen.findByRole('region', { name: 'Transactions' })
    fireEvent.scroll(within(list).getByRole('table').parentElement ?? list)
    await waitFor(() => expect(rowsShown()).toHaveLength(2))
    expect(queries(gateway)[1]).toBe('gameType=All&result=All&limit=50&cursor=1')
    expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull()
    act(() => connection.push(socketEvents.balanceUpdate, moved))
    await user.click(await screen.findByRole('button', { name: 'Show the newest lines' }))
    await waitFor(() => expect(rowsShown()).toHaveLength(1))
    expect(queries(gateway)).toHaveLength(3)
  })

  it('reads its newest lines again when the balance has moved', async () => {
    const gateway = gatewayWith([deposit])
    const { connection } = openSite('/account-statement', { gateway })
    await screen.findByRole('table')
    gateway.answer(getAccountStatement, () => ok({ statements: [dice, deposit], nextCursor: null }))
    act(() => connection.push(socketEvents.balanceUpdate, moved))
    await waitFor(() => expect(rowsShown()).toHaveLength(2), { timeout: 10_000 })
  })

  it('tells that the statement is down, not that there is nothing, and reads it when asked again', async () => {
    const gateway = gatewayWith([])
    gateway.answer(getAccountStatement, () => refuse('unavailable'))
    const { user } = openSite('/account-statement', { gateway })
    expect(await screen.findByText('The statement is not available right now')).toBeTruthy()
    expect(screen.queryByText('No transactions yet')).toBeNull()
    gateway.answer(getAccountStatement, () => ok({ statements: [dice], nextCursor: null }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('keeps the lines that it has when older ones cannot be read, and asks for those again by hand alone', async () => {
    const gateway = gatewayWith([])
    gateway.answer(getAccountStatement, ({ query }) =>
      query.get('cursor') === null ? ok({ statements: [dice], nextCursor: '1' }) : null,
    )
    const { user } = openSite('/account-statement', { gateway })
    await user.click(await screen.findByRole('button', { name: 'Show older lines' }))
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).not.toHaveLength(0))
    fireEvent.scroll(screen.getByRole('table').parentElement ?? document.body)
    expect(rowsShown()).toHaveLength(1)
    expect(queries(gateway)).toHaveLength(2)
  })

  it('hands over the file of the lines that are shown, fetched with the token; a refusal is said', async () => {
    const made: Blob[] = []
    URL.createObjectURL = (content) => `blob:${made.push(content as Blob)}`
    URL.revokeObjectURL = () => undefined
    const gateway = gatewayWith([dice])
    const { user } = openSite('/account-statement', { gateway })
    await user.selectOptions(await screen.findByLabelText('Game'), 'Dice')
    gateway.answer(downloadAccountStatement, () => refuse('unavailable'))
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect(await screen.findByText('The service is not available right now. Please try again.')).toBeTruthy()
    expect(made).toEqual([])
    gateway.answer(downloadAccountStatement, () => file('statement-2026-11-28.csv', 'date,gameType\n'))
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(made).toHaveLength(1))
    expect(await made[0]?.text()).toBe('date,gameType\n')
    const [asked] = gateway.requestsOf(downloadAccountStatement)
    expect(asked?.query.toString()).toBe('gameType=Dice&result=All')
    expect(asked?.headers.get('Authorization')).toBe('Bearer token-of-asha')
  })
})

it('a reader who has scrolled on stays there when the connection comes back', async () => {
  const gateway = new PlayerGateway()
  const page = (first: number): Row[] => Array.from({ length: 50 }, (_, n) => ({ ...dice, _id: `row-${first + n}` }))
  gateway.answer(getAccountStatement, ({ query }) =>
    query.get('cursor') === null
      ? ok({ statements: page(0), nextCursor: 'older' })
      : ok({ statements: page(50), nextCursor: null }),
  )
  gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  gateway.answer(listWithdrawals, () => ok({ withdrawals: [], nextCursor: null }))
  const { user, connection } = openSite('/account-statement', { gateway })
  await user.click(await screen.findByRole('button', { name: 'Show older lines' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(101))
  const asked = gateway.requestsOf(listDeposits).length
  act(() => {
    connection.down()
    connection.up()
  })
  await waitFor(() => expect(gateway.requestsOf(listDeposits).length).toBeGreaterThan(asked))
  expect(screen.getAllByRole('row')).toHaveLength(101)
})
