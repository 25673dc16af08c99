import { expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { forgotWithdrawPassword, listAccounts, resetWithdrawPassword } from '@kismet/contracts'
import { screen } from '@testing-library/react'
import type { OpenSite } from '../../testing/open-site.tsx'
import { lockedAccount, openAccount, openWithdrawals } from '../../testing/withdraw-page.ts'

const usableFrom = '2026-11-22T13:42:00.000Z'
const changed = { ...lockedAccount, usableFrom }
const { accountId } = lockedAccount
const asked = (site: OpenSite) => site.gateway.requestsOf(forgotWithdrawPassword)
const sent = (site: OpenSite) =>
  site.gateway.requestsOf(resetWithdrawPassword).map(({ params, body }) => [params, body])

/** The drawer of an account whose password is forgotten. */
async function open(): Promise<OpenSite> {
  const site = await openWithdrawals([lockedAccount, openAccount])
  site.gateway.answer(forgotWithdrawPassword, () => ok({ message: '' }))
  await site.user.click(screen.getByRole('button', { name: 'Forgot withdraw password?' }))
  return site
}
const press = (site: OpenSite, name: string) => site.user.click(screen.getByRole('button', { name }))

async function fill({ user }: OpenSite): Promise<void> {
  await user.type(await screen.findByLabelText('OTP'), '271828')
  await user.type(screen.getByLabelText('New withdraw password'), 'lassi-8')
}

it('a mailed code and a new password are sent, and the account shows when it takes withdrawals', async () => {
  const site = await open()
  expect(screen.getByText(/possible 24 hours after the change/)).toBeTruthy()
  await press(site, 'Send OTP')
  await fill(site)
  expect(asked(site).map(({ params }) => params)).toEqual([{ accountId }])
  // The server would refuse another code now.
  expect(screen.getByRole('button', { name: 'Resend OTP' }).getAttribute('aria-disabled')).toBe('true')
  site.gateway.answer(listAccounts, () => ok({ accounts: [changed, openAccount] }))
  site.gateway.answer(resetWithdrawPassword, () => ok({ accounts: [changed, openAccount], message: '' }))
  await press(site, 'Save new password')
  expect(await screen.findByText(/^Withdrawals from /)).toBeTruthy()
  expect(screen.getByText(/^New withdraw password saved/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(site)).toEqual([[{ accountId }, { otp: '271828', withdrawPassword: 'lassi-8' }]])
})

it('a code and a password of another form are told at their fields, and not sent', async () => {
  const site = await open()
  await press(site, 'Send OTP')
  await screen.findByLabelText('OTP')
  await press(site, 'Save new password')
  expect(await screen.findByText('The OTP has 6 digits.')).toBeTruthy()
  await site.user.type(screen.getByLabelText('OTP'), '271828')
  await site.user.type(screen.getByLabelText('New withdraw password'), 'abc')
  await press(site, 'Save new password')
  expect(await screen.findByText('The withdraw password has 4 to 128 characters.')).toBeTruthy()
  expect(sent(site)).toEqual([])
})

it('a wrong code is told at the code, and what was typed stays', async () => {
  const site = await open()
  await press(site, 'Send OTP')
  await fill(site)
  site.gateway.answer(resetWithdrawPassword, () => refuse('invalid_code'))
  await press(site, 'Save new password')
  expect(await screen.findByText('The OTP is wrong or has expired.')).toBeTruthy()
  expect(screen.getByLabelText('OTP').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('New withdraw password')).toHaveProperty('value', 'lassi-8')
})

it('a code that was mailed a moment ago can be entered, and the drawer says why no other is mailed', async () => {
  const site = await open()
  site.gateway.answer(forgotWithdrawPassword, () => refuse('too_many_requests', 'Please wait.'))
  await press(site, 'Send OTP')
  expect(await screen.findByText('Please wait.')).toBeTruthy()
  expect(screen.getByLabelText('OTP')).toBeTruthy()
})

it('a lost answer is looked up in the list', async () => {
  const site = await open()
  await press(site, 'Send OTP')
  await fill(site)
  site.gateway.answer(listAccounts, () => ok({ accounts: [changed, openAccount] }))
  site.gateway.answer(resetWithdrawPassword, () => null)
  await press(site, 'Save new password')
  expect(await screen.findByText(/^New withdraw password saved/, undefined, { timeout: 4_000 })).toBeTruthy()
})

it('an account without a withdraw password has none to forget', async () => {
  await openWithdrawals([openAccount])
  expect(screen.queryByRole('button', { name: 'Forgot withdraw password?' })).toBeNull()
})
