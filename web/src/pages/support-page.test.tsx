import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { getConfig } from '@kismet/contracts'
import { screen } from '@testing-library/react'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

describe('/support', () => {
  it('says that the ways to the operator could not be had, and asks for them again', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getConfig, () => refuse('internal'))
    const { user } = openSite('/support', { gateway, loggedIn: false })
    const again = await screen.findByRole('button', { name: 'Try again' })
    const config = playMoneyConfig('2026-11-21T12:00:00.000Z')
    gateway.answer(getConfig, () => ok({ ...config, contacts: { whatsapp: null, email: 'help@kismet.test' } }))
    await user.click(again)
    expect(await screen.findByText('help@kismet.test')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
