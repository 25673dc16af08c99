import { gameChange, getBalance, listDicePlays, playSlots, socketEvents } from '@kismet/contracts'
import { serverSeedHash } from '@kismet/fairness'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { DiceReply } from '../../testing/dice-table.ts'
import { amount, DiceTable, openDice, roll } from '../../testing/dice-table.ts'
import { seedOf } from '../../testing/seed-of.ts'
import { openSite, playerId } from '../../testing/open-site.tsx'

const bets = (): HTMLElement[] => within(screen.getByRole('region', { name: 'My bets' })).queryAllByRole('listitem')

describe('Dice by hand', () => {
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('has its modes, the amount and the odds, and what a win would bring', async () => {
    const { user } = await openDice(new DiceTable())
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Manual', 'Auto'])
    expect(amount()).toHaveProperty('value', '100')
    const odds = (): (string | undefined)[] => [
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Roll over' }).value,
      screen.getByLabelText<HTMLInputElement>('Win chance').value,
      screen.getByLabelText<HTMLInputElement>('Multiplier').value,
      screen.getByText('Net gain on win').nextSibling?.textContent ?? undefined,
    ]
    expect(odds()).toEqual(['50.50', '49.50', '2.0000', '+₹100.00'])
    const rollOver = screen.getByRole('textbox', { name: 'Roll over' })
    await user.clear(rollOver)
    await user.type(rollOver, '75')
    await user.tab()
    expect(odds()).toEqual(['75.00', '25.00', '3.9600', '+₹296.00'])
  })

  it('plays one bet after the other, each with the seal that was shown and a client seed of its own', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    for (let play = 1; play <= 3; play++) {
      await user.click(roll())
      await waitFor(() => expect(bets()).toHaveLength(play))
    }
    const plays = table.plays()
    expect(plays.map(({ serverSeedHash: seen }) => seen)).toEqual(
      [1, 2, 3].map((nonce) => serverSeedHash(seedOf(nonce))),
    )
    expect(new Set(plays.map(({ clientSeed }) => clientSeed)).size).toBe(3)
    for (const { clientSeed } of plays) expect(clientSeed).toMatch(/^asha-[A-Za-z0-9]{16}$/)
    expect(new Set(table.keys()).size).toBe(3)
  })

  it.each([
    ['seal', { serverSeedHash: 'b'.repeat(64) }],
    ['client seed', { clientSeed: 'asha-another' }],
  ])('warns of a play that was made with another %s than it was sent with', async (_what, swapped) => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    const warning = /^This bet did not use the commitment and the client seed that you saw/
    await user.click(roll())
    await screen.findByText('Server seed revealed')
    expect(screen.queryByText(warning)).toBeNull()
    table.swapped = swapped
    await user.click(roll())
    expect(await screen.findByText(warning)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Verify' })).toBeTruthy()
  })

  it('rolls for 1.2 s before it says what came of it, where motion is wanted', async () => {
    const media = Object.assign(window.matchMedia('(prefers-reduced-motion: reduce)'), { matches: false })
    jest.spyOn(window, 'matchMedia').mockReturnValue(media)
    const waits = jest.spyOn(globalThis, 'setTimeout')
    const { user } = await openDice(new DiceTable())
    await user.click(roll())
    await waitFor(() => expect(waits.mock.calls.map(([, ms]) => ms)).toContain(1_200))
    expect(screen.queryByText(/^(Win|Loss) · /)).toBeNull()
    expect(roll().getAttribute('aria-busy')).toBe('true')
    expect(await screen.findByText(/^(Win|Loss) · /)).toBeTruthy()
  })

  it('shows the result, the balance and a way to the proof', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.clear(amount())
    await user.type(amount(), '250')
    await user.click(roll())
    const won = await screen.findByText(/^(Win|Loss) · [+−]\u2060₹250\.00$/)
    expect(won).toBeTruthy()
    expect(await screen.findByText(table.balance === 1_250 ? '₹1,250.00' : '₹750.00')).toBeTruthy()
    expect(screen.getByText('Server seed revealed')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe(
      '/fairness?bet=01940000-0000-7000-8000-000000000001',
    )
  })

  it('keeps an invalid amount with its error, brings the roll-over into its limits and refuses more than the balance', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.clear(amount())
    await user.type(amount(), '5')
    await user.tab()
    expect(amount()).toHaveProperty('value', '5')
    expect(screen.getByText('₹100 to ₹1,00,000')).toBeTruthy()
    expect(roll()).toHaveProperty('disabled', true)
    expect(table.plays()).toEqual([])
    await user.clear(amount())
    await user.type(amount(), '2,500')
    await user.click(roll())
    expect(await screen.findByText('Insufficient balance!')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Max' }))
    expect(amount()).toHaveProperty('value', '1000')
    await user.click(screen.getByRole('button', { name: 'Half' }))
    await user.click(screen.getByRole('button', { name: 'Half' }))
    expect(amount()).toHaveProperty('value', '250')
    const rollOver = screen.getByRole('textbox', { name: 'Roll over' })
    await user.clear(rollOver)
    await user.type(rollOver, '250{Enter}')
    expect(rollOver).toHaveProperty('value', '99.99')
    expect(screen.getByLabelText('Multiplier')).toHaveProperty('value', '9900.0000')
    expect(table.plays().every(({ betAmount }) => betAmount <= 1_000)).toBe(true)
  })

  it('keeps with a result the odds that it was made with, and shows no number while it waits', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user } = await openDice(table)
    await user.click(roll())
    expect(screen.queryByText('0.00')).toBeNull()
    answer.resolve(
      table.decide({
        betAmount: 100,
        rollOver: 50.5,
        clientSeed: 'asha-seed',
        serverSeedHash: table.next().serverSeedHash,
      }),
    )
    await screen.findByText(/^(Win|Loss) · /)
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Roll over' }), { key: 'Home' })
    expect(screen.getByText(/^(Win from|Loss below) 50\.50 · /)).toBeTruthy()
  })

  it('moves the border by keys and tells the slider its value', async () => {
    await openDice(new DiceTable())
    const slider = screen.getByRole('slider', { name: 'Roll over' })
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    expect(slider.getAttribute('aria-valuenow')).toBe('51')
    fireEvent.keyDown(slider, { key: 'PageDown' })
    expect(slider.getAttribute('aria-valuetext')).toBe('41.00')
    fireEvent.keyDown(slider, { key: 'End' })
    expect(screen.getByLabelText('Win chance')).toHaveProperty('value', '0.01')
  })

  it('plays anew on the true seal when another tab has used the shown one up', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    table.nonce = 5
    await user.click(roll())
    await waitFor(() => expect(bets()).toHaveLength(1))
    expect(table.plays().map(({ serverSeedHash: seen }) => seen)).toEqual([
      serverSeedHash(seedOf(1)),
      serverSeedHash(seedOf(5)),
    ])
  })

  it('says what the server says, gives the stake back to the eye and lets play go on', async () => {
    const table = new DiceTable()
    table.mishaps.push(refuse('limit_reached', 'This exceeds a limit that you set. See your limits under Safer play.'))
    const { user } = await openDice(table)
    await user.click(roll())
    const said = await screen.findByText('This exceeds a limit that you set. See your limits under Safer play.')
    // It lasts beside the amount, and not as a toast.
    expect(said.closest('form')).toBeTruthy()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Safer play' })).toBeTruthy()
    expect(await screen.findByText('₹1,000.00')).toBeTruthy()
    await user.click(roll())
    await waitFor(() => expect(bets()).toHaveLength(1))
  })

  it('shows a replayed play as the earlier bet that it is, and moves no balance for it', async () => {
    const table = new DiceTable()
    const { user, connection } = await openDice(table)
    await user.click(roll())
    await waitFor(() => expect(bets()).toHaveLength(1))
    const update = { balance: 4_321, balanceSeq: 9, netResult: 50, reason: 'deposit', bonusReleased: false }
    act(() => connection.push(socketEvents.balanceUpdate, update))
    await screen.findByText('₹4,321.00')
    table.mishaps.push(ok(table.lastAnswer(), { replayed: true }))
    await user.click(roll())
    expect(await screen.findByText(/^Earlier bet: (Win|Loss) · [+−]\u2060₹100\.00$/)).toBeTruthy()
    expect(screen.getByText(/^No new bet was placed/)).toBeTruthy()
    expect(await screen.findByText('₹4,321.00')).toBeTruthy()
    await waitFor(() => expect(table.gateway.requestsOf(listDicePlays)).toHaveLength(2))
  })

  it.each([
    ['its answer comes', (table: DiceTable) => ok(table.lastAnswer())],
    ['no answer comes', () => null],
  ])('leaves a play to the session that made it: %s after another player has logged in', async (_, reply) => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.click(roll())
    await waitFor(() => expect(bets()).toHaveLength(1))
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    await user.click(roll())
    await waitFor(() => expect(table.plays()).toHaveLength(2))

    table.gateway.answer(getBalance, () => ok({ balance: 200, balanceSeq: 1, netResult: 0 }))
    localStorage.setItem('user', JSON.stringify({ _id: playerId.replace(/1$/, '2'), email: 'vikram@example.in' }))
    for (const [key, value] of Object.entries({ balance: '20000', balanceSeq: '1', netResult: '0', token: 'other' }))
      localStorage.setItem(key, value)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
    expect(await screen.findByText('₹200.00')).toBeTruthy()
    answer.resolve(reply(table))
    await waitFor(() => expect(roll()).toHaveProperty('disabled', false), { timeout: 5_000 })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('No bets yet')).toBeTruthy()
    expect(screen.queryByText(/^(Earlier bet: )?(Win|Loss) · /)).toBeNull()
    expect(screen.getByText('₹200.00')).toBeTruthy()
    expect(localStorage.getItem('netResult')).toBe('0')
    expect(table.plays()).toHaveLength(2)
  })

  it('shows the balance without the stake of a spin, whose answer is not there yet', async () => {
    const table = new DiceTable()
    const answer = Promise.withResolvers<DiceReply>()
    table.mishaps.push(answer.promise)
    const { user } = await openDice(table)
    await user.click(roll())
    await waitFor(() => expect(table.plays()).toHaveLength(1))
    table.gateway.answer(playSlots, () => new Promise(() => undefined))
    await user.click(screen.getAllByRole('link', { name: 'Slots' })[0] ?? document.body)
    await user.click(await screen.findByRole('button', { name: 'SPIN' }))
    expect(await screen.findByText('₹800.00')).toBeTruthy()
    const [play] = table.plays()
    if (play) answer.resolve(table.decide(play))
    expect(await screen.findByText(`₹${(table.balance - 100).toLocaleString('en-IN')}.00`)).toBeTruthy()
    expect([700, 800, 1_000]).toContain(table.balance - 100)
  })

  it('tells the server which game is open', async () => {
    const { connection } = await openDice(new DiceTable())
    expect(connection.emitted).toContainEqual({ event: gameChange.event, payload: { gameName: 'Dice' } })
  })

  it('says when the own bets cannot be read, and tries again', async () => {
    const table = new DiceTable()
    let down = true
    table.gateway.answer(listDicePlays, () => (down ? null : ok({ plays: [] })))
    const { user } = openSite('/casino/dice', { gateway: table.gateway })
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
    down = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No bets yet')).toBeTruthy()
  })
})
