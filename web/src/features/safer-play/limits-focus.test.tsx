import { expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDeposited, getLimits, LimitPeriod, LimitType, setLimit } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

it.each(['Save', 'Cancel'])('the keyboard stays with the limit over Change and %s', async (end) => {
  const gateway = new PlayerGateway()
  const limits = LimitType.options.flatMap((type) =>
    LimitPeriod.options.map((period) => ({ type, period, amount: null, ...(type === 'deposit' ? {} : { used: 0 }) })),
  )
  const rules = { limits, timeOutUntil: null, excludedUntil: null }
  gateway.answer(getLimits, () => ok(rules))
  gateway.answer(setLimit, () => ok(rules))
  gateway.answer(getDeposited, () => ok({ day: 0, week: 0, month: 0 }))
  const { user } = openSite('/safer-play', { gateway })
  const change = (): HTMLElement => screen.getByRole('button', { name: 'Change: Loss' })
  await screen.findByRole('heading', { name: 'Your limits' })
  await waitFor(() => expect(change()).toHaveProperty('disabled', false))
  change().focus()
  await user.keyboard('{Enter}')
  const form = within(await screen.findByRole('form', { name: 'Loss' }))
  expect(document.activeElement).toBe(form.getByLabelText('Day'))
  form.getByRole('button', { name: end }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(change()))
})
