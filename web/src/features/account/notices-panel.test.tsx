import { afterEach, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { addPushBrowser, getOwnAccount, removePushBrowser, setMoneyMails } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { openSite } from '../../testing/open-site.tsx'
import type { OpenSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}
type Notices = NonNullable<WireOutput<typeof getOwnAccount>['notices']>
const browser = (nth: number, isThis: boolean): Notices['browsers'][number] => ({
  browserId: `01940000-0000-7000-8000-0000000000b${nth}`,
  device: isThis ? 'Chrome on Windows' : 'Chrome on Android',
  addedAt: '2026-11-20T13:20:00.000Z',
  isThis,
})

/** A browser with a push service, whose player answers the question like this. */
function withPush(answer: NotificationPermission, isSubscribed = true): { unsubscribed: number } {
  const seen = { unsubscribed: 0 }
  const known = { unsubscribe: () => Promise.resolve((seen.unsubscribed += 1) > 0) }
  let now: typeof known | null = isSubscribed ? known : null
  const subscribe = () => {
    now = known
    return Promise.resolve({ toJSON: () => subscription })
  }
  const registration = { pushManager: { getSubscription: () => Promise.resolve(now), subscribe } }
  Object.assign(globalThis, {
    PushManager: Object,
    Notification: {
      permission: 'default',
      requestPermission() {
        return Promise.resolve((this.permission = answer))
      },
    },
  })
  const worker = {
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  return seen
}
afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

async function openWith(first: Partial<Notices>): Promise<OpenSite> {
  const gateway = new PlayerGateway()
  let notices: Notices = { moneyMails: true, pushKey: 'key', browsers: [], ...first }
  const change = (changed: Partial<Notices>) => ok({ notices: (notices = { ...notices, ...changed }) })
  const account = { email: 'asha@example.in', verifiedAt: '2026-08-03T06:00:00.000Z', language: 'en' } as const
  gateway.answer(getOwnAccount, () => ok({ ...account, notices, sessions: [] }))
  gateway.answer(setMoneyMails, ({ body }) => change(body as { moneyMails: boolean }))
  gateway.answer(addPushBrowser, () => change({ browsers: [browser(1, true), ...notices.browsers] }))
  gateway.answer(removePushBrowser, ({ params }) =>
    change({ browsers: notices.browsers.filter(({ browserId }) => browserId !== params.browserId) }),
  )
  const site = openSite('/account', { gateway })
  await screen.findByText('Messages about deposits and withdrawals')
  return site
}
const mails = () => screen.getByRole('checkbox', { name: 'Email me when a deposit or withdrawal is decided' })
const thisBrowser = () => screen.getByRole('checkbox', { name: 'Notify me in this browser' })
const isChecked = (box: () => HTMLElement, value: boolean) =>
  waitFor(() => expect(box()).toMatchObject({ checked: value, disabled: false }))

it('mails are switched off and on again', async () => {
  const { user, gateway } = await openWith({})
  await user.click(mails())
  await isChecked(mails, false)
  await user.click(mails())
  await isChecked(mails, true)
  expect(gateway.requestsOf(setMoneyMails).map(({ body }) => body)).toEqual([
    { moneyMails: false },
    { moneyMails: true },
  ])
})

it('this browser is switched on and off; another browser is ended', async () => {
  const seen = withPush('granted')
  const { user, gateway } = await openWith({ browsers: [browser(2, false)] })
  await isChecked(thisBrowser, false)
  await user.click(thisBrowser())
  await isChecked(thisBrowser, true)
  expect(gateway.requestsOf(addPushBrowser).map(({ body }) => body)).toEqual([subscription])
  // An earlier subscription may be of another key.
  expect(seen.unsubscribed).toBe(1)
  await user.click(thisBrowser())
  await isChecked(thisBrowser, false)
  await waitFor(() => expect(seen.unsubscribed).toBe(2))
  await user.click(screen.getByRole('button', { name: 'End notifications on Chrome on Android' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(gateway.requestsOf(removePushBrowser)).toHaveLength(2)
})

it('this browser keeps its subscription when the server does not remove it', async () => {
  const seen = withPush('granted')
  Object.assign(Notification, { permission: 'granted' })
  const { user, gateway } = await openWith({ browsers: [browser(1, true)] })
  await isChecked(thisBrowser, true)
  gateway.answer(removePushBrowser, () => refuse('unavailable'))
  await user.click(thisBrowser())
  await waitFor(() => expect(gateway.requestsOf(removePushBrowser)).toHaveLength(1))
  await isChecked(thisBrowser, true)
  expect(seen.unsubscribed).toBe(0)
})

it('a browser that has lost its subscription is off, and can be ended or switched on again', async () => {
  withPush('granted', false)
  Object.assign(Notification, { permission: 'granted' })
  const { user } = await openWith({ browsers: [browser(1, true)] })
  await isChecked(thisBrowser, false)
  expect(screen.getByRole('button', { name: 'End notifications on Chrome on Windows' })).toBeTruthy()
  await user.click(thisBrowser())
  await isChecked(thisBrowser, true)
})

it('a player who refuses sees how to allow notifications', async () => {
  withPush('denied')
  const { user, gateway } = await openWith({})
  await isChecked(thisBrowser, false)
  await user.click(thisBrowser())
  expect(await screen.findByText(/^This browser blocks notifications/)).toBeTruthy()
  expect(thisBrowser()).toHaveProperty('disabled', true)
  expect(gateway.requestsOf(addPushBrowser)).toEqual([])
})

it('a browser that cannot show notifications says so; without a key of the operator there is no choice', async () => {
  await openWith({})
  expect(screen.getByText(/^This browser cannot show notifications/)).toBeTruthy()
  cleanup()
  withPush('granted')
  await openWith({ pushKey: null })
  expect(screen.queryByRole('checkbox', { name: 'Notify me in this browser' })).toBeNull()
  expect(mails()).toBeTruthy()
})
