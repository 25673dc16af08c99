import { beforeEach, expect, it } from '@jest/globals'
import { picture, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositProof } from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import { deposit, openDeposits } from '../../testing/deposit-page.ts'
import type { OpenSite } from '../../testing/open-site.tsx'

const revoked: string[] = []
beforeEach(() => {
  let made = 0
  revoked.length = 0
  URL.createObjectURL = () => `blob:${(made += 1)}`
  URL.revokeObjectURL = (url) => revoked.push(url)
})

const drawer = () => within(screen.getByRole('dialog', { name: 'Deposit of ₹2,000.00' }))
const open = ({ user }: OpenSite) =>
  screen.findByRole('button', { name: 'Details: Deposit of ₹2,000.00' }).then((button) => user.click(button))

it('a request opens with its whole reference, times, reason and the pages of its proof', async () => {
  const decided = {
    ...{ ...deposit, status: 'rejected' as const, adminReason: 'Amount differs', proofPages: 2 },
    decidedAt: '2026-11-21T13:50:00.000Z',
  }
  const site = await openDeposits([decided])
  site.gateway.answer(getDepositProof, () => picture('image/jpeg'))
  await open(site)
  for (const text of [
    '412788300934',
    'UPI',
    'Rejected',
    'Amount differs',
    '21 Nov 2026, 7:12 pm',
    '21 Nov 2026, 7:20 pm',
  ])
    expect(drawer().getByText(text)).toBeTruthy()
  const pages = await Promise.all([1, 2].map((page) => drawer().findByRole('img', { name: `Proof, page ${page}` })))
  expect(pages.map((page) => page.getAttribute('src')).sort()).toEqual(['blob:1', 'blob:2'])
  const asked = site.gateway.requestsOf(getDepositProof)
  expect(asked.map(({ params, query }) => [params.id, query.get('page')])).toEqual([
    [deposit._id, '1'],
    [deposit._id, '2'],
  ])
  expect(asked.every(({ headers }) => headers.get('Authorization') !== null)).toBe(true)
})

it('a request has what the player quotes to support: the shown account, the note and a short id', async () => {
  const account = { kind: 'upi' as const, name: 'Kismet Games', address: 'kismet@upi', ifsc: null, qrImage: null }
  const site = await openDeposits([{ ...deposit, payTo: account, note: 'KMBWVFCY95' }])
  await open(site)
  for (const text of ['kismet@upi', 'KMBWVFCY95', '0000d1']) expect(drawer().getByText(text)).toBeTruthy()
})

it('a rejected request says what to do next, and leads to support', async () => {
  await open(await openDeposits([{ ...deposit, status: 'rejected', adminReason: 'Amount differs' }]))
  expect(drawer().getByText(/^Send a new request with the amount that you paid and the same UTR/)).toBeTruthy()
  expect(drawer().getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support')
})

it('a proof that was deleted is not asked for', async () => {
  const site = await openDeposits([{ ...deposit, status: 'approved', proofDeletedAt: '2027-05-21T13:50:00.000Z' }])
  await open(site)
  expect(drawer().getByText('The proof was deleted on 21 May 2027, 7:20 pm.')).toBeTruthy()
  expect(site.gateway.requestsOf(getDepositProof)).toEqual([])
})

it('a proof that cannot be loaded is asked for again by a press', async () => {
  const site = await openDeposits([deposit])
  site.gateway.answer(getDepositProof, () => refuse('unavailable'))
  await open(site)
  const again = await drawer().findByRole('button', { name: 'Try again' })
  site.gateway.answer(getDepositProof, () => picture('image/jpeg'))
  await site.user.click(again)
  expect(await drawer().findByRole('img', { name: 'Proof, page 1' })).toBeTruthy()
})
