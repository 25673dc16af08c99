import { expect, it } from '@jest/globals'
import { cleanup, screen, within } from '@testing-library/react'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { openAccount, openWithdrawals, submit, withdrawal } from '../../testing/withdraw-page.ts'

it('Max fills in the whole balance, and no money is said to be on hold when there is none', async () => {
  const { user } = await openWithdrawals([openAccount])
  await user.click(screen.getByRole('button', { name: 'Max' }))
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1,000.00')
  expect(submit().textContent).toBe('Withdraw ₹1,000.00')
  expect(screen.queryByText('Already on hold')).toBeNull()
})

it('a withdrawal opens with its whole account, reference, reason and times', async () => {
  const at = '2026-11-21T13:50:00.000Z'
  const paid = {
    ...{ ...withdrawal, status: 'approved' as const, paidReference: 'HDFCN52025112412345678' },
    steps: [...withdrawal.steps, { step: 'approved' as const, at }, { step: 'paid_out' as const, at }],
  }
  const { user } = await openWithdrawals([openAccount], [paid])
  await user.click(await screen.findByRole('button', { name: 'Details: Withdrawal of ₹300.00' }))
  const drawer = within(screen.getByRole('dialog', { name: 'Withdrawal of ₹300.00' }))
  for (const text of ['300400500077', 'SBIN0040112', 'A. Rao (salary)', 'HDFCN52025112412345678'])
    expect(drawer.getByText(text)).toBeTruthy()
  expect(drawer.getByText('Paid out · 21 Nov 2026, 7:20 pm')).toBeTruthy()
  await user.click(drawer.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  { step: 'rejected', says: 'Your money is safe. Returning it to your balance.' },
  { step: 'approved', says: 'Your money is on hold. The payment is not recorded yet.' },
] as const)('a withdrawal that is $step says where its money is until the booking', async ({ step, says }) => {
  const at = '2026-11-21T13:50:00.000Z'
  const decided = { ...withdrawal, status: step, steps: [...withdrawal.steps, { step, at }] }
  await openWithdrawals([openAccount], [decided])
  expect(await screen.findByText(says)).toBeTruthy()
  cleanup()
  const booked = step === 'rejected' ? ('returned' as const) : ('paid_out' as const)
  await openWithdrawals([openAccount], [{ ...decided, steps: [...decided.steps, { step: booked, at }] }])
  await screen.findByRole('button', { name: 'Details: Withdrawal of ₹300.00' })
  expect(screen.queryByText(says)).toBeNull()
})

it.each([
  { usualMinutes: null, says: null },
  { usualMinutes: 35, says: 'Usually within 35 minutes.' },
  { usualMinutes: 60, says: 'Usually within 60 minutes.' },
  { usualMinutes: 180, says: 'Usually within 3 hours.' },
])('a usual time of $usualMinutes minutes is told as "$says"', async ({ usualMinutes, says }) => {
  await openWithdrawals([openAccount], [withdrawal], new PlayerGateway(), usualMinutes)
  await screen.findByText(/^The amount of a pending request is on hold/)
  if (says === null) expect(screen.queryByText(/^Usually/)).toBeNull()
  else expect(await screen.findByText(says)).toBeTruthy()
})
