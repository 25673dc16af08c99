import { afterEach, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { showLanguage } from '../../entities/language/language.ts'
import { amount, DiceTable, openDice, roll } from '../../testing/dice-table.ts'

afterEach(async () => {
  await act(() => showLanguage('en'))
  localStorage.clear()
})

it('why there was no bet, and why a run has ended, follow the language that is chosen afterwards', async () => {
  const { user } = await openDice(new DiceTable())
  await user.click(screen.getByRole('tab', { name: 'Auto' }))
  await user.clear(screen.getByLabelText('Number of bets'))
  await user.type(screen.getByLabelText('Number of bets'), '1')
  await user.click(screen.getByRole('button', { name: 'Start Auto' }))
  expect(await screen.findByText(/All bets done/)).toBeTruthy()
  await act(() => showLanguage('hi'))
  expect(screen.getByText(/सारे दाँव पूरे/)).toBeTruthy()
  await act(() => showLanguage('en'))

  await user.click(screen.getByRole('tab', { name: 'Manual' }))
  await user.clear(amount())
  await user.type(amount(), '5000')
  await user.click(roll())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Insufficient balance/)
  await act(() => showLanguage('hi'))
  expect(screen.getByRole('alert').textContent).not.toMatch(/[A-Za-z]/)
})
