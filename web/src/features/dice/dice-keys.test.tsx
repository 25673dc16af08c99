import { afterEach, describe, expect, it } from '@jest/globals'
import { playDice } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import { DiceTable, openDice } from '../../testing/dice-table.ts'

afterEach(() => sessionStorage.clear())

const box = (): HTMLInputElement => screen.getByRole('checkbox', { name: /^Hotkeys: / })

describe('the keys of a game', () => {
  it('play as soon as they are asked for with a pointer, and are not put off again by the first', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    await user.click(screen.getByText(/^Hotkeys: /))
    expect(box().checked).toBe(true)
    await user.keyboard(' ')
    await waitFor(() => expect(table.gateway.requestsOf(playDice)).toHaveLength(1))
    expect(box().checked).toBe(true)
  })

  it('leave Space to the box that has the focus by keyboard, and nothing else', async () => {
    const table = new DiceTable()
    const { user } = await openDice(table)
    box().focus()
    await user.keyboard(' d')
    expect(box().checked).toBe(true)
    expect(document.activeElement).toBe(box())
    expect(screen.getByLabelText(/Amount/)).toHaveProperty('value', '200')
    await user.keyboard(' ')
    expect(box().checked).toBe(false)
    expect(table.gateway.requestsOf(playDice)).toEqual([])
  })
})
