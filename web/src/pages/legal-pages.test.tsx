import { describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { getConfig, socketEvents } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

describe('terms and privacy', () => {
  it.each([
    ['/terms', 'Who may play'],
    ['/privacy', 'What we store'],
  ])('%s is the sample text, and says so whether the operator has a name or not', async (path, section) => {
    const gateway = new PlayerGateway()
    const config = playMoneyConfig('2026-11-21T12:00:00.000Z')
    gateway.answer(getConfig, () => ok({ ...config, operator: { name: 'Acme', licence: 'L1' } }))
    openSite(path, { gateway, loggedIn: false })
    expect(await screen.findByRole('heading', { name: section }, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByText(/^Operated by Acme, licence L1\. This is the sample text of Kismet/)).toBeTruthy()
  })

  it.each([
    ['/terms', 'Terms of Service', 'https://acme.example/terms'],
    ['/privacy', 'Privacy Policy', 'https://acme.example/privacy'],
  ])("%s leads to the operator's own text", async (path, name, address) => {
    const gateway = new PlayerGateway()
    const texts = { termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' }
    const config = playMoneyConfig('2026-11-21T12:00:00.000Z')
    gateway.answer(getConfig, () => ok({ ...config, operator: { name: 'Acme', licence: null, ...texts } }))
    openSite(path, { gateway, loggedIn: false })
    await screen.findByText('Operated by Acme.', undefined, { timeout: 10_000 })
    const links = screen.getAllByRole('link', { name })
    expect(links.map((link) => link.getAttribute('href'))).toContain(address)
    expect(screen.queryByText(/sample text/)).toBeNull()
  })
})

it('a suspended player is told so, and how to reach the support', async () => {
  const { connection } = openSite('/casino/slots')
  await screen.findByRole('button', { name: 'SPIN' }, { timeout: 10_000 })
  act(() => connection.push(socketEvents.sessionEnded, { reason: 'account_suspended' }))
  expect(await screen.findByText(/^Your account is suspended/, undefined, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support')
})
