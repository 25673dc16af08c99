import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  addPushBrowser,
  changePassword,
  closeAccount,
  closeWallet,
  countPendingRequests,
  endOwnSession,
  getOwnAccount,
  limits,
  logout,
  mailNotice,
  removePushBrowser,
  setLanguage,
  setMoneyMails,
} from '@kismet/contracts'
import type { MoneyNoticeKind, WireOutput } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { TestPushService } from '@kismet/test-env/test-push-service'
import type { TestSubscription } from '@kismet/test-env/test-push-service'
import PostalMime from 'postal-mime'
import { removeOld } from '../src/housekeeping.ts'
import { AuthWorld, password } from './auth-world.ts'

let world: AuthWorld
let service: TestPushService
let others: Bus[]
beforeAll(async () => {
  service = await TestPushService.start()
  world = await AuthWorld.open({
    PUSH_SECRET: 'another secret of the tests that is long enough',
    PUSH_SERVICES: service.origin,
  })
  const wallet = [handle(closeWallet, () => Promise.resolve({}))]
  const payments = [handle(countPendingRequests, () => Promise.resolve({ pending: 0 }))]
  others = [await world.standIn('wallet', wallet), await world.standIn('payments', payments)]
}, 60_000)
afterAll(async () => {
  for (const bus of others) await bus.close()
  await world.close()
  await service.close()
})

const at = '2026-11-29T20:05:00.000Z'
const facts = { at, request: '01940000-0000-7000-8000-0000007c4e21', requestedAt: '2026-11-29T19:05:00.000Z' }
const newId = () => systemRandomness.id(0)
const tell = (playerId: string, notice: MoneyNoticeKind, more: object = {}, noticeId = newId()) =>
  world.payments(mailNotice, { noticeId, playerId, notice, amountPaise: 12_345_650, ...facts, ...more })
const read = async (email: string, nth = 2) => PostalMime.parse(await world.mailbox.mail(email, nth))
const settled = () => eventually('no mail waits', () => world.hasNoMail())
const payloadsOf = (subscription: TestSubscription) =>
  service.browser(subscription).payloads.map((text) => JSON.parse(text) as Record<string, unknown>)
const notices = async (token: string): Promise<NonNullable<WireOutput<typeof getOwnAccount>['notices']>> => {
  const account = await world.call(getOwnAccount, {}, { token })
  if (account.notices === undefined) throw new Error('The account has no notices')
  return account.notices
}
async function withBrowser(): Promise<Awaited<ReturnType<AuthWorld['player']>> & { subscription: TestSubscription }> {
  const player = await world.player()
  const subscription = service.subscribe()
  await world.call(addPushBrowser, subscription, { token: player.token })
  return { ...player, subscription }
}
const pushesOf = (id: string) =>
  world.rows('SELECT push.id FROM push JOIN push_browser b ON b.id = browser_id WHERE player_id = $1', [id])

it.each<{ notice: MoneyNoticeKind; language: 'en' | 'hi'; more: object; subject: string; says: string[] }>([
  {
    notice: 'deposit_approved',
    language: 'en',
    more: {},
    subject: 'Your Kismet deposit was approved',
    says: [
      'Your deposit of ₹1,23,456.50 was approved on 30 Nov 2026, 1:35 am (India time). The money is in your balance.',
    ],
  },
  {
    notice: 'deposit_rejected',
    language: 'en',
    more: { reason: 'Paid <b>twice</b> & late' },
    subject: 'Your Kismet deposit was rejected',
    says: ['Reason: Paid <b>twice</b> & late', 'Your balance has not changed.'],
  },
  {
    notice: 'deposit_approved',
    language: 'hi',
    more: { askedPaise: 200_000 },
    subject: 'Kismet पर आपकी जमा मंज़ूर हो गई',
    says: ['₹1,23,456.50', 'आपके अनुरोध की रकम: ₹2,000.00'],
  },
  {
    notice: 'withdrawal_paid',
    language: 'en',
    more: { reference: 'HDFCN52025112412345678', lastDigits: '6789' },
    subject: 'Your Kismet withdrawal was paid',
    says: ['₹1,23,456.50 was paid to your bank account ••••6789 on', "The bank's reference: HDFCN52025112412345678"],
  },
  {
    notice: 'withdrawal_rejected',
    language: 'en',
    more: { reason: 'Name does not match' },
    subject: 'Your Kismet withdrawal was rejected',
    says: ['The money is back in your balance.', 'Reason: Name does not match'],
  },
  {
    notice: 'deposit_rejected',
    language: 'hi',
    more: { reason: 'UTR used before' },
    subject: 'Kismet पर आपकी जमा नामंज़ूर हो गई',
    says: ['₹1,23,456.50', 'वजह: यह UTR पहले इस्तेमाल हो चुका है', '30 नव॰ 2026'],
  },
])('a mail tells what became of the money: $notice in $language', async (row) => {
  const { email, id, token } = await world.player()
  await world.call(setLanguage, { language: row.language }, { token })
  await tell(id, row.notice, row.more)
  const mail = await read(email)
  expect(mail.subject).toBe(row.subject)
  for (const text of row.says) expect(mail.text).toContain(text)
  expect(mail.html).not.toContain('<b>')
})

