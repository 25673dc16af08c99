import type { CallResult } from '@kismet/app-kit/call.ts'
import type { Output, cashOutAviator } from '@kismet/contracts'
import {
  aviatorCashout,
  aviatorCrashLoss,
  aviatorGetState,
  aviatorPlaceBet,
  gameChange,
  listAviatorBets,
  listAviatorTopWins,
  paise,
  aviatorEvents,
} from '@kismet/contracts'
import { refusal, unanswered } from '@kismet/app-kit/call-error.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { AviatorTable } from '../../testing/aviator-table.ts'

const place = (): HTMLElement => screen.getByRole('button', { name: /^Place Bet/ })
const cashOut = (): HTMLElement => screen.getByRole('button', { name: /^Cash Out/ })
const isOff = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'

describe('Aviator while it connects', () => {
  it('says so, and shows the round once the server has told it', async () => {
    const table = await AviatorTable.open({ isKnown: false })
    expect(screen.getByText('CONNECTING TO AVIATOR SERVER')).toBeTruthy()
    table.live.answer(aviatorGetState, () => ({ data: table.round.snapshot() }))
    table.push(
      aviatorEvents.state,
      table.round.snapshot({ history: [{ roundId: new TestRound(3).roundId, roundNumber: 3, crashPoint: 12.06 }] }),
    )
    expect(screen.queryByText('CONNECTING TO AVIATOR SERVER')).toBeNull()
    expect(screen.getByText('RTP: 97%')).toBeTruthy()
    expect(screen.getByText('Connected')).toBeTruthy()
    expect(screen.getByText(/very high, 10 or more/)).toBeTruthy()
    expect(table.live.emitted).toContainEqual({ event: gameChange.event, payload: { gameName: 'Aviator' } })
  })
})

describe('how it stands', () => {
  it('is told by the server on each connect, and asked for by a page that is opened after it', async () => {
    const table = await AviatorTable.open()
    const before = table.sent(aviatorGetState).length
    for (let nth = 0; nth < 3; nth += 1) {
      act(() => table.live.down())
      act(() => table.live.up())
      table.push(aviatorEvents.state, table.round.snapshot())
    }
    expect(table.sent(aviatorGetState)).toHaveLength(before)
    await table.user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'Roll' })
    await table.user.click(screen.getAllByRole('link', { name: 'Aviator' })[0] ?? document.body)
    expect(await screen.findByRole('button', { name: /^Place Bet/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('CONNECTING TO AVIATOR SERVER')).toBeNull())
    expect(table.sent(aviatorGetState).length).toBeGreaterThan(before)
  })

  it('is asked for where the server could not say whether there is a bet', async () => {
    const table = await AviatorTable.open()
    const { bet: _, ...rest } = table.round.snapshot()
    act(() => table.live.down())
    act(() => table.live.up())
    table.live.answer(aviatorGetState, () => ({ data: table.round.snapshot({ bet: table.round.bet }) }))
    table.push(aviatorEvents.state, rest)
    expect(await screen.findByText('Bet placed: ₹500.00')).toBeTruthy()
  })
})

