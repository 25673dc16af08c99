import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { setPayoutSettings } from '@kismet/contracts'
import { screen } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

it('an owner sets how long a payout lasts and the account of payment files', async () => {
  const office = new BackOffice()
  office.answer(setPayoutSettings, ({ body }) =>
    ok({ settings: { ...(body as { leaseMinutes: number; debitAccount: string | null }), version: 'v2' } }),
  )
  const { user } = openApp(paths.qrSettings, { office })
  const minutes = await screen.findByLabelText('A payout lasts (minutes)')
  await user.clear(minutes)
  await user.type(minutes, '0')
  await user.type(screen.getByLabelText('Account that payment files pay from'), '12345')
  await user.click(screen.getByRole('button', { name: 'Save payouts' }))
  expect(await screen.findByText('Enter whole minutes from 1 to 240.')).toBeTruthy()
  expect(screen.getByText('An account number has 9 to 18 digits.')).toBeTruthy()
  await user.clear(minutes)
  await user.type(minutes, '30')
  await user.type(screen.getByLabelText('Account that payment files pay from'), ' 6789')
  await user.click(screen.getByRole('button', { name: 'Save payouts' }))
  expect(await screen.findByText('The payout settings are saved.')).toBeTruthy()
  expect(office.requestsOf(setPayoutSettings).map(({ body }) => body)).toEqual([
    { leaseMinutes: 30, debitAccount: '123456789', version: 'v1' },
  ])
})

it('an auditor reads the payout settings', async () => {
  openApp(paths.qrSettings, { office: new BackOffice(), role: 'auditor' })
  expect(await screen.findByLabelText('A payout lasts (minutes)')).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button', { name: 'Save payouts' })).toBeNull()
})
