import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings, listDeposits, postDeposit } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { deposit, fillDeposit, proofFile, submit } from '../../testing/deposit-page.ts'
import { openSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const settingsOf = (name: string) =>
  ok({ settings: { qrImage: `/api/deposit-settings/qr/${name}`, utr: `KISMET-${name}`, version: name } })
const qr = (): string | null => screen.getByRole('img', { name: 'Payment QR code' }).getAttribute('src')
/** The player comes back from the app that pays. */
const comeBack = (): void => act(() => void document.dispatchEvent(new Event('visibilitychange')))

afterEach(() => {
  jest.useRealTimers()
})

async function open(): Promise<PlayerGateway> {
  const gateway = new PlayerGateway()
  gateway.answer(getDepositSettings, () => settingsOf('DEC'))
  gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  openSite('/deposit', { gateway })
  await screen.findByText('KISMET-DEC')
  return gateway
}

it('says that the payment details have changed when the player comes back to the page, and shows the new ones', async () => {
  const gateway = await open()
  comeBack()
  await waitFor(() => expect(gateway.requestsOf(getDepositSettings)).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
  gateway.answer(getDepositSettings, () => settingsOf('JAN'))
  comeBack()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The payment details have changed/)
  expect(screen.getByText('KISMET-JAN')).toBeTruthy()
  expect(qr()).toBe('/api/deposit-settings/qr/JAN')
})

it('says of payment details that they are of before when they cannot be read again', async () => {
  const gateway = await open()
  gateway.answer(getDepositSettings, () => null)
  comeBack()
  expect(await screen.findByText('Could not refresh. You see the last known state.')).toBeTruthy()
  expect(qr()).toBe('/api/deposit-settings/qr/DEC')
})

it('reads the payment details again by itself while the page is open', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const gateway = await open()
  gateway.answer(getDepositSettings, () => settingsOf('JAN'))
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('KISMET-JAN')).toBeTruthy()
})

it('asks for a QR code that did not load again, at a press and when the network is back', async () => {
  await open()
  const image = (): HTMLElement => screen.getByAltText('Payment QR code')
  fireEvent.error(image())
  expect(screen.getByRole('alert').textContent).toMatch(/^The QR code could not be loaded/)
  const first = image()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(image()).not.toBe(first)
  expect(image().getAttribute('src')).toBe('/api/deposit-settings/qr/DEC')
  expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true')
  fireEvent.error(image())
  const second = image()
  fireEvent(window, new Event('online'))
  expect(image()).not.toBe(second)
  fireEvent.load(image())
  expect(screen.queryByRole('alert')).toBeNull()
  const there = image()
  fireEvent(window, new Event('online'))
  expect(image()).toBe(there)
})