describe('a bet', () => {
  it('is placed, cashed out in visible steps, and shown at the number of the server', async () => {
    const table = await AviatorTable.open()
    const answer = Promise.withResolvers<CallResult<Output<typeof cashOutAviator>>>()
    table.live.answer(aviatorPlaceBet, () => ({ data: table.round.betPlaced }))
    await table.user.click(place())
    expect(await screen.findByText('Bet placed: ₹500.00')).toBeTruthy()
    const [sent] = table.sent(aviatorPlaceBet)
    expect(sent).toMatchObject({ amount: 10_000, roundId: table.round.roundId, autoCashout: null })
    expect(sent).toHaveProperty('clientSeed', expect.stringMatching(/^own-[A-Za-z0-9]{16}$/))
    table.push(aviatorEvents.takeoff, table.round.takeoff)
    table.push(aviatorEvents.multiplier, table.round.tick(81))
    expect(cashOut().textContent).toBe('Cash Out₹745.00')
    table.live.answer(aviatorCashout, () => answer.promise)
    fireEvent.click(cashOut())
    expect(cashOut().textContent).toContain('pressed')
    fireEvent.click(cashOut())
    expect(await screen.findByText('sent, waiting for the server')).toBeTruthy()
    expect(table.sent(aviatorCashout)).toEqual([{ roundId: table.round.roundId }])
    answer.resolve({ data: table.round.cashedOut })
    expect(await screen.findByText('CASHOUT! Won ₹750.00 at 1.50x')).toBeTruthy()
    expect(screen.getByText('Cashed Out · Won ₹750.00 at 1.50x')).toBeTruthy()
    table.push(aviatorEvents.cashedOut, { success: true, ...table.round.cashedOut })
    expect(screen.getAllByText('CASHOUT! Won ₹750.00 at 1.50x')).toHaveLength(1)
  })

  it('is lost only when the server says so, which is asked once', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    table.push(aviatorEvents.crash, table.round.crash)
    expect(screen.getByText('CRASHED! at')).toBeTruthy()
    expect(screen.queryByText(/^Lost/)).toBeNull()
    expect(table.sent(aviatorCrashLoss)).toEqual([{ roundId: table.round.roundId }])
    table.push(aviatorEvents.crashLossProcessed, { success: true, ...table.round.lost })
    const { crashPoint } = table.round
    expect(screen.getByText(`Crashed at ${crashPoint.toFixed(2)}x! Lost ₹500.00`)).toBeTruthy()
    expect(screen.getByText('Lost ₹500.00')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe(`/round/${table.round.roundId}`)
  })

  it('is refunded with its round', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    table.push(aviatorEvents.void, { ...table.round.voided, balance: paise(100_000), balanceSeq: 9 })
    expect(screen.getByText('Your bet of ₹500.00 was refunded. The round was voided.')).toBeTruthy()
    expect(screen.getByText('Refunded ₹500.00')).toBeTruthy()
  })

  it('with a target is sent with it, and nothing that is no target is', async () => {
    const table = await AviatorTable.open()
    table.live.answer(aviatorPlaceBet, () => ({ data: table.round.betPlaced }))
    await table.user.type(screen.getByLabelText('Auto cash out'), '1')
    expect(screen.getByText('1.01x to 100x')).toBeTruthy()
    expect(isOff(place())).toBe(true)
    await table.user.type(screen.getByLabelText('Auto cash out'), '.5{Enter}')
    await waitFor(() => expect(table.sent(aviatorPlaceBet)).toMatchObject([{ autoCashout: 1.5 }]))
  })

  it.each([
    ['betting_closed', 'Betting is closed for this round!'],
    ['bet_already_placed', 'Bet already placed!'],
    ['insufficient_balance', 'Insufficient balance!'],
  ])('is refused by the server as %s: %s', async (code, message) => {
    const table = await AviatorTable.open()
    table.live.answer(aviatorPlaceBet, () => ({ error: refusal(null, { code, message }, null) }))
    await table.user.click(place())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(isOff(place())).toBe(false)
  })

  it('cannot be more than the balance, and says why where a key tries it', async () => {
    const table = await AviatorTable.open()
    const amount = screen.getByLabelText('Bet Amount')
    await table.user.clear(amount)
    await table.user.type(amount, '2500')
    expect(isOff(place())).toBe(true)
    expect(screen.getByText('Insufficient balance!')).toBeTruthy()
    await table.user.click(screen.getByRole('button', { name: 'Max' }))
    expect(amount).toHaveProperty('value', '1000')
    expect(isOff(place())).toBe(false)
  })

  it.each<[string, (table: AviatorTable) => void, string]>([
    ['while it flies', (table) => table.fly(), 'Betting is closed for this round!'],
    [
      'twice',
      (table) => table.push(aviatorEvents.betPlaced, { success: true, ...table.round.betPlaced }),
      'Bet already placed!',
    ],
    ['without a connection', (table) => act(() => table.live.down()), 'Not connected to server!'],
  ])('is not placed %s: %s', async (_, happen, text) => {
    const table = await AviatorTable.open()
    happen(table)
    fireEvent.submit(screen.getByLabelText('Bet Amount'))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })
})

describe('a bet whose answer stays away', () => {
  const lost = async (): Promise<AviatorTable> => {
    const table = await AviatorTable.open()
    table.live.answer(aviatorPlaceBet, () => ({ error: unanswered('timeout') }))
    await table.user.click(place())
    expect(await screen.findByText('Server timeout - please try again')).toBeTruthy()
    return table
  }

  it('is unknown, never failed, and asked for', async () => {
    const table = await lost()
    expect(isOff(place())).toBe(true)
    expect(place().textContent).toContain('checking your last bet')
    expect(table.sent(aviatorGetState).length).toBeGreaterThan(0)
    table.push(aviatorEvents.state, table.round.snapshot({ bet: table.round.bet }))
    expect(screen.getByText('Bet placed: ₹500.00')).toBeTruthy()
  })

  it('was not taken when the round flies without it', async () => {
    const table = await lost()
    const { takeoffAt } = table.round
    table.push(aviatorEvents.state, table.round.snapshot({ phase: 'flying', takeoffAt, multiplier: 1 }))
    expect(screen.getByText('Your bet of ₹100.00 was not placed. No money was taken.')).toBeTruthy()
  })

  it('is looked for in the list when the next round is on', async () => {
    const table = await lost()
    const { round } = table
    table.gateway.answer(listAviatorBets, () => ok({ bets: [{ ...round.listed(), betAmount: 500, payout: 0 }] }))
    table.push(aviatorEvents.roundStart, new TestRound(round.roundNumber + 1).roundStart)
    expect(await screen.findByText(`Crashed at ${round.crashPoint.toFixed(2)}x! Lost ₹500.00`)).toBeTruthy()
  })
})

