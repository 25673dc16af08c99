import { expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { listDeposits, postBetterProof } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { deposit, openDeposits, proofFile } from '../../testing/deposit-page.ts'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const asked = {
  reason: 'cut_off',
  note: 'The date is missing',
  askedAt: '2026-11-21T13:50:00.000Z',
  sentAt: null,
} as const
const awaited = { ...deposit, betterProof: asked }
const list = () => within(screen.getByRole('region', { name: 'Your deposit requests' }))

it('a player sees why a better proof is needed, sends it once, and the request says so', async () => {
  const { gateway, user } = await openDeposits([awaited])
  const form = within(await screen.findByRole('form', { name: 'Better proof' }))
  const depositForm = screen.getByRole('form', { name: 'Deposit' })
  expect(depositForm.compareDocumentPosition(screen.getByRole('form', { name: 'Better proof' }))).toBe(4)
  form.getByText(/₹2,000\.00, reference .*Your proof is cut off\./)
  form.getByText('The date is missing')
  await list().findByText('We need a better proof')
  await user.click(form.getByRole('button', { name: 'Send proof' }))
  form.getByText('Add a proof of the payment (image or PDF)')
  const sent = { ...awaited, betterProof: { ...asked, sentAt: '2026-11-21T13:55:00.000Z' } }
  gateway.answer(postBetterProof, () => {
    gateway.answer(listDeposits, () => ok({ deposits: [sent], nextCursor: null }))
    return ok({ deposit: sent })
  })
  await user.upload(form.getByLabelText('New proof (image or PDF)'), proofFile)
  await user.click(form.getByRole('button', { name: 'Send proof' }))
  await screen.findByText('Proof sent')
  await list().findByText('New proof sent')
  expect(document.activeElement).toBe(list().getByRole('button', { name: /^Details/ }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Better proof' })).toBeNull())
  expect(gateway.requestsOf(postBetterProof)).toMatchObject([{ params: { id: deposit._id } }])
})

it('a refusal is told, and the file stays for another try', async () => {
  const { gateway, user } = await openDeposits([awaited])
  gateway.answer(postBetterProof, () => refuse('upload_quota_reached'))
  const form = within(await screen.findByRole('form', { name: 'Better proof' }))
  await user.upload(form.getByLabelText('New proof (image or PDF)'), proofFile)
  await user.click(form.getByRole('button', { name: 'Send proof' }))
  await waitFor(() => expect(gateway.requestsOf(postBetterProof)).toHaveLength(1))
  form.getByText('proof.png')
})

it('a request that was credited with another amount says both amounts', async () => {
  await openDeposits([{ ...deposit, status: 'approved', amount: 90, askedAmount: 100 }])
  await list().findByText('₹90.00 arrived and is in your balance. You asked for ₹100.00.')
})

it('Details of the request have the reason, the note and the upload', async () => {
  const { user } = await openDeposits([awaited])
  await user.click(await list().findByRole('button', { name: 'Details: Deposit of ₹2,000.00' }))
  const drawer = within(screen.getByRole('dialog', { name: 'Deposit of ₹2,000.00' }))
  drawer.getByText(/Your proof is cut off\./)
  drawer.getByText('The date is missing')
  drawer.getByRole('button', { name: 'Send proof' })
})

it('a file that the server refuses is an error at its field', async () => {
  const { gateway, user } = await openDeposits([awaited])
  const damaged = 'The file is damaged and cannot be read. Upload another copy of it.'
  gateway.answer(postBetterProof, () => refuse('invalid_request', damaged, { params: { fault: 'file_damaged' } }))
  const form = within(await screen.findByRole('form', { name: 'Better proof' }))
  await user.upload(form.getByLabelText('New proof (image or PDF)'), proofFile)
  await user.click(form.getByRole('button', { name: 'Send proof' }))
  await form.findByText(damaged)
  expect(form.getByLabelText('New proof (image or PDF)').getAttribute('aria-invalid')).toBe('true')
})

it('on another page a toast tells of the request, and a dot stands at Deposit', async () => {
  const gateway = new PlayerGateway()
  gateway.answer(listDeposits, () => ok({ deposits: [awaited], nextCursor: null }))
  openSite('/account', { gateway })
  await screen.findByText('We need a better proof of a deposit. Open Deposit.')
  const way = within(screen.getByRole('navigation', { name: 'Deposit and withdrawal' }))
  way.getByRole('img', { name: 'We need a better proof' })
})
