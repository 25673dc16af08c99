import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { aviatorCashout, aviatorEvents, aviatorGetState, aviatorPlaceBet } from '@kismet/contracts'
import { act, fireEvent, screen } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'

const isSaid = (): boolean => screen.queryByText('No live updates from the game.') !== null
const wait = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000))
}

beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }))
afterEach(() => void jest.useRealTimers())

/** The known state of the round at the start of the silence. */
const phases = {
  betting: (): object => ({}),
  crashed: (table: AviatorTable): object => {
    table.fly()
    table.push(aviatorEvents.crash, table.round.crash)
    const { takeoffAt, crashPoint } = table.round
    return { phase: 'crashed', takeoffAt, crashPoint }
  },
}

describe('a silence of the game', () => {
  it.each(['betting', 'crashed'] as const)('stands while it is told anew that the round is %s', async (phase) => {
    const table = await AviatorTable.open()
    const known = table.round.snapshot(phases[phase](table))
    table.live.answer(aviatorGetState, () => ({ data: known }))
    await wait(6)
    expect(isSaid()).toBe(true)
    for (let second = 0; second < 8; second += 1) {
      await wait(1)
      expect(isSaid()).toBe(true)
    }
    expect(table.live.checks).toBe(1)
    table.push(aviatorEvents.roundStart, new TestRound(table.round.roundNumber + 1).roundStart)
    expect(isSaid()).toBe(false)
  })

  it('is over when a later phase is told, or another round', async () => {
    const table = await AviatorTable.open()
    const { round } = table
    table.live.answer(aviatorGetState, () => ({ data: round.snapshot() }))
    await wait(6)
    expect(isSaid()).toBe(true)
    table.push(aviatorEvents.state, round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.2 }))
    expect(isSaid()).toBe(false)
    await wait(4)
    expect(isSaid()).toBe(true)
    const next = new TestRound(round.roundNumber + 1)
    table.push(aviatorEvents.state, next.snapshot())
    expect(isSaid()).toBe(false)
    // How it stood before, told late.
    await wait(6)
    table.push(aviatorEvents.state, round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.3 }))
    expect(isSaid()).toBe(true)
  })

  it('counts from when the line is there again', async () => {
    const table = await AviatorTable.open()
    const known = table.round.snapshot(phases.crashed(table))
    act(() => table.live.down())
    await wait(10)
    act(() => table.live.up())
    table.push(aviatorEvents.state, known)
    await wait(3)
    expect(isSaid()).toBe(false)
    await wait(3)
    expect(isSaid()).toBe(true)
  })
})

const never = (): Promise<never> => new Promise(() => undefined)
const press = (name: RegExp): void => void fireEvent.click(screen.getByRole('button', { name }))
const bet = (autoCashout: number | null) => (table: AviatorTable) =>
  table.push(aviatorEvents.betPlaced, { success: true, ...table.round.betPlaced, autoCashout })
const flown = (autoCashout: number | null) => (table: AviatorTable) => {
  bet(autoCashout)(table)
  table.fly()
}

/** What is on when it begins, and what is said of it beside the button. */
const texts = [
  ['nothing', () => undefined, /^Place Bet/, /You have no open bet/],
  [
    'a bet without an answer',
    (table: AviatorTable) => {
      table.live.answer(aviatorPlaceBet, never)
      press(/^Place Bet/)
    },
    /^Place Bet/,
    /Checking whether your bet of ₹100.00 was placed/,
  ],
  [
    'perhaps a bet of before',
    (table: AviatorTable) => {
      const { bet: _, ...unsaid } = table.round.snapshot()
      table.push(aviatorEvents.state, unsaid)
    },
    /^Place Bet/,
    /Checking whether you have a bet in this round/,
  ],
  [
    'a bet before its flight',
    bet(null),
    /^Bet Placed/,
    /₹500.00 is in the round. You can cash out when live updates are back. If the flight crashes before that, the bet is lost/,
  ],
  [
    'a bet that flies',
    flown(null),
    /^Cash Out/,
    /You can still cash out, at the multiplier when the server receives it/,
  ],
  ['a bet with a target', flown(2.5), /^Cash Out/, /The server cashes it out if the flight reaches 2.50x/],
  [
    'a cash-out without an answer',
    (table: AviatorTable) => {
      flown(null)(table)
      table.live.answer(aviatorCashout, never)
      press(/^Cash Out/)
    },
    /^Cash Out/,
    /Checking whether your cash-out arrived in time/,
  ],
  [
    'a bet whose end was not told',
    (table: AviatorTable) => {
      flown(null)(table)
      table.push(aviatorEvents.crash, table.round.crash)
    },
    /^Bet Placed/,
    /Checking the result of your bet of ₹500.00/,
  ],
] as const

it.each(texts)(
  'a silence over a line that is there, with %s, says what the button does',
  async (_, begin, name, text) => {
    const table = await AviatorTable.open()
    table.live.answer(aviatorGetState, never)
    begin(table)
    await wait(6)
    expect(screen.getByText(text).textContent).toMatch(/^No live updates from the game\./)
    expect(screen.queryByText(/back online/)).toBeNull()
    expect(screen.getByRole('button', { name })).toBeTruthy()
  },
)

it('without a line, a bet whose end was not told is not said to be one that can be cashed out', async () => {
  const table = await AviatorTable.open()
  flown(null)(table)
  table.push(aviatorEvents.crash, table.round.crash)
  act(() => table.live.down())
  expect(screen.getByText(/We check the result of your bet of ₹500.00 as soon as you are back online/)).toBeTruthy()
})
