import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playDice, socketEvents } from '@kismet/contracts'
import type { UserEvent } from '@testing-library/user-event'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { amount, DiceTable, openDice } from '../../testing/dice-table.ts'
import type { DiceReply } from '../../testing/dice-table.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { readyButton, takesPressAtOnce } from '../../testing/ready-button.ts'

afterEach(() => sessionStorage.clear())

type Settings = Partial<
  Record<'Number of bets' | 'After a win %' | 'After a loss %' | 'Stop on profit ₹' | 'Stop on loss ₹', string>
>
const start = (): HTMLElement => screen.getByRole('button', { name: 'Start Auto' })
const type = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}

/** The tab of a run with these settings. `rollOver`: 0 wins always, 99.98 one of ten thousand times. */
async function setUp(table: DiceTable, rollOver: '0' | '50.5' | '99.98', settings: Settings = {}): Promise<OpenSite> {
  const site = await openDice(table)
  await type(site.user, screen.getByRole('textbox', { name: 'Roll over' }), rollOver)
  await site.user.click(screen.getByRole('tab', { name: 'Auto' }))
  for (const [label, text] of Object.entries(settings)) await type(site.user, screen.getByLabelText(label), text)
  return site
}
const ended = (text: RegExp): Promise<HTMLElement> => screen.findByText(text, undefined, { timeout: 10_000 })
const stakes = (table: DiceTable): number[] => table.plays().map(({ betAmount }) => betAmount)

