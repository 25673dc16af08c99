import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { aviatorEvents, aviatorGetState } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { ToldRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'

const isSaid = (): boolean => screen.queryByText('No news from the game.') !== null
const wait = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000))
}

beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }))
afterEach(() => void jest.useRealTimers())

/** What of the round is known when nothing more comes. */
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
    table.push(aviatorEvents.roundStart, new ToldRound(table.round.roundNumber + 1).roundStart)
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
    const next = new ToldRound(round.roundNumber + 1)
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
