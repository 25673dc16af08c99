import { refusal } from '@kismet/app-kit/call-error.ts'
import { describe, expect, it } from '@jest/globals'
import { aviatorCashout, aviatorEvents, aviatorGetState, aviatorPlaceBet, paise } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'

const button = (name: RegExp): HTMLElement => screen.getByRole('button', { name })
const cashOut = (): HTMLElement => button(/^Cash Out/)

describe('a bet of before the page was opened', () => {
  it('is looked up until the server can say whether it is there, and then cashed out', async () => {
    const table = await AviatorTable.open({ isKnown: false })
    const { round } = table
    const up = { phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.4 } as const
    const away = refusal(503, { code: 'unavailable', message: 'Not now.' }, null)
    let asked = 0
    table.live.answer(aviatorGetState, () => {
      asked += 1
      return asked === 1 ? { error: away } : { data: round.snapshot({ ...up, bet: round.bet }) }
    })
    const { bet: _, ...unsaid } = round.snapshot(up)
    table.push(aviatorEvents.state, unsaid)
    table.push(aviatorEvents.multiplier, round.tick(80))
    expect(button(/^Place Bet/).textContent).toBe('Place Betlooking up your bet')
    expect(button(/^Place Bet/).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Looking up your bet')).toBeTruthy()
    expect(asked).toBe(1)
    await waitFor(() => expect(cashOut().textContent).toBe('Cash Out₹745.00'))
    expect(asked).toBe(2)
  })

  it('is not said to be none while the connection is away', async () => {
    const table = await AviatorTable.open({ isKnown: false })
    const { bet: _, ...unsaid } = table.round.snapshot()
    table.live.answer(aviatorGetState, () => new Promise(() => undefined))
    table.push(aviatorEvents.state, unsaid)
    act(() => table.live.down())
    expect(screen.queryByText(/You have no open bet/)).toBeNull()
    expect(
      screen.getByText(/We check whether you have a bet in this round as soon as you are back online/),
    ).toBeTruthy()
  })
})

describe('the fields', () => {
  it('show the bet that is on, whatever stands in this tab, and that again when it is over', async () => {
    const table = await AviatorTable.open()
    const { round } = table
    const [amount, target] = [screen.getByLabelText('Bet Amount'), screen.getByLabelText('Auto cash out')]
    const read = (): unknown[] => [amount, target].map((field) => (field as HTMLInputElement).value)
    await table.user.type(target, '9')
    table.push(aviatorEvents.state, round.snapshot({ bet: { ...round.bet, autoCashout: 2 } }))
    expect(read()).toEqual(['500', '2'])
    table.fly()
    table.push(aviatorEvents.crash, round.crash)
    expect(read()).toEqual(['500', '2'])
    table.push(aviatorEvents.crashLossProcessed, { success: true, ...round.lost })
    expect(read()).toEqual(['100', '9'])
  })

  it('say nothing of what stands in this tab while another bet is on', async () => {
    const table = await AviatorTable.open()
    await table.user.clear(screen.getByLabelText('Bet Amount'))
    await table.user.type(screen.getByLabelText('Bet Amount'), '7')
    expect(screen.getByRole('group', { name: 'Stakes' })).toBeTruthy()
    table.push(aviatorEvents.betPlaced, { success: true, ...table.round.betPlaced })
    expect(screen.queryByRole('group', { name: 'Stakes' })).toBeNull()
    expect(screen.queryByText('₹100 to ₹1,00,000')).toBeNull()
  })
})

it('a bet whose own target is reached shows what it is paid there, and waits for the server', async () => {
  const table = await AviatorTable.open()
  const { round } = table
  table.push(aviatorEvents.betPlaced, { success: true, ...round.betPlaced, autoCashout: 1.5 })
  table.fly()
  table.push(aviatorEvents.multiplier, round.tick(81))
  expect(cashOut().textContent).toBe('Cash Out₹745.00')
  table.push(aviatorEvents.multiplier, round.tick(120))
  expect(button(/₹750/).textContent).toBe('1.50x reached, waiting for the server₹750.00')
  fireEvent.click(button(/₹750/))
  expect(table.sent(aviatorCashout)).toEqual([])
  table.push(aviatorEvents.cashedOut, { success: true, ...round.cashedOut, auto: true, payout: paise(75_000) })
  expect(button(/Won ₹750.00/)).toBeTruthy()
})

it('a flight of which nothing is heard offers no old amount, and has the line looked at', async () => {
  const table = await AviatorTable.open({ bet: true })
  // A leader may still say how it stands when it no longer goes on with the flight.
  const flying = { phase: 'flying', takeoffAt: table.round.takeoff.takeoffAt, bet: table.round.bet } as const
  table.live.answer(aviatorGetState, () => ({ data: table.round.snapshot(flying) }))
  table.fly()
  expect(cashOut().textContent).toContain('₹')
  expect(await screen.findByText('No updates', undefined, { timeout: 6_000 })).toBeTruthy()
  expect(screen.getByText('No live updates from the game.')).toBeTruthy()
  expect(screen.getByText(/stays in the round. You can still cash out/)).toBeTruthy()
  expect(cashOut().textContent).toBe('Cash Outat the multiplier on arrival')
  expect(cashOut().getAttribute('aria-disabled')).toBeNull()
  expect(table.live.checks).toBe(1)
  table.push(aviatorEvents.multiplier, table.round.tick(81))
  expect(cashOut().textContent).toBe('Cash Out₹745.00')
  expect(screen.getByText('Connected')).toBeTruthy()
})

describe('the one button', () => {
  it('keeps the focus from the bet to its end, and Enter cashes out', async () => {
    const table = await AviatorTable.open()
    const { round } = table
    table.live.answer(aviatorPlaceBet, () => new Promise(() => undefined))
    button(/^Place Bet/).focus()
    await table.user.keyboard('{Enter}')
    expect(table.sent(aviatorPlaceBet)).toHaveLength(1)
    table.push(aviatorEvents.betPlaced, { success: true, ...round.betPlaced })
    expect(document.activeElement).toBe(button(/^Bet Placed/))
    table.fly()
    expect(document.activeElement).toBe(cashOut())
    table.live.answer(aviatorCashout, () => ({ data: round.cashedOut }))
    await table.user.keyboard('{Enter}')
    expect(table.sent(aviatorCashout)).toEqual([{ roundId: round.roundId }])
    expect(await screen.findByText('CASHOUT! Won ₹750.00 at 1.50x')).toBeTruthy()
    expect(document.activeElement).toBe(button(/^Cashed Out/))
  })

  it('takes no press on Cash Out for the next bet, where the end of the flight was missed', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    const { round } = table
    cashOut().focus()
    table.push(aviatorEvents.roundStart, new TestRound(round.roundNumber + 1).roundStart)
    expect(document.activeElement).toBe(button(/^Place Bet/))
    await table.user.keyboard('{Enter}')
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })
})

it('the receipt of a cash-out can be copied, also in the next round', async () => {
  const table = await AviatorTable.open({ bet: true })
  table.fly()
  table.push(aviatorEvents.cashedOut, { success: true, ...table.round.cashedOut })
  table.push(aviatorEvents.roundStart, new TestRound(table.round.roundNumber + 1).roundStart)
  await table.user.click(button(/^Fair/))
  await table.user.click(await screen.findByRole('button', { name: 'Copy receipt' }))
  expect(await navigator.clipboard.readText()).toBe('a.b.c')
})