describe('the account of a method', () => {
  type Account = NonNullable<WireOutput<typeof getDepositSettings>['settings']['accounts']>[number]
  const upi: Account = {
    ...{ id: '01940000-0000-7000-8000-0000000000a1', kind: 'upi', name: 'Kismet Games', address: 'kismet@upi' },
    ...{ ifsc: null, qrImage: null, methods: ['UPI'] },
  }
  const other: Account = { ...upi, id: '01940000-0000-7000-8000-0000000000a2', address: 'other@upi' }
  const bank: Account = {
    ...{ ...upi, id: '01940000-0000-7000-8000-0000000000a3', kind: 'bank', methods: ['IMPS'] },
    ...{ address: '501002844821', ifsc: 'HDFC0001234' },
  }
  const shows = (gateway: PlayerGateway, ...accounts: Account[]): void =>
    gateway.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: null, version: 'v', accounts } }))
  const openWith = async (...accounts: Account[]) => {
    const gateway = new PlayerGateway()
    shows(gateway, ...accounts)
    gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    gateway.answer(postDeposit, () => ok({ deposit, message: '' }))
    const site = openSite('/deposit', { gateway })
    await screen.findByLabelText('Amount')
    return { ...site, gateway }
  }
  const payLink = (): string | null => screen.getByRole('link', { name: 'Pay with a UPI app' }).getAttribute('href')
  const sentForm = (gateway: PlayerGateway): FormData => gateway.requestsOf(postDeposit)[0]?.body as FormData

  it('has a link with the amount and a note, and the form says which account and which note were shown', async () => {
    const { user, gateway } = await openWith(upi)
    await screen.findByText('kismet@upi')
    expect(screen.queryByRole('link', { name: 'Pay with a UPI app' })).toBeNull()
    await fillDeposit({ user })
    const note = /tn=(KM[2-9A-Z]{8})$/.exec(payLink() ?? '')?.[1]
    expect(payLink()).toBe(`upi://pay?pa=kismet@upi&pn=Kismet%20Games&am=2000.00&cu=INR&tn=${note}`)
    expect(await screen.findByRole('img', { name: 'QR code for ₹2,000.00' })).toBeTruthy()
    await user.click(submit())
    await screen.findByText('Deposit submitted')
    expect([sentForm(gateway).get('payTo'), sentForm(gateway).get('note')]).toEqual([upi.id, note])
  })

  it('that the player began to pay to is sent, also after the page shows another one', async () => {
    const { user, gateway } = await openWith(upi)
    await screen.findByText('kismet@upi')
    await fillDeposit({ user })
    await user.click(screen.getByRole('button', { name: 'Copy UPI ID' }))
    shows(gateway, other)
    comeBack()
    await screen.findByText('other@upi')
    expect(screen.getByRole('alert').textContent).toMatch(/^The payment details have changed. If you have paid/)
    await user.click(submit())
    await screen.findByText('Deposit submitted')
    expect(sentForm(gateway).get('payTo')).toBe(upi.id)
  })

  it('that was shown with a valid amount is sent without a press, and a reload still warns of another one', async () => {
    const { user, gateway } = await openWith(upi)
    await screen.findByText('kismet@upi')
    await fillDeposit({ user })
    cleanup()
    shows(gateway, other)
    const again = openSite('/deposit', { gateway, sameTab: true })
    await screen.findByText('other@upi')
    expect(screen.getByRole('alert').textContent).toMatch(/^The payment details have changed/)
    fireEvent.change(screen.getByLabelText('Proof (image or PDF)'), { target: { files: [proofFile] } })
    await again.user.click(submit())
    await screen.findByText('Deposit submitted')
    expect(sentForm(gateway).get('payTo')).toBe(upi.id)
    expect(screen.queryByText(/^The payment details have changed/)).toBeNull()
  })

  it('raises no alarm with another id alone, nor when it is the first one that takes the method', async () => {
    const { user, gateway } = await openWith()
    await screen.findByText(/^No account takes UPI payments/)
    shows(gateway, upi)
    comeBack()
    await screen.findByText('kismet@upi')
    await fillDeposit({ user })
    shows(gateway, { ...upi, id: other.id })
    const reads = gateway.requestsOf(getDepositSettings).length
    comeBack()
    await waitFor(() => expect(gateway.requestsOf(getDepositSettings)).toHaveLength(reads + 1))
    await act(() => Promise.resolve())
    expect(screen.queryByText(/^The payment details have changed/)).toBeNull()
  })

  it('has Save QR under the code with the amount, which the button saves', async () => {
    const { user } = await openWith({ ...upi, qrImage: '/api/deposit-settings/qr/1' })
    await screen.findByText('kismet@upi')
    await fillDeposit({ user })
    const save = screen.getByRole('button', { name: 'Save QR' })
    const made = await screen.findByRole('img', { name: 'QR code for ₹2,000.00' })
    const stored = screen.getByRole('img', { name: 'Payment QR code' })
    expect([made, stored].map((code) => save.compareDocumentPosition(code))).toEqual([
      Node.DOCUMENT_POSITION_PRECEDING,
      Node.DOCUMENT_POSITION_FOLLOWING,
    ])
  })

  it('of a wallet says the coin and its network, warns of others, has a QR code, and says how rupees are decided', async () => {
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
    const wallet: Account = { ...upi, kind: 'wallet', name: 'USDT on Tron', address, methods: ['CRYPTO'] }
    const { user } = await openWith(upi, wallet)
    await user.click(screen.getByRole('radio', { name: 'CRYPTO' }))
    expect(await screen.findByText('USDT on Tron')).toBeTruthy()
    expect(screen.getByText('Send only USDT on Tron. Coins on another network are lost.')).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'QR code of the address' })).toBeTruthy()
    expect(screen.getByText(/^We credit the rupees that your coins are worth/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy wallet address' })).toBeTruthy()
  })

  it('of a bank has a copy button for each value, and a method without an account says so', async () => {
    const { user } = await openWith(upi, bank)
    await user.click(screen.getByRole('radio', { name: 'IMPS' }))
    expect(await screen.findByText('HDFC0001234')).toBeTruthy()
    for (const name of ['Copy account number', 'Copy IFSC', 'Copy account holder'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'CRYPTO' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No account takes CRYPTO payments right now. Do not pay to an earlier account.',
    )
    expect(screen.queryByText('501002844821')).toBeNull()
  })
})

it('says where the reference of each method is found, and shows the chosen screenshot', async () => {
  await open()
  expect(screen.getByText(/PhonePe calls the number UTR/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Proof (image or PDF)'), { target: { files: [proofFile] } })
  const preview = await screen.findByAltText('Your proof of the payment')
  expect(preview.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  // A cut-off picture loads, and cannot be decoded.
  Object.assign(preview, { decode: () => Promise.reject(new Error('broken')) })
  fireEvent.load(preview)
  await waitFor(() => expect(screen.queryByAltText('Your proof of the payment')).toBeNull())
})