describe('a cash-out whose answer stays away', () => {
  it('can be pressed again when the bet still flies', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    const { round } = table
    table.live.answer(aviatorGetState, () => ({
      data: round.snapshot({ phase: 'flying', takeoffAt: round.takeoffAt, multiplier: 1.4, bet: round.bet }),
    }))
    table.live.answer(aviatorCashout, () => ({ error: unanswered('timeout') }))
    await table.user.click(cashOut())
    expect(await screen.findByText('Server timeout - please try again')).toBeTruthy()
    await waitFor(() => expect(cashOut().textContent).toMatch(/₹/))
  })

  it('says what is refused', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    const message = 'The round has crashed already.'
    table.live.answer(aviatorCashout, () => ({ error: refusal(null, { code: 'round_crashed', message }, null) }))
    await table.user.click(cashOut())
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('without a connection', () => {
  it.each([
    ['an open bet', null, /Your bet of ₹500.00 stays in the round. You can cash out when you are back online/],
    ['an open bet with a target', 2.5, /The server cashes it out if the flight reaches 2.50x/],
  ])('it says what becomes of %s', async (_, autoCashout, text) => {
    const table = await AviatorTable.open()
    table.push(aviatorEvents.betPlaced, { success: true, ...table.round.betPlaced, autoCashout })
    table.fly()
    act(() => table.live.down())
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Not connected')).toBeTruthy()
  })

  it('it names no amount that can be cashed out, for nobody knows where the flight is', async () => {
    const table = await AviatorTable.open({ bet: true })
    table.fly()
    expect(cashOut().textContent).toContain('₹')
    act(() => table.live.down())
    expect(cashOut().textContent).toBe('Cash Outwhen the connection is back')
    expect(isOff(cashOut())).toBe(true)
    act(() => table.live.up())
    expect(cashOut().textContent).toContain('₹')
  })
})

describe('the lists', () => {
  it('show the bets of the round with masked names, and what became of them', async () => {
    const table = await AviatorTable.open({ bet: true })
    const { round } = table
    const feed = [
      { name: 'r***7', betAmount: paise(250_000) },
      { name: 'K***n', betAmount: paise(100_000) },
    ]
    table.push(aviatorEvents.feed, { roundId: round.roundId, serverTime: round.opensAt + 2_000, feed })
    table.fly()
    const out = { name: 'r***7', betAmount: paise(250_000), multiplier: 2.1, payout: paise(525_000) }
    table.push(aviatorEvents.multiplier, { ...round.tick(150), feed: [out] })
    const rows = (): (string | null)[] =>
      within(screen.getByRole('list', { name: 'Live bets' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent)
    expect(rows()).toEqual(['You₹500flying–', 'K***n₹1,000flying–', 'r***7₹2,5002.10x₹5,250.00'])
    table.push(aviatorEvents.crash, round.crash)
    expect(rows()[1]).toBe('K***n₹1,000lost–')
    expect(screen.getByRole('tab', { name: 'Live bets · 2' })).toBeTruthy()
  })

  it('show own bets and the top wins of the day', async () => {
    const table = await AviatorTable.open()
    table.gateway.answer(listAviatorBets, () => ok({ bets: [{ ...table.round.listed(), betAmount: 500, payout: 0 }] }))
    const win = {
      name: 'r***7',
      roundId: new TestRound(3).roundId,
      betAmount: 100,
      multiplier: 9,
      payout: 900,
      at: '2026-11-21T13:00:00.000Z',
    }
    table.gateway.answer(listAviatorTopWins, () => ok({ wins: [win] }))
    await table.user.click(screen.getByRole('tab', { name: 'My bets' }))
    expect(await screen.findByText('−₹500.00')).toBeTruthy()
    await table.user.click(screen.getByRole('tab', { name: 'Top wins today' }))
    expect(await screen.findByText('₹900.00')).toBeTruthy()
    table.gateway.answer(listAviatorTopWins, () => null)
    act(() => {
      table.live.down()
      table.live.up()
    })
    expect(await screen.findByText('Could not refresh. You see the last known state.')).toBeTruthy()
    expect(screen.getByText('₹900.00')).toBeTruthy()
  })
})