describe('a run of Dice', () => {
  it('plays its number of bets, one after the answer of the one before, then says why it ended', async () => {
    const table = new DiceTable()
    const { user } = await setUp(table, '50.5', { 'Number of bets': '2' })
    await user.click(start())
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
    expect(await ended(/2 of 2 .*All bets done/)).toBeTruthy()
    expect(table.plays()).toHaveLength(2)
    expect(new Set(table.plays().map(({ clientSeed }) => clientSeed)).size).toBe(2)
  })

  it('begins with no number of bets that it would have to guess, and says the number of a run that has ended', async () => {
    const table = new DiceTable()
    const { user } = await setUp(table, '50.5')
    const number = screen.getByLabelText('Number of bets')
    for (const text of ['1,00', '99999', '']) {
      await type(user, number, text)
      await user.click(start())
      expect(number).toHaveProperty('value', text)
      expect(screen.getByText('Enter a whole number from 1 to 1000')).toBeTruthy()
    }
    expect(table.plays()).toHaveLength(0)
    await type(user, number, '1')
    await user.click(start())
    expect(await ended(/1 of 1 .*All bets done/)).toBeTruthy()
    await type(user, number, '50')
    expect(screen.getByText(/1 of 1 .*All bets done/)).toBeTruthy()
  })

  it.each([
    ['Stop on loss ₹', '-200', 'Enter an amount or leave it empty'],
    ['Stop on profit ₹', 'all', 'Enter an amount or leave it empty'],
    ['After a win %', '12.5', 'A whole number from −99 to 900, or empty'],
    ['After a loss %', '-100', 'A whole number from −99 to 900, or empty'],
  ])('begins with nothing in %s that is none: %s', async (label, text, error) => {
    await setUp(new DiceTable(), '50.5', { [label]: text })
    expect(screen.getByText(error)).toBeTruthy()
    expect(start()).toHaveProperty('disabled', true)
  })

  it('changes the stake after a loss, and stops at the loss that was set', async () => {
    const table = new DiceTable()
    table.payoutTimes = 0
    const { user } = await setUp(table, '50.5', { 'After a loss %': '100', 'Stop on loss ₹': '700' })
    await user.click(start())
    expect(await ended(/3 of 10 · −₹700\.00 · Loss reached/)).toBeTruthy()
    expect(stakes(table)).toEqual([100, 200, 400])
    expect(amount()).toHaveProperty('value', '100')
  })

  it('changes the stake after a win, and stops at the profit that was set', async () => {
    const table = new DiceTable()
    table.payoutTimes = 2
    const { user } = await setUp(table, '0', { 'After a win %': '+50', 'Stop on profit ₹': '450' })
    await user.click(start())
    expect(await ended(/3 of 10 · \+₹475\.00 · Profit reached/)).toBeTruthy()
    expect(stakes(table)).toEqual([100, 150, 225])
  })

  it.each<[string, Settings, 1_000 | 250_000, number[], RegExp]>([
    [
      'above the limit of the game',
      { 'After a loss %': '900' },
      250_000,
      [100, 1_000, 10_000, 100_000],
      /4 of 10 .* · The next stake of ₹10,00,000\.00 is outside ₹100 to ₹1,00,000/,
    ],
    [
      'below it',
      { 'After a loss %': '−50' },
      1_000,
      [100],
      /1 of 10 .* · The next stake of ₹50\.00 is outside ₹100 to ₹1,00,000/,
    ],
    [
      'that the balance does not cover',
      { 'After a loss %': '700' },
      1_000,
      [100, 800],
      /2 of 10 .* · Insufficient balance!/,
    ],
  ])('never bets a stake %s', async (_, settings, balance, bets, reason) => {
    const table = new DiceTable()
    table.balance = balance
    table.payoutTimes = 0
    const { user } = await setUp(table, '50.5', settings)
    await user.click(start())
    expect(await ended(reason)).toBeTruthy()
    expect(stakes(table)).toEqual(bets)
  })

  it('never bets a stake that could win more than the most', async () => {
    const table = new DiceTable()
    const { user } = await setUp(table, '99.98', { 'After a loss %': '300' })
    await user.click(start())
    expect(await ended(/1 of 10 .* · .*maximum/)).toBeTruthy()
    expect(stakes(table)).toEqual([100])
  })

  it('ends with the words of a refusal, such as a limit of the player', async () => {
    const table = new DiceTable()
    table.mishaps.push(refuse('limit_reached', 'This exceeds a limit that you set. See your limits under Safer play.'))
    const { user } = await setUp(table, '50.5')
    await user.click(start())
    expect(await ended(/0 of 10 · ₹0\.00 · This exceeds a limit that you set\./)).toBeTruthy()
  })

  it('that ends under the finger is not begun anew by the press that was to stop it', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user } = await setUp(table, '50.5', { 'Number of bets': '1' })
    await user.click(start())
    await screen.findByRole('button', { name: 'Stop' })
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    const taken = takesPressAtOnce('Start Auto')
    const [play] = table.plays()
    if (play) answer.resolve(table.decide(play))
    expect(await taken).toBe(false)
    expect(table.plays()).toHaveLength(1)
    await user.click(await readyButton('Start Auto'))
    await waitFor(() => expect(table.plays()).toHaveLength(2))
  })

  it.each(['button', 'Space'])('stops when the player says so by the %s', async (by) => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user } = await setUp(table, '50.5')
    if (by === 'Space') await user.click(screen.getByRole('checkbox', { name: /^Hotkeys: / }))
    await user.click(start())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    if (by === 'Space') expect(fireEvent.keyDown(document.body, { code: 'Space' })).toBe(false)
    else await user.click(await readyButton('Stop'))
    expect(await screen.findByText(/^0 of 10 .* · Stops after this bet$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('Running')).toBeTruthy()
    const [play] = table.plays()
    if (play) answer.resolve(table.decide(play))
    expect(await ended(/1 of 10 .*Stopped by you/)).toBeTruthy()
    expect(table.plays()).toHaveLength(1)
  })

  it('ends when an answer was lost and the bet had to be looked up, and counts that bet', async () => {
    const table = new DiceTable()
    table.mishaps.push(null, null, null, null)
    const { user } = await setUp(table, '50.5')
    await user.click(start())
    expect(await screen.findByText(/^Checking your last bet/, undefined, { timeout: 15_000 })).toBeTruthy()
    expect(await ended(/1 of 10 .* · A bet was confirmed late, and it counts/)).toBeTruthy()
    expect(new Set(table.keys()).size).toBe(1)
    expect(table.answers).toHaveLength(1)
  })

  it('ends with maintenance, which it says afterwards', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user, connection } = await setUp(table, '50.5')
    await user.click(start())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
    const [play] = table.plays()
    if (play) answer.resolve(table.decide(play))
    expect(await screen.findByRole('heading', { name: 'SITE UNDER MAINTENANCE' }, { timeout: 10_000 })).toBeTruthy()
    act(() => connection.push(socketEvents.siteMaintenance, { siteMaintenance: false }))
    expect(await ended(/1 of 10 .* · The site is under maintenance\./)).toBeTruthy()
    expect(table.plays()).toHaveLength(1)
  })

  it('ends when its page is left, after the bet that is on, and says so to who comes back', async () => {
    const table = new DiceTable()
    const [first, answer] = [Promise.withResolvers<DiceReply>(), Promise.withResolvers<DiceReply>()]
    table.mishaps.push(first.promise, answer.promise)
    const { user } = await setUp(table, '50.5')
    await user.click(start())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    const [firstPlay] = table.plays()
    if (firstPlay) first.resolve(table.decide(firstPlay))
    await waitFor(() => expect(table.plays()).toHaveLength(2))
    await user.click(screen.getAllByRole('link', { name: 'Slots' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'SPIN' })
    const play = table.plays()[1]
    if (play) answer.resolve(table.decide(play))
    await user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    expect(await ended(/2 of 10 .* · Stopped because you left this page/)).toBeTruthy()
    expect(start()).toBeTruthy()
    expect(table.plays()).toHaveLength(2)
  })

  it('begins with two quick presses on its button, which do not end it', async () => {
    const table = new DiceTable()
    const { user } = await setUp(table, '50.5', { 'Number of bets': '3' })
    await user.dblClick(start())
    expect(await ended(/3 of 3 .*All bets done/)).toBeTruthy()
  })

  it('that a reload cuts off counts the bet whose answer it did not hear', async () => {
    const table = new DiceTable()
    table.payoutTimes = 0
    const { user } = await setUp(table, '50.5')
    await user.click(start())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    table.gateway.answer(playDice, () => {
      const [play] = table.plays().slice(-1)
      if (play && table.nonce === 2) table.decide(play)
      return new Promise(() => undefined)
    })
    await waitFor(() => expect(table.plays()).toHaveLength(2), { timeout: 5_000 })
    cleanup()
    table.gateway.answer(playDice, () => ok(table.lastAnswer(), { replayed: true }))
    const again = await openDice(table, { sameTab: true })
    await again.user.click(screen.getByRole('tab', { name: 'Auto' }))
    expect(await ended(/2 of 10 · −₹200\.00 · Stopped because you left this page/)).toBeTruthy()
  })

  it('ends with a reload of the page, too', async () => {
    const table = new DiceTable()
    sessionStorage.setItem(
      'form:run:dice',
      JSON.stringify({
        owner: '01940000-0000-7000-8000-000000000001',
        value: { bets: 10, betsDone: 4, netPaise: -2_500, stakePaise: 10_000 },
      }),
    )
    const { user } = await openDice(table, { sameTab: true })
    await user.click(screen.getByRole('tab', { name: 'Auto' }))
    expect(screen.getByText('4 of 10 · −₹25.00 · Stopped because you left this page')).toBeTruthy()
  })

  it('leaves nothing to the next player when it ends with the session', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user, connection } = await setUp(table, '50.5')
    await user.click(start())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    act(() => connection.push(socketEvents.sessionEnded, { reason: 'logout' }))
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeTruthy()
    answer.resolve(refuse('unauthenticated'))
    await waitFor(() => expect(table.plays()).toHaveLength(1))
  })
})
