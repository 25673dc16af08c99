import { afterEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getDepositSettings, listDeposits } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
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
