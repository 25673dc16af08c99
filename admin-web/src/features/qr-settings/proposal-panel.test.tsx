import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { confirmProposal, listPayToAccounts, withdrawProposal } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BackOffice, openApp, sessionOf } from '../../testing/open-app.tsx'
import type { WireAccount } from '../../testing/pay-to.ts'
import { payToAccount, proposalOf, upiTerms } from '../../testing/pay-to.ts'

afterEach(() => localStorage.clear())

describe('a change that waits', () => {
  const account = payToAccount(1, { proposed: proposalOf({ ...upiTerms, address: 'new@upi' }) })
  const waits = (office: BackOffice, ...accounts: WireAccount[]): void =>
    office.answer(listPayToAccounts, () => ok({ accounts, delayHours: 24 }))
  const done = payToAccount(1)

  it('says what is proposed, by whom and from when, and is confirmed by another owner', async () => {
    const office = new BackOffice()
    waits(office, account)
    office.answer(confirmProposal, () => {
      waits(office, done)
      return ok({})
    })
    const { user } = openApp('/admin/qr-settings', { office })
    expect(await screen.findByText('A change waits')).toBeTruthy()
    expect(screen.getByText('takes effect 22 Nov 2026, 17:42')).toBeTruthy()
    expect(screen.getByText('other.owner, 21 Nov 2026, 17:42')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm change' }))
    expect(await screen.findByText('The change is in use now.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
    expect(office.requestsOf(confirmProposal).map(({ params }) => params.id)).toEqual([account.proposed?._id])
  })

  it.each([
    { isOn: true, says: 'Deposits can go to new@upi from now on. Check the account with your own phone first.' },
    { isOn: false, says: 'The account stays off. Players do not see new@upi.' },
  ])('says before the confirmation what comes of it: $says', async ({ isOn, says }) => {
    const office = new BackOffice()
    waits(office, payToAccount(1, { proposed: { ...proposalOf({ ...upiTerms, address: 'new@upi' }), isOn } }))
    const { user } = openApp('/admin/qr-settings', { office })
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    within(await screen.findByRole('dialog')).getByText(says)
  })

  it('of the own hand is not confirmed, but withdrawn', async () => {
    const office = new BackOffice()
    const by = { _id: sessionOf('owner').admin._id, username: 'some.owner' }
    waits(office, payToAccount(1, { proposed: { ...proposalOf(upiTerms), by } }))
    office.answer(withdrawProposal, () => ok({}))
    const { user } = openApp('/admin/qr-settings', { office })
    expect(await screen.findByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw change' }))
    expect(await screen.findByText('The change was withdrawn.')).toBeTruthy()
  })

  it('shows the old and the new value of what changes, and names what stays', async () => {
    const office = new BackOffice()
    const inUse = { ...upiTerms, qrImage: '/api/qr/1' }
    const shows = (terms: typeof inUse) => waits(office, payToAccount(1, { inUse, proposed: proposalOf(terms) }))
    shows({ ...inUse, address: 'new@upi' })
    openApp('/admin/qr-settings', { office })
    const panel = within(await screen.findByRole('region', { name: 'A change waits' }))
    const valueOf = (name: string) => panel.getByText(name, { selector: 'dt' }).nextSibling?.textContent
    expect([valueOf('UPI ID now'), valueOf('New UPI ID')]).toEqual(['kismet@upi', 'new@upi'])
    expect([valueOf('QR image'), valueOf('State')]).toEqual(['no change', 'on (no change)'])
    shows({ ...inUse, qrImage: '/api/qr/2' })
    fireEvent.focus(window)
    await waitFor(() => expect(valueOf('UPI ID')).toBe('kismet@upi (no change)'))
    const shown = panel.getAllByRole<HTMLImageElement>('img').map(({ alt, src }) => [alt, new URL(src).pathname])
    expect(shown).toEqual([
      ['QR image now', '/api/qr/1'],
      ['New QR image', '/api/qr/2'],
    ])
  })

  it('that another owner confirmed leaves the page at the next focus of the window', async () => {
    const office = new BackOffice()
    waits(office, account)
    openApp('/admin/qr-settings', { office })
    await screen.findByText('A change waits')
    waits(office, done)
    fireEvent.focus(window)
    await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
  })

  it('and whose confirmation is refused is read again', async () => {
    const office = new BackOffice()
    waits(office, account)
    office.answer(confirmProposal, () => {
      waits(office, done)
      return refuse('settings_changed')
    })
    const { user } = openApp('/admin/qr-settings', { office })
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm change' }))
    await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
  })

  it('that another owner confirmed leaves an open page without a focus too', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    try {
      const office = new BackOffice()
      waits(office, account)
      openApp('/admin/qr-settings', { office })
      await screen.findByText('A change waits')
      waits(office, done)
      await act(() => jest.advanceTimersByTimeAsync(30_000))
      await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
    } finally {
      jest.useRealTimers()
    }
  })
})