it('a notice that is sent again under its id is one mail and one notification', async () => {
  const { email, id, subscription } = await withBrowser()
  const noticeId = newId()
  for (let repeat = 0; repeat < 3; repeat += 1) await tell(id, 'deposit_approved', {}, noticeId)
  await eventually('the browser was told', () => payloadsOf(subscription).length > 0)
  await tell(id, 'deposit_approved', {}, noticeId)
  await settled()
  await eventually('nothing waits', async () => (await pushesOf(id)).length === 0)
  expect(payloadsOf(subscription)).toEqual([
    { id: noticeId, body: 'Your deposit was approved.', lang: 'en', path: '/deposit' },
  ])
  expect(world.mailbox.count(email)).toBe(2)
  expect(service.faults).toEqual([])
})

it('a player without these mails still gets notifications, security notices and mails of requested withdrawals', async () => {
  const { email, id, token, subscription } = await withBrowser()
  expect((await world.call(setMoneyMails, { moneyMails: false }, { token })).notices.moneyMails).toBe(false)
  await tell(id, 'withdrawal_paid', { reference: '412345678901' })
  await eventually('the browser was told', () => payloadsOf(subscription).length > 0)
  expect(payloadsOf(subscription)).toMatchObject([{ body: 'Your withdrawal was paid.', path: '/withdraw' }])
  await world.payments(mailNotice, { noticeId: newId(), playerId: id, notice: 'account_added', lastDigits: '6789' })
  expect((await read(email)).subject).toBe('A bank account was added at Kismet')
  await tell(id, 'withdrawal_requested', { lastDigits: '6789' })
  expect((await read(email, 3)).subject).toBe('A withdrawal was requested at Kismet')
  await world.call(setMoneyMails, { moneyMails: true }, { token })
  await tell(id, 'withdrawal_paid', { reference: '412345678902' })
  expect((await read(email, 4)).text).toContain('412345678902')
})

it.each([
  'https://127.0.0.1/push/1',
  'https://169.254.169.254/latest/meta-data',
  'http://fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com.example.in/1',
  `https://fcm.googleapis.com/${'a'.repeat(1_024)}`,
])('an endpoint that is no push service is refused: %s', async (endpoint) => {
  const { token } = await world.player()
  const refused = await world.refusal(addPushBrowser, { ...service.subscribe(), endpoint }, { token })
  expect(refused.code).toBe('invalid_request')
  expect((await notices(token)).browsers).toEqual([])
})

it.each([{ p256dh: 'B'.repeat(87) }, { p256dh: 'short' }, { auth: 'too-short' }])(
  'a key that cannot encrypt is refused: %p',
  async (wrong) => {
    const { token } = await world.player()
    const { endpoint, keys } = service.subscribe()
    const refused = await world.refusal(addPushBrowser, { endpoint, keys: { ...keys, ...wrong } }, { token })
    expect(refused.code).toBe('invalid_request')
  },
)

it('the account lists browsers, at most ten; the player removes own browsers only', async () => {
  const { email, token, subscription } = await withBrowser()
  const other = await world.player()
  const { pushKey, browsers } = await notices(token)
  expect(Buffer.from(pushKey ?? '', 'base64url')).toHaveLength(65)
  expect(browsers).toMatchObject([{ isThis: true }])
  const browserId = browsers[0]?.browserId ?? ''
  expect((await world.refusal(removePushBrowser, { browserId }, { token: other.token })).code).toBe('not_found')
  const renewed = service.subscribe()
  await world.call(addPushBrowser, renewed, { token })
  for (let count = 0; count < limits.push.browsers; count += 1) {
    world.clock.advance(1)
    await world.call(addPushBrowser, service.subscribe(), { token: await world.login(email) })
  }
  const full = (await notices(token)).browsers
  expect(full).toHaveLength(limits.push.browsers)
  expect(full.some(({ isThis }) => isThis)).toBe(false)
  const stored = await world.rows('SELECT 1 FROM push_browser WHERE endpoint = ANY ($1)', [
    [subscription.endpoint, renewed.endpoint],
  ])
  expect(stored).toEqual([])
  const left = await world.call(removePushBrowser, { browserId: full[0]?.browserId ?? '' }, { token })
  expect(left.notices.browsers).toEqual(full.slice(1))
})

