import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  confirmPayTo,
  getDepositSettings,
  getPayToProposal,
  postDepositSettings,
  withdrawPayTo,
} from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BackOffice, openApp, sessionOf } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

describe('a change that waits', () => {
  const owner = { _id: '0190b2a0-0000-7000-8000-0000000000aa', username: 'other.owner' }
  const proposed = {
    _id: '0190b2a0-0000-7000-8000-0000000000ab',
    utr: 'KISMET-JAN',
    qrImage: null,
    by: owner,
    at: '2026-11-21T12:12:05.000Z',
    takesEffectAt: '2026-11-22T12:12:05.000Z',
  }

  it('says what is proposed, by whom and from when, and is confirmed by another owner', async () => {
    const office = new BackOffice()
    office.answer(getPayToProposal, () => ok({ proposed }))
    office.answer(confirmPayTo, () => {
      office.answer(getPayToProposal, () => ok({ proposed: null }))
      return ok({ proposed: null })
    })
    const { user } = openApp('/admin/qr-settings', { office })
    expect(await screen.findByText('A change waits')).toBeTruthy()
    expect(screen.getByText('takes effect 22 Nov 2026, 17:42')).toBeTruthy()
    expect(screen.getByText('other.owner, 21 Nov 2026, 17:42')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm change' }))
    expect(await screen.findByText('The change is in use now.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
    expect(office.requestsOf(confirmPayTo).map(({ params }) => params.id)).toEqual([proposed._id])
  })

  it('of the own hand is not confirmed, but withdrawn', async () => {
    const office = new BackOffice()
    const own = { ...proposed, by: { _id: sessionOf('owner').admin._id, username: 'some.owner' } }
    office.answer(getPayToProposal, () => ok({ proposed: own }))
    office.answer(withdrawPayTo, () => ok({ proposed: null }))
    const { user } = openApp('/admin/qr-settings', { office })
    expect(await screen.findByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw change' }))
    expect(await screen.findByText('The change was withdrawn.')).toBeTruthy()
  })

  it('is told after it was saved, and a QR image that pays to another account is asked about first', async () => {
    const office = new BackOffice()
    const { user } = openApp('/admin/qr-settings', { office })
    const answers = [
      refuse('qr_differs', 'The QR code pays to thief@upi, and the UPI ID is KISMET-DEC.', {
        params: { paysTo: 'thief@upi' },
      }),
    ]
    office.answer(
      postDepositSettings,
      () => answers.shift() ?? ok({ settings: { qrImage: null, utr: 'KISMET-DEC', version: 'v' }, proposed }),
    )
    const files = [new File([new Uint8Array(10)], 'new.png', { type: 'image/png' })]
    fireEvent.change(await screen.findByLabelText('QR image', { selector: 'input' }), { target: { files } })
    await user.click(await screen.findByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Save settings' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save settings' }))
    const question = await screen.findByRole('dialog', { name: 'This QR may pay to another account' })
    expect(question.textContent).toContain('pays to thief@upi')
    await user.click(within(question).getByRole('button', { name: 'Save anyway' }))
    expect(await screen.findByText('Change proposed')).toBeTruthy()
    const bodies = office.requestsOf(postDepositSettings).map(({ body }) => (body as FormData).get('qrChecked'))
    expect(bodies).toEqual([null, 'yes'])
  })

  it('of the UPI ID alone cannot be saved anyway while the QR image in use pays to the old one', async () => {
    const office = new BackOffice()
    office.answer(postDepositSettings, () =>
      refuse('qr_differs', 'Upload the QR image of the new UPI ID with it.', { params: { paysTo: 'KISMET-DEC' } }),
    )
    const { user } = openApp('/admin/qr-settings', { office })
    await user.type(await screen.findByLabelText('UPI ID'), '-2{Enter}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Upload the QR image of the new UPI ID with it.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByLabelText('UPI ID')).toHaveProperty('value', 'KISMET-DEC-2')
  })

  it('shows the old and the new value of what changes, and names what stays', async () => {
    const office = new BackOffice()
    const settings = { qrImage: '/api/qr/1', utr: 'KISMET-DEC', version: 'v' }
    office.answer(getDepositSettings, () => ok({ settings }))
    office.answer(getPayToProposal, () => ok({ proposed: { ...proposed, qrImage: settings.qrImage } }))
    openApp('/admin/qr-settings', { office })
    const panel = within(await screen.findByRole('region', { name: 'A change waits' }))
    const valueOf = (name: string) => panel.getByText(name, { selector: 'dt' }).nextSibling?.textContent
    expect([valueOf('UPI ID now'), valueOf('New UPI ID')]).toEqual(['KISMET-DEC', 'KISMET-JAN'])
    expect(valueOf('QR image')).toBe('no change')
    office.answer(getPayToProposal, () => ok({ proposed: { ...proposed, utr: settings.utr, qrImage: '/api/qr/2' } }))
    fireEvent.focus(window)
    await waitFor(() => expect(valueOf('UPI ID')).toBe('KISMET-DEC (no change)'))
    const shown = panel.getAllByRole<HTMLImageElement>('img').map(({ alt, src }) => [alt, new URL(src).pathname])
    expect(shown).toEqual([
      ['QR image now', '/api/qr/1'],
      ['New QR image', '/api/qr/2'],
    ])
  })

  it('that another owner confirmed leaves the page at the next focus of the window', async () => {
    const office = new BackOffice()
    office.answer(getPayToProposal, () => ok({ proposed }))
    openApp('/admin/qr-settings', { office })
    await screen.findByText('A change waits')
    office.answer(getPayToProposal, () => ok({ proposed: null }))
    fireEvent.focus(window)
    await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
  })

  it('and whose confirmation is refused is read again', async () => {
    const office = new BackOffice()
    office.answer(getPayToProposal, () => ok({ proposed }))
    office.answer(confirmPayTo, () => {
      office.answer(getPayToProposal, () => ok({ proposed: null }))
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
      office.answer(getPayToProposal, () => ok({ proposed }))
      openApp('/admin/qr-settings', { office })
      await screen.findByText('A change waits')
      office.answer(getPayToProposal, () => ok({ proposed: null }))
      await act(() => jest.advanceTimersByTimeAsync(30_000))
      await waitFor(() => expect(screen.queryByText('A change waits')).toBeNull())
    } finally {
      jest.useRealTimers()
    }
  })
})
