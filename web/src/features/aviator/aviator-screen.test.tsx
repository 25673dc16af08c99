import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { refusal } from '@kismet/app-kit/call-error.ts'
import { aviatorCashout, aviatorEvents, aviatorPlaceBet, limits } from '@kismet/contracts'
import { act, screen, within } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const said = (text: string | RegExp): Promise<HTMLElement> => screen.findByText(text)
/** A refusal in which nobody says why. */
const mute = { error: refusal(null, { success: false }, null) }

afterEach(() => {
  jest.useRealTimers()
})

describe('the screen of Aviator (spec 2.4)', () => {
  it('has the last crash point and those before it, each in the colour of its band', async () => {
    const table = await AviatorTable.open()
    const crashPoints = [12.06, 1.99, 2, 4.99, 5, 9.99, 10]
    const history = crashPoints.map((crashPoint, at) => ({ ...new TestRound(10 - at).past, crashPoint }))
    table.push(aviatorEvents.state, table.round.snapshot({ history }))
    const last = screen.getByText('Last').nextElementSibling
    expect(last?.textContent).toBe('12.06x very high, 10 or more')
    const chips = within(screen.getByRole('list', { name: 'Recent crash points' })).getAllByRole('link')
    expect(chips.map(({ firstElementChild }) => firstElementChild?.className)).toEqual(
      ['low', 'medium', 'medium', 'high', 'high', 'veryHigh'].map((band) => `chip ${band}`),
    )
    expect(chips.map(({ textContent }) => textContent.split(' ')[0])).toEqual([
      ...['1.99x', '2.00x', '4.99x', '5.00x', '9.99x', '10.00x'],
    ])
  })

  it('counts down while bets are taken', async () => {
    const table = await AviatorTable.open()
    const round = new TestRound(5, Date.now())
    table.push(aviatorEvents.state, round.snapshot({ serverTime: Date.now() }))
    expect(screen.getAllByText('Waiting for next round')).toHaveLength(1)
    const bar = screen.getByRole('progressbar', { name: 'Waiting for next round' })
    expect(bar.getAttribute('aria-valuemax')).toBe('10')
    const seconds = Number(bar.getAttribute('aria-valuenow'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(10)
    expect(screen.getByText(/^Next Round In/).textContent).toMatch(/^Next Round In \d+s$/)
  })

  it('says where it crashed, and waits for the next round 3 s later', async () => {
    const table = await AviatorTable.open()
    const round = new TestRound(6, Date.now() - 30_000)
    table.push(aviatorEvents.state, round.snapshot({ serverTime: Date.now() }))
    table.push(aviatorEvents.takeoff, { ...round.takeoff, serverTime: Date.now() })
    jest.useFakeTimers()
    table.push(aviatorEvents.crash, { ...round.crash, serverTime: Date.now() })
    expect(screen.getByText(`CRASHED! at ${round.crashPoint.toFixed(2)}x`)).toBeTruthy()
    expect(screen.getByText('CRASHED! at')).toBeTruthy()
    act(() => jest.advanceTimersByTime(limits.aviator.pauseMs - 100))
    expect(screen.queryByText('Waiting for next round')).toBeNull()
    act(() => jest.advanceTimersByTime(200))
    expect(screen.getByText('Waiting for next round')).toBeTruthy()
  })

  it('takes ₹100 at first, halves, doubles and takes the most, and names its limits', async () => {
    const table = await AviatorTable.open()
    const amount = screen.getByLabelText('Bet Amount')
    expect(amount).toHaveProperty('value', '100')
    for (const [name, value] of [
      ['Double, 2×', '200'],
      ['Double, 2×', '400'],
      ['Half', '200'],
      ['Max', '1000'],
    ] as const) {
      await table.user.click(button(name))
      expect(amount).toHaveProperty('value', value)
    }
    const limitsShown = ['Min Bet', 'Max Bet', 'Max Win'].map((name) => screen.getByText(name).nextSibling?.textContent)
    expect(limitsShown).toEqual(['₹100', '₹10,000', '₹10,00,000'])
    expect(button(/^Place Bet/)).toHaveProperty('ariaDisabled', null)
    table.fly()
    expect(screen.queryByRole('button', { name: /^Cash Out/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Place Bet/ })).toBeNull()
  })
})

describe('the toasts of Aviator (spec 8.2)', () => {
  it('say that the game server was reached, and that it was not', async () => {
    const { live } = await AviatorTable.open()
    act(() => live.down())
    expect(await said('Failed to connect to game server')).toBeTruthy()
    act(() => live.up())
    expect(await said('Connected to game server')).toBeTruthy()
  })

  it('say Bet failed and Cashout failed where the server says no more', async () => {
    const table = await AviatorTable.open()
    table.live.answer(aviatorPlaceBet, () => mute)
    await table.user.click(button(/^Place Bet/))
    expect(await said('Bet failed')).toBeTruthy()
    table.push(aviatorEvents.betPlaced, { success: true, ...table.round.betPlaced })
    table.fly()
    table.live.answer(aviatorCashout, () => mute)
    await table.user.click(button(/^Cash Out/))
    expect(await said('Cashout failed')).toBeTruthy()
  })

  it('tell of the bonus that a bet has released', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    table.live.answer(aviatorCashout, () => ({ data: { ...table.round.cashedOut, bonusReleased: true } }))
    await table.user.click(button(/^Cash Out/))
    expect(await said('Your first deposit bonus has been credited to your balance!')).toBeTruthy()
  })
})
