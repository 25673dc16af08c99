import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListDeposits, listPayToAccounts } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { storedSession } from '../entities/session/storage.ts'
import { news, openQueue, openPlayer, sent } from '../testing/deposit-queue.tsx'
import type { OpenApp } from '../testing/open-app.tsx'
import { BackOffice, openApp, sessionOf } from '../testing/open-app.tsx'
import { payToAccount } from '../testing/pay-to.ts'

afterEach(() => localStorage.clear())

const tokenOf = ({ store }: OpenApp): string | undefined => store.getState().session.current?.token
const logInElsewhere = (): void => {
  storedSession.write(sessionOf('cashier'))
}
/** This tab, which slept, hears of the logout and the login at once. */
const wake = (): void => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })))

it.each([
  ['this tab hears of it late', wake],
  [
    'a call of the first one is refused',
    (app: OpenApp): void => {
      app.office.answer(adminListDeposits, ({ headers }) => {
        app.office.answerFromList()
        return headers.get('Authorization') === 'Bearer token-of-owner' ? refuse('unauthenticated') : null
      })
      news(app)
    },
  ],
])('a decision that one admin has begun is not sent by the next: %s', async (_, change) => {
  const app = await openQueue()
  await app.user.keyboard('a')
  expect(screen.getByText('Is the money in the bank?')).toBeTruthy()
  logInElsewhere()
  change(app)
  await waitFor(() => expect(tokenOf(app)).toBe('token-of-cashier'))
  await waitFor(() => expect(openPlayer()).toBe('player1'))
  expect(screen.queryByText('Is the money in the bank?')).toBeNull()
  await app.user.keyboard('{Enter}')
  expect(sent(app)).toEqual([])
})

it('an account that one owner has typed and scanned is not that of the next', async () => {
  const office = new BackOffice()
  office.answer(listPayToAccounts, () => ok({ accounts: [payToAccount(1)], delayHours: 0 }))
  const app = openApp('/admin/qr-settings', { role: 'owner', office })
  const files = [new File([new Uint8Array(10)], 'new.png', { type: 'image/png' })]
  await app.user.click(await screen.findByRole('button', { name: 'Change' }))
  await app.user.type(screen.getByLabelText('Name'), '-2')
  fireEvent.change(screen.getByLabelText('QR image (optional)', { selector: 'input' }), { target: { files } })
  await app.user.click(await screen.findByRole('checkbox'))
  const next = sessionOf('owner')
  storedSession.write({
    token: 'token-of-another',
    admin: { ...next.admin, _id: '0190b2a0-0000-7000-8000-0000000000fe', username: 'another.owner' },
  })
  wake()
  expect(tokenOf(app)).toBe('token-of-another')
  expect(await screen.findByRole('button', { name: 'Change' })).toBeTruthy()
  expect([screen.queryByText('new.png'), screen.queryByRole('dialog')]).toEqual([null, null])
})