it('a browser that another player subscribes belongs to the other player', async () => {
  const { id, token, subscription } = await withBrowser()
  const other = await world.player()
  await world.call(addPushBrowser, subscription, { token: other.token })
  expect((await notices(token)).browsers).toEqual([])
  await tell(id, 'deposit_approved')
  await settled()
  expect(payloadsOf(subscription)).toEqual([])
})

it('a login moves the notifications of its browser; a login of another player there ends them', async () => {
  const { email, token, device } = await withBrowser()
  const next = await world.login(email, { device })
  expect((await notices(token)).browsers).toMatchObject([{ isThis: false }])
  expect((await notices(next)).browsers).toMatchObject([{ isThis: true }])
  const second = await withBrowser()
  await world.login((await world.player()).email, { device: second.device })
  expect((await notices(second.token)).browsers).toEqual([])
})

it.each<[string, (player: { token: string; email: string }) => Promise<unknown>]>([
  ['a logout', ({ token }) => world.call(logout, {}, { token })],
  [
    'the end of the session from another browser',
    async ({ token, email }) => {
      const sessionId = (await world.call(getOwnAccount, {}, { token })).sessions.find(
        ({ isThis }) => isThis,
      )?.sessionId
      await world.call(endOwnSession, { sessionId: sessionId ?? '' }, { token: await world.login(email) })
    },
  ],
  [
    'a new password',
    async ({ token }) =>
      world.call(changePassword, { currentPassword: password, newPassword: 'another-long-password' }, { token }),
  ],
  ['the end of the account', ({ token }) => world.call(closeAccount, { password }, { token })],
])('%s ends the notifications', async (_, end) => {
  const player = await withBrowser()
  await end(player)
  expect(await world.rows('SELECT 1 FROM push_browser WHERE player_id = $1', [player.id])).toEqual([])
})

it('a session that lapses keeps the notifications, for ninety days', async () => {
  const { id, token, subscription } = await withBrowser()
  world.clock.advance(limits.session.lifetimeMs)
  await world.service.context.sessions.sweep()
  expect((await world.refusal(getOwnAccount, {}, { token })).code).toBe('unauthenticated')
  await tell(id, 'deposit_approved')
  await eventually('the browser was told', () => payloadsOf(subscription).length > 0)
  world.clock.advance(limits.device.knownForMs)
  await removeOld(world.service.context, 'push_browser')
  expect(await world.rows('SELECT 1 FROM push_browser WHERE player_id = $1', [id])).toEqual([])
})

it.each([404, 410])('a subscription that the push service answers with %p is removed', async (status) => {
  const { id, token, subscription } = await withBrowser()
  service.browser(subscription).status = status
  await tell(id, 'deposit_approved')
  await eventually('it is removed', async () => (await notices(token)).browsers.length === 0)
  expect(await pushesOf(id)).toEqual([])
})

it.each([503, 429])(
  'a push service that answers %p is asked again, and not for ever',
  async (status) => {
    const { email, id, subscription } = await withBrowser()
    const browser = service.browser(subscription)
    browser.status = status
    await tell(id, 'deposit_approved')
    expect((await read(email)).subject).toBe('Your Kismet deposit was approved')
    await eventually('it is asked twice', () => {
      world.clock.advance(10_000)
      return browser.requests >= 2
    })
    browser.status = 201
    await eventually('it takes the notification', () => {
      world.clock.advance(60_000)
      return browser.payloads.length === 1
    })
    browser.status = status
    await tell(id, 'deposit_rejected')
    await eventually('it is given up', async () => {
      world.clock.advance(3_600_000)
      return (await pushesOf(id)).length === 0
    })
    expect(browser.requests).toBeLessThanOrEqual(12)
  },
  30_000,
)

it.each([400, 403, 302])('a push service that answers %p is asked once', async (status) => {
  const { id, subscription } = await withBrowser()
  service.browser(subscription).status = status
  await tell(id, 'deposit_approved')
  await eventually('nothing waits', async () => (await pushesOf(id)).length === 0)
  expect(service.browser(subscription).requests).toBe(1)
})

it('a push service that does not answer delays no mail', async () => {
  const { email, id, subscription } = await withBrowser()
  service.browser(subscription).status = null
  await tell(id, 'deposit_approved')
  await tell(id, 'deposit_rejected', { reason: 'Amount differs' })
  await settled()
  expect(world.mailbox.count(email)).toBe(3)
})

it('without PUSH_SECRET no notifications are offered', async () => {
  const { token } = await withBrowser()
  await world.service.stop()
  world.service = await world.startReplica({ PUSH_SECRET: '' })
  expect((await notices(token)).pushKey).toBeNull()
  expect((await world.refusal(addPushBrowser, service.subscribe(), { token })).code).toBe('invalid_request')
})
