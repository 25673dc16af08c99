import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getVolatilityMode, setVolatilityMode } from '@kismet/contracts'
import { afterEach, expect, it, jest } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { volatility } from '../../testing/volatility.ts'

afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

/** Opens the page and asks for hard. */
async function askForHard(office: BackOffice): Promise<ReturnType<typeof openApp>['user']> {
  office.answer(getVolatilityMode, () => ok(volatility))
  const { user } = openApp('/admin/game-mode', { office })
  await user.click(await screen.findByRole('radio', { name: /^Hard/ }))
  await user.click(screen.getByRole('button', { name: 'Save mode' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change mode' }))
  return user
}

it('says what each mode means and who changed it when, asks once more, and counts from the next round', async () => {
  const office = new BackOffice()
  let { mode } = volatility
  office.answer(getVolatilityMode, () => ok({ ...volatility, mode }))
  office.answer(setVolatilityMode, ({ body }) => {
    mode = (body as { mode: typeof mode }).mode
    return ok({ mode })
  })
  const { user } = openApp('/admin/game-mode', { office })
  expect(await screen.findByText(/^Last changed by vikram, 14 Nov( \d+)?, 11:05, from mild to normal$/)).toBeTruthy()
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

it('keeps what was chosen where the order was refused, for another try', async () => {
  const office = new BackOffice()
  office.answer(setVolatilityMode, () => refuse('forbidden'))
  const user = await askForHard(office)
  expect(await screen.findByText('Failed to update mode')).toBeTruthy()
  office.answer(setVolatilityMode, () => ok({ mode: 'hard' }))
  await user.click(screen.getByRole('button', { name: 'Save mode' }))
  const question = within(screen.getByRole('dialog', { name: 'Change Aviator to hard?' }))
  await user.click(question.getByRole('button', { name: 'Change mode' }))
  expect(await screen.findByText('The next round is hard.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(office.requestsOf(setVolatilityMode).map(({ body }) => body)).toEqual([{ mode: 'hard' }, { mode: 'hard' }])
})

it.each([
  { name: 'shows that it counts', look: ok({ ...volatility, mode: 'hard' as const }), says: 'The next round is hard.' },
  { name: 'is refused, which says nothing of the order', look: refuse('forbidden'), says: 'Unclear' },
])('asks nobody once more whose answer was lost, where a look at the site $name', async ({ look, says }) => {
  const opened = jest.spyOn(HTMLDialogElement.prototype, 'showModal')
  const office = new BackOffice()
  office.answer(setVolatilityMode, () => {
    office.answer(getVolatilityMode, () => look)
    return null
  })
  await askForHard(office)
  expect(await screen.findByText(/^Checking: no answer yet/)).toBeTruthy()
  expect(await screen.findByText(says)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Checking: no answer yet/)).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opened).toHaveBeenCalledTimes(1)
})
