import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { getDepositSettings, getProfile, listDeposits, listDicePlays, listSlotsPlays, login } from '@kismet/contracts'
import type { SlotsSymbol } from '@kismet/fairness'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { openSite, playerId } from '../testing/open-site.tsx'
import { plainTextsOf, speakEnglish, speakPseudo } from '../testing/pseudo-locale.ts'
import { PlayerGateway } from '../testing/player-gateway.ts'
import { routes } from './routes.ts'

/** What stands in plain letters in every language, each with its reason. */
const allowed = [
  // Names: the brand, languages in their own words, e-mails, what banks and games are called by all.
  /Kismet|English|asha@example\.in|help@example\.in|WhatsApp|UPI|IMPS|NEFT|RTGS|CRYPTO/g,
  // Units and signs of the verifier.
  /\b(?:x|k)\b|\d(?:x|s|k)\b|\b(?:x)\d/g,
  // The own client seed of the test.
  /^own$/g,
  // Seeds, hashes and the references of payments, as they are.
  /[0-9a-f]{6,}(?:…[0-9a-f]+)?|[a-z-]*seed-[\w-]*|\basha-lucky-[\w-]*/g,
  // Times are written by the browser.
  new RegExp(formatTime(0).replace(/\d+/g, '\\d+'), 'g'),
  /\d+ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec), \d+:\d+ [ap]m/g,
]

beforeEach(speakPseudo)
afterEach(speakEnglish)

function gateway(): PlayerGateway {
  const server = new PlayerGateway()
  const bonus = { awaitingBonus: 100, firstDepositAmount: 1_000, totalBetsAfterFirstDeposit: 200 }
  const asha = { _id: playerId, email: 'asha@example.in', username: null, balance: 1_000, balanceSeq: 1 }
  server.answer(getProfile, () => ok({ user: { ...asha, ...bonus } }))
  const play = { betId: playerId, bet: 100, payout: 0, createdAt: '2026-11-21T12:00:00.000Z' }
  server.answer(listDicePlays, () => ok({ plays: [{ ...play, rollOver: 50.5, roll: 12.34, result: 'loss' }] }))
  const reels: [SlotsSymbol, SlotsSymbol, SlotsSymbol] = ['cherry', 'seven', 'lemon']
  server.answer(listSlotsPlays, () =>
    ok({ plays: [{ ...play, reels, result: 'loss', winType: 'none', multiplier: 0 }] }),
  )
  server.answer(getDepositSettings, () => ok({ settings: { qrImage: null, utr: null, version: 'v1' } }))
  server.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  return server
}

it('says what is wrong with a form, and what the server refuses, by its code and params', async () => {
  const server = gateway()
  server.answer(login, () => refuse('too_many_requests', undefined, { params: { retryAfterMs: 61_000 } }))
  const { user } = openSite('/auth', { loggedIn: false, gateway: server })
  await screen.findAllByRole('heading')
  const [email, password] = document.querySelectorAll('input')
  if (!email || !password) throw new Error('The form has two fields')
  await user.type(email, 'asha')
  await user.type(password, 'a-long-password-7{Enter}')
  await screen.findByRole('alert')
  expect(plainTextsOf(document.body, allowed)).toEqual([])
  await user.type(email, '@example.in{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('61'))
  expect(plainTextsOf(document.body, allowed)).toEqual([])
})

describe('in a language of another script, nothing is left in English', () => {
  it.each(routes.map(({ path, role }) => ({ path: path === '*' ? '/nowhere' : path, role })))(
    '$path',
    async ({ path, role }) => {
      openSite(path, { loggedIn: role !== 'visitor', gateway: gateway() })
      await screen.findAllByRole('heading')
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
      expect(plainTextsOf(document.body, allowed)).toEqual([])
      expect(document.title.replace(' · Kismet', '')).not.toMatch(/[A-Za-z]/)
    },
  )
})
