import { afterEach, describe, expect, it } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { showLanguage } from '../../entities/language/language.ts'
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
    openSite(paths.fairness, { loggedIn: false })
    expect(await screen.findByText(/^RTP: 98% in mild mode, 97% in normal mode, 95% in hard mode\./)).toBeTruthy()
    expect(await screen.findByText(/Rounds played: 1,23,456\. Voided, with all stakes returned: 2\.$/)).toBeTruthy()
  })
})
