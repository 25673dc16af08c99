import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { render, screen, waitFor } from '@testing-library/react'
import {
  aviatorGetState,
  getDepositSettings,
  getProfile,
  listDeposits,
  listDicePlays,
  listSlotsPlays,
  login,
  paise,
} from '@kismet/contracts'
import type { SlotsReels, SlotsSymbol } from '@kismet/fairness'
import { drawReels, serverSeedHash, slotsOutcome } from '@kismet/fairness'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { pendingReset } from '../features/auth/mailed-code.ts'
import { RollResult } from '../features/dice/roll-result.tsx'
import { check } from '../features/fairness/check.ts'
import { shownClaim, textsOfProof } from '../features/fairness/verifier-form.ts'
import { Outcome } from '../features/slots/outcome.tsx'
import { TestRound } from '../testing/aviator-rounds.ts'
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
  new RegExp(formatTime(Date.now()).replace(/\d+/g, '\\d+'), 'g'),
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
      const { connection } = openSite(path, { loggedIn: role !== 'visitor', gateway: gateway() })
      connection.answer(aviatorGetState, () => ({ data: new TestRound(4).snapshot() }))
      await screen.findAllByRole('heading')
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
      expect(plainTextsOf(document.body, allowed)).toEqual([])
      expect(document.title.replace(' · Kismet', '')).not.toMatch(/[A-Za-z]/)
    },
  )
})

it('says that something is on its way', async () => {
  const server = gateway()
  server.answer(listDeposits, () => Promise.withResolvers<Reply<typeof listDeposits>>().promise)
  openSite('/deposit', { gateway: server })
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull())
  expect(plainTextsOf(document.body, allowed)).toEqual([])
})

it('says the second step of a new password', async () => {
  pendingReset.write({ email: 'asha@example.in' })
  openSite('/forgot-password', { loggedIn: false, sameTab: true, gateway: gateway() })
  await waitFor(() => expect(document.querySelectorAll('input')).toHaveLength(3))
  expect(plainTextsOf(document.body, allowed)).toEqual([])
})

const seeds = { serverSeed: '46'.repeat(32), clientSeed: 'own', nonce: 1 }
const lines: SlotsReels[] = [
  ['seven', 'seven', 'seven'],
  ['diamond', 'diamond', 'diamond'],
  ['cherry', 'cherry', 'cherry'],
  ['bell', 'lemon', 'bell'],
  ['bell', 'lemon', 'tiger'],
]

describe('what a play came to is one sentence, which a language can order as it does', () => {
  it.each([false, true])('Dice, played before: %s', (replayed) => {
    for (const result of ['win', 'loss'] as const)
      for (const rollOverHundredths of [5_050, 6_000]) {
        const decided = { betId: playerId, roll: 12.34, rollOver: 50.5, result, netGain: paise(100), replayed }
        render(<RollResult {...{ moving: null, decided, rollOverHundredths, checkedPaise: null }} />)
      }
    expect(plainTextsOf(document.body, allowed)).toEqual([])
  })

  it.each([false, true])('Slots, played before: %s', (replayed) => {
    for (const reels of lines) {
      const { winType, result, multiplierHundredths } = slotsOutcome({ stakePaise: 10_000, reels })
      const worth = { multiplier: multiplierHundredths / 100, netGain: paise(100) }
      const decided = { betId: playerId, reels, winType, result, ...worth, replayed }
      render(<Outcome decided={decided} checkedPaise={null} />)
    }
    expect(plainTextsOf(document.body, allowed)).toEqual([])
  })
})

it('calls symbols by their names in the verifier, and knows them by these names', () => {
  const proof = {
    ...{ version: '1', id: playerId, game: 'slots' as const, params: {}, clientSeedBy: 'player' as const },
    ...{ ...seeds, serverSeedHash: serverSeedHash(seeds.serverSeed), outcome: { reels: drawReels(seeds) } },
  }
  const texts = textsOfProof(proof)
  const claim = shownClaim({ texts, proof })
  expect(claim).not.toMatch(/[A-Za-z]/)
  const typed = check({ texts: { ...texts, claim }, proof: null })
  expect(typed).toMatchObject({ valid: true })
  if ('problem' in typed) throw new Error(typed.problem)
  expect(typed.steps.map(({ value }) => value)).toContain(claim)
})
