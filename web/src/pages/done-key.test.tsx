import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aviatorPlaceBet, startMines } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import { AviatorTable } from '../testing/aviator-table.ts'
import { setTouch } from '../testing/browser-parts.ts'
import { amount, DiceTable, openDice } from '../testing/dice-table.ts'
import { FakeMines } from '../testing/fake-mines.ts'
import { openMines } from '../testing/open-mines.ts'
import { readyButton } from '../testing/ready-button.ts'
import { openAccount, openWithdrawals, ordersOf } from '../testing/withdraw-page.ts'

beforeEach(() => setTouch(true))
afterEach(() => {
  setTouch(false)
  sessionStorage.clear()
})

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name })
/** It says Done, and that key has left it. */
const isLeft = (left: HTMLElement): boolean =>
  left.getAttribute('enterkeyhint') === 'done' && document.activeElement === document.body

describe('Done on the keyboard of a phone leaves the field, and orders nothing', () => {
  it('in Dice, where an invalid amount stays and a roll-over settles', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.clear(amount())
    await user.type(amount(), '50{Enter}')
    expect(isLeft(amount())).toBe(true)
    expect(amount()).toHaveProperty('value', '50')
    await user.clear(field('Roll over'))
    await user.type(field('Roll over'), '250{Enter}')
    expect(isLeft(field('Roll over'))).toBe(true)
    expect(field('Roll over')).toHaveProperty('value', '99.99')
    expect(table.plays()).toEqual([])
  })

  it('in Mines', async () => {
    const fake = new FakeMines()
    const { user } = await openMines(fake)
    await readyButton('Start Game')
    await user.type(field('Bet Amount'), '{Enter}')
    expect(isLeft(field('Bet Amount'))).toBe(true)
    await user.clear(field('Mines count'))
    await user.type(field('Mines count'), '5{Enter}')
    expect(isLeft(field('Mines count'))).toBe(true)
    expect(screen.getByRole('radio', { name: '5' })).toHaveProperty('ariaChecked', 'true')
    expect(fake.gateway.requestsOf(startMines)).toEqual([])
  })

  it('in Aviator', async () => {
    const table = await AviatorTable.open()
    for (const name of ['Bet Amount', 'Auto cash out']) {
      await table.user.type(field(name), '{Enter}')
      expect(isLeft(field(name))).toBe(true)
    }
    expect(table.sent(aviatorPlaceBet)).toEqual([])
  })

  it('in a withdrawal, which Enter beside a mouse files', async () => {
    const site = await openWithdrawals([openAccount])
    await site.user.type(field('Amount'), '300{Enter}')
    expect(isLeft(field('Amount'))).toBe(true)
    expect(field('Amount')).toHaveProperty('value', '300.00')
    expect(ordersOf(site)).toEqual([])
    setTouch(false)
    await site.user.type(field('Amount'), '{Enter}')
    await waitFor(() => expect(ordersOf(site)).toHaveLength(1))
  })
})
