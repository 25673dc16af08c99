import { getDiceCommitment } from '@kismet/contracts'
import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { amount, DiceTable, openDice, roll } from '../../testing/dice-table.ts'
import { openSite } from '../../testing/open-site.tsx'

const hotkeys = { name: /^Hotkeys: / }

describe('the bet panel', () => {
  it('bets nothing else than what stands there: an amount outside the limits is told, and brought into them when the field is left', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.clear(amount())
    await user.type(amount(), '5{Enter}')
    expect(screen.getByText('₹100 to ₹1,00,000')).toBeTruthy()
    expect(roll()).toHaveProperty('disabled', true)
    expect(amount()).toHaveProperty('value', '5')
    await user.click(screen.getByRole('button', { name: '₹500' }))
    expect(amount()).toHaveProperty('value', '500')
    expect(screen.queryByText('₹100 to ₹1,00,000')).toBeNull()
    expect(table.plays()).toEqual([])
    await user.click(roll())
    await waitFor(() => expect(table.plays()).toMatchObject([{ betAmount: 500 }]))
  })

  it('does not bet by the very press that changed a field; the next one does', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    const rollOver = screen.getByRole('textbox', { name: 'Roll over' })
    await user.clear(rollOver)
    await user.type(rollOver, '250')
    await user.click(roll())
    expect(rollOver).toHaveProperty('value', '99.99')
    expect(screen.getByText('The amount was changed to fit the limits. Press again to bet.')).toBeTruthy()
    expect(table.plays()).toEqual([])
    await user.click(roll())
    await waitFor(() => expect(table.plays()).toMatchObject([{ rollOver: 99.99 }]))
  })

  it('says nothing of a bet any more that is another one by now', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.clear(amount())
    await user.type(amount(), '5000')
    await user.click(roll())
    expect(await screen.findByText('Insufficient balance!')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Max' }))
    expect(amount()).toHaveProperty('value', '1000')
    expect(screen.queryByText('Insufficient balance!')).toBeNull()
  })

  it('bets once by an Enter that is held down', async () => {
    const table = new DiceTable()
    await openDice(table)
    // A browser submits at each repetition whose default is not prevented.
    expect(fireEvent.keyDown(amount(), { key: 'Enter' })).toBe(true)
    expect(fireEvent.keyDown(amount(), { key: 'Enter', repeat: true })).toBe(false)
  })

  it('bets by Space for who has asked for it, but not where Space means something else', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    fireEvent.keyDown(document.body, { code: 'Space' })
    await user.click(screen.getByRole('checkbox', hotkeys))
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Roll over' }), { code: 'Space' })
    fireEvent.keyDown(amount(), { code: 'Space' })
    fireEvent.keyDown(document.body, { code: 'Space', repeat: true })
    await user.click(screen.getByRole('button', { name: 'Fair' }))
    await screen.findByRole('dialog')
    fireEvent.keyDown(document.body, { code: 'Space' })
    expect(table.plays()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(roll()).toHaveProperty('disabled', false))
    expect(table.plays()).toEqual([])
    fireEvent.keyDown(document.body, { code: 'Space' })
    await waitFor(() => expect(table.plays()).toHaveLength(1))
  })

  it('halves, doubles and takes the most by keys, where nothing is typed', async () => {
    const { user } = await openDice(new DiceTable())
    const press = (code: string, on: Element = document.body): boolean => fireEvent.keyDown(on, { code })
    press('KeyD')
    expect(amount()).toHaveProperty('value', '100')
    await user.click(screen.getByRole('checkbox', hotkeys))
    press('KeyD')
    press('KeyD', roll())
    expect(amount()).toHaveProperty('value', '400')
    press('KeyH')
    expect(amount()).toHaveProperty('value', '200')
    press('KeyM', amount())
    fireEvent.keyDown(document.body, { code: 'KeyM', ctrlKey: true })
    expect(amount()).toHaveProperty('value', '200')
    press('KeyM')
    expect(amount()).toHaveProperty('value', '1000')
  })

  it('leaves Space to the page where a series is set up', async () => {
    const { user } = await openDice(new DiceTable())
    await user.click(screen.getByRole('checkbox', hotkeys))
    expect(fireEvent.keyDown(document.body, { code: 'Space' })).toBe(false)
    await waitFor(() => expect(roll().getAttribute('aria-busy')).toBeNull())
    await user.click(screen.getByRole('tab', { name: 'Auto' }))
    expect(fireEvent.keyDown(document.body, { code: 'Space' })).toBe(true)
  })

  it('plays nothing without a seal that the player sees', async () => {
    const table = new DiceTable()
    const seal = Promise.withResolvers<Reply<typeof getDiceCommitment>>()
    table.gateway.answer(getDiceCommitment, () => seal.promise)
    const { user } = await openDice(table)
    await user.click(screen.getByRole('checkbox', hotkeys))
    expect(roll()).toHaveProperty('disabled', true)
    fireEvent.keyDown(document.body, { code: 'Space' })
    seal.resolve(ok({ game: 'dice', version: '1', clientSeed: 'asha', ...table.next() }))
    await waitFor(() => expect(roll()).toHaveProperty('disabled', false))
    expect(table.plays()).toEqual([])
  })

  it('has a strip that says when its seal could not be had, and asks for it again', async () => {
    const table = new DiceTable()
    table.gateway.answer(getDiceCommitment, () => refuse('internal'))
    const { user } = openSite('/casino/dice', { gateway: table.gateway })
    await screen.findByText('The commitment of your next bet could not be loaded. You can bet when you see it here.')
    expect(document.querySelector('main [aria-busy=true]')).toBeNull()
    table.gateway.answer(getDiceCommitment, () =>
      ok({ game: 'dice', version: '1', clientSeed: 'asha', nonce: 1, serverSeedHash: 'a'.repeat(64) }),
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Committed')).toBeTruthy()
  })
})
