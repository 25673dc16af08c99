import { aviatorCashout, aviatorEvents, aviatorPlaceBet, getSiteMaintenance, socketEvents } from '@kismet/contracts'
import { refusal } from '@kismet/app-kit/call-error.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'
import { initialState, nextBetFate } from './aviator-state.ts'
import { nextState } from './aviator-reducer.ts'

const [fourth, fifth, sixth] = [new TestRound(4), new TestRound(5), new TestRound(6)]
const button = (name: RegExp): HTMLElement => screen.getByRole('button', { name })
const usable = async (name: RegExp): Promise<HTMLElement> => {
  await waitFor(() => expect(button(name).getAttribute('aria-disabled')).toBeNull())
  return button(name)
}

describe('the fate of a bet for the next round', () => {
  const flying = nextState(initialState, {
    kind: 'state',
    payload: fourth.snapshot({ phase: 'flying', takeoffAt: fourth.takeoffAt, multiplier: 1.2 }),
  })
  const nextBet = { stakePaise: 10_000, autoCashout: null, afterRound: 4 }
  const before = nextState(flying, { kind: 'nextBetChanged', nextBet })

  it.each([
    ['null in its own round', before, null],
    ['null at the end of its round', nextState(before, { kind: 'crash', payload: fourth.crash }), null],
    ['due when the next round opens', nextState(before, { kind: 'roundStart', payload: fifth.roundStart }), 'due'],
    ['missed when that round is over', nextState(before, { kind: 'roundStart', payload: sixth.roundStart }), 'missed'],
    [
      'missed when that round flies already',
      nextState(before, { kind: 'state', payload: fifth.snapshot({ phase: 'flying', takeoffAt: fifth.takeoffAt }) }),
      'missed',
    ],
    [
      'missed when the player has a bet in that round',
      nextState(before, { kind: 'state', payload: fifth.snapshot({ bet: fifth.bet }) }),
      'missed',
    ],
    [
      'null after it was cancelled',
      nextState(nextState(before, { kind: 'nextBetChanged', nextBet: null }), {
        kind: 'roundStart',
        payload: fifth.roundStart,
      }),
      null,
    ],
  ])('is %s', (_, state, fate) => expect(nextBetFate(state)).toBe(fate))
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

  /** Another page of the app, as the player opens it. */
  const leave = async (): Promise<void> => {
    await table.user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    await screen.findByText(/^Your bet of ₹100\.00 will still be placed in the next round/)
  }

  it('stays set on another page, is placed once, and the player is told', async () => {
    await set()
    await leave()
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    table.push(aviatorEvents.state, fifth.snapshot())
    expect(await screen.findByText('Bet placed: ₹500.00. Open Aviator to cash out.')).toBeTruthy()
    expect(table.sent(aviatorPlaceBet)).toHaveLength(1)
  })

  it('stays the bet of the player on another page: maintenance leads back, and the end of the bet is told', async () => {
    await set()
    await leave()
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(await screen.findByText('Bet placed: ₹500.00. Open Aviator to cash out.')).toBeTruthy()
    // The controller looks each second whether it is still needed.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)))
    table.gateway.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))
    table.push(socketEvents.siteMaintenance, { siteMaintenance: true })
    const back = 'You may still have an open bet in Aviator'
    expect(await screen.findByRole('link', { name: back }, { timeout: 6_000 })).toBeTruthy()
    table.push(aviatorEvents.takeoff, fifth.takeoff)
    table.push(aviatorEvents.crash, fifth.crash)
    table.push(aviatorEvents.crashLossProcessed, { success: true, ...fifth.lost })
    expect(await screen.findByText(/^Crashed at .* Lost ₹500\.00$/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: back })).toBeNull())
  })

  it('is there for a cancel after the way back', async () => {
    await set()
    await leave()
    await table.user.click(screen.getAllByRole('link', { name: 'Aviator' })[0] ?? document.body)
    fireEvent.click(await usable(/^Cancel bet/))
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })

  it('is not placed after its player has logged out', async () => {
    await set()
    await leave()
    await table.user.click(screen.getByRole('button', { name: /^Player menu/ }))
    await table.user.click(screen.getByRole('button', { name: 'Logout' }))
    table.push(aviatorEvents.roundStart, fifth.roundStart)
    expect(table.sent(aviatorPlaceBet)).toEqual([])
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
