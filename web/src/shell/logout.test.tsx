import { expect, it, jest } from '@jest/globals'
import { ok, strange } from '@kismet/app-kit/testing/fake-gateway.ts'
import { logout } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { openSite } from '../testing/open-site.tsx'
import type { OpenSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

async function loggedOut(): Promise<OpenSite> {
  const site = openSite('/support')
  site.gateway.answer(logout, () => null)
  await site.user.click(await screen.findByRole('button', { name: /^Player menu/ }))
  await site.user.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(site.gateway.requestsOf(logout)).toHaveLength(1))
  return site
}
const online = (): void => act(() => void window.dispatchEvent(new Event('online')))
const isKept = (): boolean => sessionStorage.getItem('unheardLogouts') !== null

it('a logout without an answer is sent again with its token when the network is back, until the server has heard it', async () => {
  const { gateway } = await loggedOut()
  expect(isKept()).toBe(true)
  gateway.answer(logout, () => strange(502))
  online()
  await waitFor(() => expect(gateway.requestsOf(logout)).toHaveLength(2))
  expect(isKept()).toBe(true)
  gateway.answer(logout, () => ok({ message: '' }))
  online()
  await waitFor(() => expect(isKept()).toBe(false))
  for (const { headers } of gateway.requestsOf(logout))
    expect(headers.get('Authorization')).toBe('Bearer token-of-asha')
})

it('a logout without an answer is sent again by itself', async () => {
  const { gateway } = await loggedOut()
  gateway.answer(logout, () => ok({ message: '' }))
  await waitFor(() => expect(isKept()).toBe(false))
  expect(gateway.requestsOf(logout).length).toBeGreaterThan(1)
})

it('a logout without an answer is sent again when the tab is loaded again', async () => {
  sessionStorage.setItem('unheardLogouts', JSON.stringify(['token-of-before']))
  const gateway = new PlayerGateway()
  gateway.answer(logout, () => ok({ message: '' }))
  openSite('/support', { sameTab: true, loggedIn: false, gateway })
  await waitFor(() => expect(gateway.requestsOf(logout)).toHaveLength(1))
  expect(gateway.requestsOf(logout)[0]?.headers.get('Authorization')).toBe('Bearer token-of-before')
})

it('a logout reaches the server when the page is closed at once', async () => {
  const site = openSite('/support')
  const fetched = jest.spyOn(globalThis, 'fetch')
  await site.user.click(await screen.findByRole('button', { name: /^Player menu/ }))
  await site.user.click(screen.getByRole('button', { name: 'Logout' }))
  const sent = fetched.mock.calls.find(([url]) => url === logout.route.path)
  expect(sent?.[1]).toMatchObject({ keepalive: true })
  fetched.mockRestore()
})
