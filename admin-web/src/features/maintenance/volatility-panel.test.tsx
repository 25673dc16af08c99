import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getVolatilityMode, setVolatilityMode } from '@kismet/contracts'
import { expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { volatility } from '../../testing/volatility.ts'

it('says what each mode means and who changed it when, asks once more, and counts from the next round', async () => {
  const office = new BackOffice()
  let { mode } = volatility
  office.answer(getVolatilityMode, () => ok({ ...volatility, mode }))
  office.answer(setVolatilityMode, ({ body }) => {
    mode = (body as { mode: typeof mode }).mode
    return ok({ mode })
  })
  const { user } = openApp('/admin/game-mode', { office })
  expect(await screen.findByText(/^Last changed by vikram, 14 Nov, 11:05, from mild to normal$/)).toBeTruthy()
  expect(screen.getByText('96.97%', { exact: false })).toBeTruthy()
  const save = screen.getByRole('button', { name: 'Save mode' })
  expect(save).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: /^Hard/ }))
  await user.click(save)
  const question = within(screen.getByRole('dialog', { name: 'Change Aviator to hard?' }))
  expect(question.getByText('95.00% (hard)')).toBeTruthy()
  expect(office.requestsOf(setVolatilityMode)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Change mode' }))
  expect(await screen.findByText('The next round is hard.')).toBeTruthy()
  expect(office.requestsOf(setVolatilityMode)).toMatchObject([{ body: { mode: 'hard' } }])
  expect(screen.getByText('This round: normal')).toBeTruthy()
})

it('is not changed by who may not', async () => {
  openApp('/admin/game-mode', { role: 'auditor' })
  const hard = await screen.findByRole('radio', { name: /^Hard/ })
  expect(hard.closest('fieldset')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save mode' })).toBeNull()
})
