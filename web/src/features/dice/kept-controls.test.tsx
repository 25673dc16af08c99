import { expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { amount, DiceTable, openDice, roll } from '../../testing/dice-table.ts'

it('what was set on the page of a game stays on the way to Verify and back, and when the page is loaded again', async () => {
  const table = new DiceTable()
  const { user } = await openDice(table)
  await user.clear(amount())
  await user.type(amount(), '250')
  const rollOver = screen.getByRole('textbox', { name: 'Roll over' })
  await user.clear(rollOver)
  await user.type(rollOver, '70{Enter}')
  await user.click(roll())
  await screen.findByRole('link', { name: 'Verify' })
  await waitFor(() => expect(roll().getAttribute('aria-busy')).toBeNull())
  await user.click(screen.getByRole('tab', { name: 'Auto' }))
  await user.clear(screen.getByLabelText('Number of bets'))
  await user.type(screen.getByLabelText('Number of bets'), '7')

  const isKept = (): void => {
    expect(amount()).toHaveProperty('value', '250')
    expect(screen.getByRole('textbox', { name: 'Roll over' })).toHaveProperty('value', '70.00')
    expect(screen.getByLabelText('Number of bets')).toHaveProperty('value', '7')
  }
  await user.click(screen.getAllByRole('link', { name: 'Verify' })[0] ?? document.body)
  await screen.findByRole('heading', { name: 'Every result is locked in before you bet' })
  await user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
  await screen.findByRole('button', { name: 'Start Auto' })
  isKept()
  cleanup()
  await openDice(table, { sameTab: true })
  isKept()
  expect(sessionStorage.getItem('form:dice')).not.toBeNull()
})
