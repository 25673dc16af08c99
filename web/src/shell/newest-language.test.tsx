import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { setLanguage } from '@kismet/contracts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { OpenSite } from '../testing/open-site.tsx'
import { openSite } from '../testing/open-site.tsx'
import { languageChosen, languageOfAccountKnown } from '../entities/language/language-api.ts'
import { keptLanguage, languageNow, showLanguage, unsentLanguage } from '../entities/language/language.ts'

let store: OpenSite['store']
beforeEach(async () => {
  ;({ store } = openSite('/auth', { loggedIn: false }))
  await screen.findByRole('button', { name: 'हिन्दी' })
})
afterEach(async () => {
  await act(() => showLanguage('en'))
  localStorage.clear()
})
const chosen = (...languages: ('en' | 'hi')[]): Promise<unknown> =>
  act(() => Promise.all(languages.map((language) => store.dispatch(languageChosen(language)))))

it('the last of two choices is shown and kept, also when the words of the first come later', async () => {
  await chosen('hi', 'en')
  expect([languageNow(), keptLanguage(), document.documentElement.lang]).toEqual(['en', 'en', 'en-IN'])
})

it('a choice in another tab that comes after an own one is shown', async () => {
  const own = store.dispatch(languageChosen('hi'))
  localStorage.setItem('language', 'en')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en' })))
  await act(() => own)
  expect([languageNow(), keptLanguage()]).toEqual(['en', 'en'])
})

it('a choice that comes after the language of the account is shown and kept', async () => {
  const ofAccount = store.dispatch(languageOfAccountKnown('hi'))
  await chosen('en')
  await act(() => ofAccount)
  expect([languageNow(), keptLanguage(), unsentLanguage()]).toEqual(['en', 'en', 'en'])
})

it('of two quick choices the second goes to the account when the first has arrived', async () => {
  cleanup()
  const { store: own, gateway } = openSite('/casino/dice')
  const first = Promise.withResolvers<undefined>()
  gateway.answer(setLanguage, async ({ body }) => {
    const { language } = body as { language: 'en' | 'hi' }
    if (language === 'hi') await first.promise
    return ok({ language })
  })
  const sent = (): unknown[] => gateway.requestsOf(setLanguage).map(({ body }) => body)
  const hindi = own.dispatch(languageChosen('hi'))
  await waitFor(() => expect(sent()).toEqual([{ language: 'hi' }]))
  const english = own.dispatch(languageChosen('en'))
  await waitFor(() => expect(keptLanguage()).toBe('en'))
  expect(sent()).toHaveLength(1)
  first.resolve(undefined)
  await act(() => Promise.all([hindi, english]))
  expect([sent(), unsentLanguage()]).toEqual([[{ language: 'hi' }, { language: 'en' }], null])
})

it('a choice whose words are on their way is marked at its button', async () => {
  const hindi = screen.getByRole('button', { name: 'हिन्दी' })
  fireEvent.click(hindi)
  expect(hindi.ariaBusy).toBe('true')
  await waitFor(() => expect(hindi.ariaPressed).toBe('true'))
  expect(hindi.ariaBusy).toBe('false')
})
