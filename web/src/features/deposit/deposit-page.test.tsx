import { errorCatalogue, listDeposits, postDeposit, socketEvents } from '@kismet/contracts'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { deposit, fillDeposit, keysOf, openDeposits, proofFile, submit } from '../../testing/deposit-page.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { playerId } from '../../testing/open-site.tsx'

const decided = {
  _id: deposit._id,
  user: playerId,
  amount: 2_000,
  status: 'approved',
  adminReason: null,
  balance: 3_000,
} as const

afterEach(() => {
  jest.useRealTimers()
})

const open = (): Promise<OpenSite> => openDeposits([deposit])

describe('/deposit', () => {
  it('shows where to pay, the own requests, and that any reference will do for play money', async () => {
    await open()
    expect(screen.getByRole('img', { name: 'Payment QR code' }).getAttribute('src')).toBe('/api/deposit-settings/qr/1')
    const requests = within(screen.getByRole('region', { name: 'Your deposit requests' }))
    expect(await requests.findByText('₹2,000.00')).toBeTruthy()
    expect(requests.getByText('Pending')).toBeTruthy()
    expect(requests.getByText('21 Nov 2026, 7:12 pm')).toBeTruthy()
    expect(
      await screen.findByText('Play money: you make no real payment here. Any reference in the right format works.'),
    ).toBeTruthy()
  })

  it('says what is wrong, first things first, and sends nothing', async () => {
    const site = await open()
    await site.user.click(submit())
    expect(await screen.findByText('Enter a valid amount')).toBeTruthy()
    await site.user.type(screen.getByLabelText('Amount'), '2000')
    await site.user.click(submit())
    expect(await screen.findByText('Enter your UTR/Reference number')).toBeTruthy()
    expect(screen.getByLabelText('UTR/Reference number').getAttribute('aria-invalid')).toBe('true')
    expect(site.gateway.requestsOf(postDeposit)).toHaveLength(0)
  })

  it('goes on saying that an amount is wrong until another one is written', async () => {
    const { user } = await open()
    const amount = screen.getByLabelText('Amount')
    await user.type(amount, '50{Enter}')
    const told = await screen.findByText(/^Minimum deposit amount is/)
    await user.tab()
    expect([amount, told].map((one) => one.isConnected)).toEqual([true, true])
    expect(amount).toHaveProperty('value', '50.00')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    await user.type(screen.getByLabelText('UTR/Reference number'), '4127')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    await user.clear(amount)
    await user.type(amount, '500')
    expect(amount.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('sends the form once, is empty afterwards and says so', async () => {
    const site = await open()
    await fillDeposit(site)
    await site.user.click(screen.getByRole('button', { name: 'Submit deposit · ₹2,000.00' }))
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    const form = site.gateway.requestsOf(postDeposit)[0]?.body
    if (!(form instanceof FormData)) throw new Error('No form was sent')
    expect([form.get('amount'), form.get('method'), form.get('utr')]).toEqual(['2000.00', 'UPI', '4127 8830 0934'])
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '')
  })

  it('says what is wrong with a proof when it is chosen, at its field, and takes the same file again after it was removed', async () => {
    const { user } = await open()
    const proof = screen.getByLabelText('Proof (image or PDF)')
    const film = new File(['film'], 'film.mov', { type: 'video/quicktime' })
    fireEvent.change(proof, { target: { files: [film] } })
    const told = await screen.findByText(/^Choose an image/)
    expect([proof.getAttribute('aria-invalid'), proof.getAttribute('aria-describedby')]).toEqual(['true', told.id])
    await user.click(screen.getByRole('button', { name: 'Remove file' }))
    expect(screen.queryByText('film.mov')).toBeNull()
    fireEvent.change(proof, { target: { files: [film] } })
    expect(await screen.findByText('film.mov')).toBeTruthy()
  })

  it('tells how far the upload is, and ends it when it is cancelled: the form stays', async () => {
    const site = await open()
    site.gateway.answer(postDeposit, () => new Promise(() => undefined))
    await fillDeposit(site)
    await site.user.click(submit())
    expect(await screen.findByRole('progressbar', { name: 'Sending: Proof (image or PDF)' })).toHaveProperty(
      'value',
      50,
    )
    await site.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Upload cancelled')).toBeTruthy()
    // The cancelled upload may have arrived: the list is read again.
    await waitFor(() => expect(site.gateway.requestsOf(listDeposits)).toHaveLength(2))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('proof.png')).toBeTruthy()
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '2,000.00')
    site.gateway.answer(postDeposit, () => ok({ deposit, message: '' }))
    await site.user.click(submit())
    await screen.findByText('Deposit submitted')
    const keys = keysOf(site)
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('asks again with the same key where no answer came, says what is known, and sends another one with another', async () => {
    const site = await open()
    site.gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    const failures = [refuse('internal', 'The server failed'), refuse('invalid_request', 'no')]
    site.gateway.answer(postDeposit, () =>
      failures.length > 0 ? (failures.shift() ?? null) : ok({ deposit, message: '' }),
    )
    await fillDeposit(site)
    await site.user.click(submit())
    expect(await screen.findByText(/^Checking whether your request arrived/)).toBeTruthy()
    expect(submit().getAttribute('aria-busy')).toBe('true')
    expect(await screen.findByText('no')).toBeTruthy()
    expect(screen.queryByText('Server error')).toBeNull()
    expect(screen.queryByText(/^(We could not confirm|Checking whether your request arrived)/)).toBeNull()
    await site.user.click(submit())
    await screen.findByText('Deposit submitted')
    const [first, second, third] = keysOf(site)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('sends a form that is not answered twice at most, and then looks for it alone', async () => {
    const site = await open()
    site.gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    site.gateway.answer(postDeposit, () => null)
    await fillDeposit(site)
    jest.useFakeTimers({ advanceTimers: true })
    fireEvent.click(submit())
    const before = site.gateway.requestsOf(listDeposits).length
    for (let seconds = 0; seconds < 40; seconds += 1) await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText(/^We could not confirm that your request arrived. Look for it/)).toBeTruthy()
    expect(keysOf(site)).toHaveLength(2)
    expect(site.gateway.requestsOf(listDeposits).length - before).toBeGreaterThanOrEqual(7)
    expect(submit().getAttribute('aria-busy')).toBeNull()
  })

  it('sends a form again only where it can see that it has not arrived', async () => {
    const site = await open()
    site.gateway.answer(postDeposit, () => null)
    await fillDeposit(site)
    site.gateway.answer(listDeposits, () => null)
    jest.useFakeTimers({ advanceTimers: true })
    fireEvent.click(submit())
    for (let seconds = 0; seconds < 5; seconds += 1) await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(keysOf(site)).toHaveLength(1)
    site.gateway.answer(postDeposit, () => ok({ deposit, message: '' }))
    site.gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    for (let seconds = 0; seconds < 5; seconds += 1) await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(keysOf(site)).toHaveLength(2)
  })

  it('is told as submitted, and sent once, where it stands among the own requests although its answer was lost', async () => {
    const site = await open()
    site.gateway.answer(postDeposit, () => null)
    await fillDeposit(site)
    await site.user.click(submit())
    expect(await screen.findByText(/^Checking whether your request arrived/)).toBeTruthy()
    expect(await screen.findByText('Deposit submitted')).toBeTruthy()
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '')
    expect(keysOf(site)).toHaveLength(1)
  })

  it('shows a reference that another player used before at its field', async () => {
    const site = await openDeposits([])
    const used = errorCatalogue.duplicate_utr.message
    expect(used).toMatch(/If you made this payment, send the receipt of your bank to support\.$/)
    site.gateway.answer(postDeposit, () => refuse('duplicate_utr'))
    await fillDeposit(site)
    await site.user.click(submit())
    expect(await screen.findByText(used)).toBeTruthy()
    expect(screen.getByLabelText('UTR/Reference number').getAttribute('aria-invalid')).toBe('true')
  })

  it('says of an own reference which request has it', async () => {
    const site = await openDeposits([{ ...deposit, status: 'approved' }])
    await screen.findByText('Approved')
    site.gateway.answer(postDeposit, () => refuse('duplicate_utr'))
    await fillDeposit(site)
    await site.user.click(submit())
    expect(
      await screen.findByText(
        'You sent this reference on 21 Nov 2026, 7:12 pm for ₹2,000.00, and the request was approved.',
      ),
    ).toBeTruthy()
  })

  it('shows a file that the server refuses at its field, until the player chooses another', async () => {
    const site = await open()
    const damaged = 'The file is damaged and cannot be read. Upload another copy of it.'
    site.gateway.answer(postDeposit, () => refuse('invalid_request', damaged, { params: { fault: 'file_damaged' } }))
    await fillDeposit(site)
    await site.user.click(submit())
    const told = await screen.findByText(damaged)
    const proof = screen.getByLabelText('Proof (image or PDF)')
    expect([proof.getAttribute('aria-invalid'), proof.getAttribute('aria-describedby')]).toEqual(['true', told.id])
    await site.user.upload(proof, proofFile)
    expect(screen.queryByText(damaged)).toBeNull()
  })

  it.each([
    {
      code: 'too_many_pending',
      message: 'You have 5 pending requests. You can send another when one is decided.',
    },
    { code: 'upload_quota_reached', message: errorCatalogue.upload_quota_reached.message },
  ] as const)('says that $code in its own words, keeps the form and takes the next try as another one', async (no) => {
    const site = await open()
    const failures = [refuse(no.code, no.message)]
    site.gateway.answer(postDeposit, () => failures.shift() ?? ok({ deposit, message: '' }))
    await fillDeposit(site)
    await site.user.click(submit())
    expect(await screen.findByText(no.message)).toBeTruthy()
    expect(screen.getByLabelText('UTR/Reference number')).toHaveProperty('value', '4127 8830 0934')
    await site.user.click(submit())
    await screen.findByText('Deposit submitted')
    const [first, second] = keysOf(site)
    expect(second).not.toBe(first)
  })

  it('says of a list that it is of before when it cannot be read again, and tries again', async () => {
    const { connection, gateway, user } = await open()
    await screen.findByText('Pending')
    gateway.answer(listDeposits, () => refuse('internal'))
    act(() => connection.push(socketEvents.depositUpdate, { ...decided, balanceSeq: 2 }))
    expect(await screen.findByText('Could not refresh. You see the last known state.')).toBeTruthy()
    expect(screen.getByText('Pending')).toBeTruthy()
    gateway.answer(listDeposits, () => ok({ deposits: [{ ...deposit, status: 'approved' }], nextCursor: null }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Approved')).toBeTruthy()
    expect(screen.queryByText(/^Could not refresh/)).toBeNull()
  })

  it('moves status and balance by itself when an admin has decided', async () => {
    const { connection, gateway } = await open()
    await screen.findByText('Pending')
    gateway.answer(listDeposits, () => ok({ deposits: [{ ...deposit, status: 'approved' }], nextCursor: null }))
    act(() => connection.push(socketEvents.depositUpdate, { ...decided, balanceSeq: 2 }))
    expect(await screen.findByText('Approved')).toBeTruthy()
    expect(await screen.findByText('₹3,000.00')).toBeTruthy()
    expect(await screen.findByText('Deposit approved: ₹2,000.00')).toBeTruthy()
  })
})
