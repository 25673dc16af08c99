import { aviatorCashout, aviatorEvents, aviatorPlaceBet } from '@kismet/contracts'
import { refusal } from '@kismet/app-kit/call-error.ts'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'
import { emptyTable, nextBetFate } from './table.ts'
import { nextTable } from './table-reducer.ts'

const [fourth, fifth, sixth] = [new TestRound(4), new TestRound(5), new TestRound(6)]
const button = (name: RegExp): HTMLElement => screen.getByRole('button', { name })
const usable = async (name: RegExp): Promise<HTMLElement> => {
  await waitFor(() => expect(button(name).getAttribute('aria-disabled')).toBeNull())
  return button(name)
}

describe('the fate of a bet for the next round', () => {
  const flying = nextTable(emptyTable, {
    kind: 'state',
    payload: fourth.snapshot({ phase: 'flying', takeoffAt: fourth.takeoffAt, multiplier: 1.2 }),
  })
  const nextBet = { stakePaise: 10_000, autoCashout: null, afterRound: 4 }
  const before = nextTable(flying, { kind: 'nextBetChanged', nextBet })

  it.each([
    ['null in its own round', before, null],
    ['null at the end of its round', nextTable(before, { kind: 'crash', payload: fourth.crash }), null],
    ['due when the next round opens', nextTable(before, { kind: 'roundStart', payload: fifth.roundStart }), 'due'],
    ['missed when that round is over', nextTable(before, { kind: 'roundStart', payload: sixth.roundStart }), 'missed'],
    [
      'missed when that round flies already',
      nextTable(before, { kind: 'state', payload: fifth.snapshot({ phase: 'flying', takeoffAt: fifth.takeoffAt }) }),
      'missed',
    ],
    [
      'missed when the player has a bet in that round',
      nextTable(before, { kind: 'state', payload: fifth.snapshot({ bet: fifth.bet }) }),
      'missed',
    ],
    [
      'null after it was cancelled',
      nextTable(nextTable(before, { kind: 'nextBetChanged', nextBet: null }), {
        kind: 'roundStart',
        payload: fifth.roundStart,
      }),
      null,
    ],
  ])('is %s', (_, table, fate) => expect(nextBetFate(table)).toBe(fate))
})

describe('a bet for the next round', () => {
  let table: AviatorTable
  beforeEach(async () => {
    table = await AviatorTable.open()
    table.live.answer(aviatorPlaceBet, () => ({ data: fifth.betPlaced }))
  })

  const set = async (): Promise<void> => {
    table.fly()
    fireEvent.click(await usable(/^Bet next round/))
  }

  it('is made in flight, and placed once when that round opens', async () => {
    await set()
    expect(button(/^Cancel bet/).textContent).toBe('Cancel betnext round · ₹100.00')
    table.push(aviatorEvents.crash, fourth.crash)
    expect(table.sent(aviatorPlaceBet)).toEqual([])
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    table.push(aviatorEvents.state, fifth.snapshot())
    expect(table.sent(aviatorPlaceBet)).toMatchObject([{ amount: 10_000, roundId: fifth.roundId, autoCashout: null }])
    expect(await screen.findByText('Bet placed: ₹500.00')).toBeTruthy()
  })

  it('is not placed after it was cancelled', async () => {
    await set()
    fireEvent.click(button(/^Cancel bet/))
    // A double tap sets the bet.
    expect(button(/^Cancel bet/)).toBeTruthy()
    fireEvent.click(await usable(/^Cancel bet/))
    expect(await usable(/^Bet next round/)).toBeTruthy()
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })

  it('is not placed in a later round, and the player is told', async () => {
    await set()
    act(() => table.live.down())
    act(() => table.live.up())
    table.push(aviatorEvents.state, sixth.snapshot())
    expect(await screen.findByText('Your bet of ₹100.00 was not placed. No money was taken.')).toBeTruthy()
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })

  it('says why the server refuses it', async () => {
    const message = 'Insufficient balance!'
    table.live.answer(aviatorPlaceBet, () => ({
      error: refusal(null, { code: 'insufficient_balance', message }, null),
    }))
    await set()
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(table.sent(aviatorPlaceBet)).toHaveLength(1)
  })

  it('cannot be made without a connection', async () => {
    table.fly()
    await usable(/^Bet next round/)
    act(() => table.live.down())
    fireEvent.click(button(/^Bet next round/))
    expect(await screen.findByText('Not connected to server!')).toBeTruthy()
    expect(button(/^Bet next round/)).toBeTruthy()
  })

  it('can follow a cash-out, once the player has seen its result', async () => {
    table.push(aviatorEvents.betPlaced, { success: true, ...fourth.betPlaced })
    table.fly()
    table.live.answer(aviatorCashout, () => ({ data: fourth.cashedOut }))
    fireEvent.click(button(/^Cash Out/))
    fireEvent.click(await screen.findByRole('button', { name: /^Cashed Out/ }))
    expect(button(/^Cashed Out/)).toBeTruthy()
    fireEvent.click(await usable(/^Bet next round/))
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(table.sent(aviatorPlaceBet)).toHaveLength(1)
  })
})
