import { afterEach, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getAviatorChain } from '@kismet/contracts'
import { act, screen, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { showLanguage } from '../../entities/language/language.ts'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import { openSite } from '../../testing/open-site.tsx'

afterEach(() => act(() => showLanguage('en')))

describe('the rule of Aviator on the fairness page', () => {
  it.each([
    ['en', 'How each game is decided', /1 round in 25 .* normal mode, 1 in 34 in mild mode, 1 in 17 in hard mode\./],
    ['hi', 'हर गेम का नतीजा कैसे तय होता है', /सामान्य मोड .* 25 .* हल्के मोड .* 34 .* कड़े मोड .* 17 /],
  ] as const)('says how often a round crashes at 1.00x in each mode (%s)', async (language, title, said) => {
    openSite(paths.fairness, { loggedIn: false })
    await act(() => showLanguage(language))
    const rules = within(await screen.findByRole('region', { name: title }))
    const [aviator] = rules.getAllByRole('listitem')
    expect(aviator?.textContent).toMatch(said)
    expect(aviator?.textContent).not.toContain('33')
  })

  it('says the RTP of each mode, and how many rounds were voided', async () => {
    const gateway = new PlayerGateway()
    const chain = {
      chainId: '01940000-0000-7000-8000-000000000007',
      length: 1_000_000,
      firstRound: 1,
      chainEnd: 'c'.repeat(64),
      salt: 'b'.repeat(64),
    }
    const counts = { roundsPlayed: 123_456, roundsVoided: 2 }
    gateway.answer(getAviatorChain, () => ok({ ...chain, ...counts, next: chain }))
    openSite(paths.fairness, { loggedIn: false, gateway })
    expect(await screen.findByText('RTP: 97%, mild mode 98%, hard mode 95%')).toBeTruthy()
    expect(await screen.findByText('Rounds played: 1,23,456. Voided, with all stakes returned: 2.')).toBeTruthy()
  })
})
