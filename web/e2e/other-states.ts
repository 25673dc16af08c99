import { ok, picture } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  forgotWithdrawPassword,
  getDepositProof,
  getOwnConversation,
  getSiteMaintenance,
  listDeposits,
  listOwnConversations,
  markSupportRead,
  sendSupportMessage,
  setMoneyMails,
  signup,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { paymentPicture } from '@kismet/test-env/pictures/payment-picture'
import type { Page } from 'playwright-core'
import type { PlayerGateway } from '../src/testing/player-gateway.ts'
import type { PicturedState } from './game-states.ts'
import { keptForm, playerId, reached } from './game-states.ts'

const proof = await paymentPicture()
const signupId = '01940000-0000-7000-8000-000000000081'

const writtenAt = '2026-11-21T13:05:00.000Z'
const answeredConversation: WireOutput<typeof getOwnConversation>['conversation'] = {
  _id: '01940000-0000-7000-8000-000000000091',
  message: 'My deposit of ₹2,000.00 from this evening is still pending. Where is it?',
  ...{ status: 'open', isAnswered: true, isUnread: false, replyCount: 2 },
  ...{ createdAt: writtenAt, lastAt: '2026-11-21T13:32:00.000Z' },
}
const closedConversation = {
  ...answeredConversation,
  _id: '01940000-0000-7000-8000-000000000092',
  message: 'Where can I see the bonus?',
  status: 'closed',
} as const
const thread: WireOutput<typeof getOwnConversation> = {
  conversation: answeredConversation,
  replies: [
    {
      ...{ _id: '01940000-0000-7000-8000-000000000093', by: 'us', at: '2026-11-21T13:20:00.000Z' },
      text: 'Namaste. Please send us the UTR of the payment.\nYour payment app shows it with the payment.',
    },
    {
      ...{ _id: '01940000-0000-7000-8000-000000000094', by: 'player', at: '2026-11-21T13:32:00.000Z' },
      text: '432876441802',
    },
  ],
}

async function fillSignUp(page: Page): Promise<void> {
  await page.getByRole('tab').last().click()
  await page.locator('input[type=email]').fill('asha@example.in')
  await page.locator('input[type=password]').fill('a-long-password-7')
  await page.locator('input[type=checkbox]').check()
}

const awaited = {
  ...{ _id: '01940000-0000-7000-8000-0000000000d1', user: playerId, amount: 2_000, method: 'UPI' as const },
  ...{ utr: '412788300934', proof: '/api/deposit-requests/d1/proof', status: 'pending' as const, adminReason: null },
  ...{ proofDeletedAt: null, createdAt: '2026-11-21T12:00:00.000Z' },
  betterProof: {
    ...{ reason: 'no_utr' as const, note: 'Please show the whole receipt' },
    ...{ askedAt: '2026-11-21T12:10:00.000Z', sentAt: null },
  },
}

const otherAmount = {
  ...awaited,
  ...{ _id: '01940000-0000-7000-8000-0000000000d2', amount: 2_400, askedAmount: 2_500, status: 'approved' as const },
  betterProof: null,
}

/** Answers that are not as in the first states of pages. */
const changed =
  (change: (past: PlayerGateway) => void) =>
  (past: PlayerGateway): PlayerGateway => {
    change(past)
    return past
  }

/** Pages beside the games in states that are not their first ones; a withdrawal to `accountId` is half filled in. */
export const otherStates = (accountId: string): readonly PicturedState[] => [
  { name: 'auth-signup', path: '/auth', role: 'visitor', act: fillSignUp },
  {
    name: 'auth-otp',
    path: '/auth',
    role: 'visitor',
    answers: changed((past) => past.answer(signup, () => ok({ message: '', signupId }))),
    act: async (page) => {
      await fillSignUp(page)
      await page.locator('button[type=submit]').click()
      await page.locator('input[autocomplete=one-time-code]').waitFor()
    },
  },
  {
    name: 'maintenance',
    path: '/casino/dice',
    answers: changed((past) => past.answer(getSiteMaintenance, () => ok({ siteMaintenance: true }))),
  },
  {
    name: 'deposit-better-proof',
    path: '/deposit',
    answers: changed((past) =>
      past.answer(listDeposits, () => ok({ deposits: [awaited, otherAmount], nextCursor: null })),
    ),
  },
  {
    name: 'support-sent',
    path: '/support',
    answers: changed((past) => {
      reached(past).answer(sendSupportMessage, () => ok({ message: '' }))
    }),
    act: async (page) => {
      await page.locator('input[name=name]').fill('Asha Rao')
      await page.locator('textarea').fill('My deposit of ₹2,000.00 from this evening is still pending.')
      await page.locator('button[type=submit]').click()
      await page.locator('main button[aria-disabled=true]').waitFor()
    },
  },
  {
    name: 'account-notified',
    path: '/account',
    answers: changed((past) =>
      past.answer(setMoneyMails, () => ok({ notices: { moneyMails: true, pushKey: 'key', browsers: [] } })),
    ),
    // The headless browser has no notifications, so a stand-in has the subscription of the page.
    act: async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
        const registration = { pushManager: { getSubscription: () => Promise.resolve({}) } }
        const { serviceWorker } = navigator
        Object.defineProperty(serviceWorker, 'getRegistration', { value: () => Promise.resolve(registration) })
      })
      await page.reload()
      await page.locator('main input[type=checkbox]:checked').nth(1).waitFor()
    },
  },
  {
    name: 'support-answered',
    path: `/support?thread=${thread.conversation._id}`,
    answers: changed((past) => {
      past.answer(listOwnConversations, () => ok({ conversations: [thread.conversation, closedConversation] }))
      past.answer(getOwnConversation, () => ok(thread))
      past.answer(markSupportRead, () => ok({ message: '' }))
    }),
    act: (page) => page.locator('main ol ~ form textarea').waitFor(),
  },
  {
    name: 'deposit-details',
    path: '/deposit',
    answers: changed((past) => past.answer(getDepositProof, () => picture('image/jpeg', proof))),
    act: async (page) => {
      await page.locator('li button:last-child').nth(2).click()
      await page.locator('dialog img').waitFor()
    },
  },
  {
    name: 'withdraw-details',
    path: '/withdraw',
    act: (page) => page.locator('li').filter({ hasText: 'HDFCN52025112412345678' }).locator('button').last().click(),
  },
  {
    name: 'withdraw-forgot',
    path: '/withdraw',
    tabStorage: { 'form:withdraw': keptForm({ amount: '300.00', accountId }) },
    answers: changed((past) => {
      reached(past).answer(forgotWithdrawPassword, () => ok({ message: '' }))
    }),
    act: async (page) => {
      await page.locator(':has(input[name=withdrawPassword]) + button').last().click()
      await page.locator('dialog button[type=submit]').click()
      await page.locator('dialog input[autocomplete=one-time-code]').waitFor()
    },
  },
  {
    name: 'withdraw-unclear',
    path: '/withdraw',
    tabStorage: {
      'form:withdraw': keptForm({ amount: '300.00', accountId }),
      [`order:withdraw:${playerId}`]: JSON.stringify([
        {
          ...{ intent: 'earlier', key: 'key', state: 'unknown', session: 'earlier' },
          facts: { amountPaise: 45_000, accountIndex: 0 },
        },
      ]),
    },
  },
  {
    name: 'withdraw-account',
    path: '/withdraw',
    tabStorage: { 'form:withdraw': keptForm({ amount: '300.00', accountId }) },
    act: async (page) => {
      await page.locator('label:has(input[type=radio]) + button').first().click()
      await page.locator('dialog input').first().waitFor()
    },
  },
]
