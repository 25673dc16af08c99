import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { getBalance, listDeposits, listDicePlays, login, logout, playDice } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { TestSite } from '@kismet/test-env/test-apps'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Page, Request } from 'playwright-core'
import { z } from 'zod'

// Two tabs and several logins a test.
jest.setTimeout(90_000)

/** Answers of these routes that the test holds in its hand: the server has done its work, and the app does not know it yet. */
async function holdAnswers(
  page: Page,
  ...routes: readonly Pick<Route, 'path'>[]
): Promise<{ held: Promise<unknown>; release: () => Promise<void> }> {
  const isHeld = ({ pathname }: URL): boolean => routes.some(({ path }) => path === pathname)
  const arrived = new Map(routes.map(({ path }) => [path as string, Promise.withResolvers<null>()]))
  const released = Promise.withResolvers<null>()
  const delivered: Promise<void>[] = []
  await page.route(isHeld, (route) => {
    const deliver = async (): Promise<void> => {
      const response = await route.fetch()
      arrived.get(new URL(route.request().url()).pathname)?.resolve(null)
      await released.promise
      await route.fulfill({ response })
    }
    // An app that has given the request up takes no answer.
    delivered.push(deliver().catch(() => undefined))
  })
  return {
    held: Promise.all([...arrived.values()].map(({ promise }) => promise)),
    release: async () => {
      released.resolve(null)
      await Promise.all(delivered)
      await page.unroute(isHeld)
    },
  }
}

const Claims = z.object({ email: z.string() })

function emailOf(authorization: string | undefined): string | null {
  const claims = authorization?.split('.')[1]
  return claims === undefined ? null : Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())).email
}

async function logIn(page: Page, { email, password }: PlayerActor): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Player menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/auth')
}

async function openDice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dice' }).first().click()
  await page.getByRole('button', { name: 'Roll', exact: true, disabled: false }).waitFor()
}

/** Two people at one computer, each with two tabs. */
describe('nothing of one player is sent or shown after another has logged in', () => {
  let site: TestSite
  let owner: AdminActor
  /** Her ledger is the longer one, so that her numbers would win over his if they were taken for his. */
  let asha: PlayerActor
  let vikram: PlayerActor
  let first: WatchedPage
  let second: WatchedPage
  let sent: Request[] = []

  const roll = (page: Page): Promise<void> => page.getByRole('button', { name: 'Roll', exact: true }).click()
  const played = (): Request[] => sent.filter((request) => request.url().endsWith(playDice.route.path))
  /** Whose tokens requests carry. */
  const senders = (requests: readonly Request[]): string[] => [
    ...new Set(requests.flatMap((request) => emailOf(request.headers().authorization) ?? [])),
  ]

  async function deposit(player: PlayerActor, ...amounts: number[]): Promise<void> {
    for (const amount of amounts) await owner.approve(await player.requestDeposit({ amount }))
  }

  /** Vikram is in this tab, and nothing of Asha is on it or in the browser's storage. */
  async function isVikrams(page: Page): Promise<void> {
    await page.getByText('Balance ₹300.00').waitFor()
    const text = await page.locator('body').innerText()
    expect(text).not.toContain(asha.email)
    expect(text).not.toMatch(/₹2,|Win ·|Loss ·|Earlier bet|Checking your last bet/)
    expect(await page.evaluate(() => localStorage.getItem('balance'))).toBe('30000')
    expect(await page.getByRole('alert').count()).toBe(0)
  }

  /** From here on everything that the browser sends is Vikram's. */
  async function vikramLogsIn(page: Page): Promise<void> {
    await logOut(page)
    sent = []
    await logIn(page, vikram)
    await page.getByText('Balance ₹300.00').waitFor()
  }

  beforeAll(async () => {
    site = await TestSite.create()
    owner = await site.casino.admin()
    asha = await site.casino.player()
    vikram = await site.casino.player()
    await deposit(asha, 1_000, 500, 500)
    await deposit(vikram, 300)
  }, 180_000)
  afterAll(async () => {
    await site.close()
  })

  beforeEach(async () => {
    first = await WatchedPage.open(site.browser, site.webUrl)
    second = await first.anotherTab()
    first.page.context().on('request', (request) => {
      if (request.url().includes('/api/')) sent.push(request)
    })
    await first.page.goto('/auth')
    await second.page.goto('/auth')
  })
  afterEach(async () => {
    expect([...first.faults, ...second.faults]).toEqual([])
    await first.page.context().close()
  })

  async function ashaPlaysInBothTabs(): Promise<void> {
    await logIn(first.page, asha)
    await openDice(first.page)
    await second.page.getByText(asha.email).waitFor()
    await openDice(second.page)
  }

  /** Vikram has logged in in `page`: whatever was on its way is his alone, in both tabs, and both can be used. */
  async function bothAreVikrams(): Promise<void> {
    for (const { page } of [first, second]) {
      await page.getByText('Balance ₹300.00').waitFor()
      await openDice(page)
      await isVikrams(page)
    }
    expect(senders(sent)).toEqual([vikram.email])
    expect(played()).toEqual([])
  }

  it('her bet is under way, she logs out in another tab, and he logs in there', async () => {
    await ashaPlaysInBothTabs()
    const answers = await holdAnswers(first.page, playDice.route)
    await roll(first.page)
    await answers.held
    await vikramLogsIn(second.page)
    await first.page.getByText('Balance ₹300.00').waitFor()
    await answers.release()
    await bothAreVikrams()
  })

  it('her bet is under way, and they do so in the same tab; hers is shown to her when she is back', async () => {
    await ashaPlaysInBothTabs()
    const answers = await holdAnswers(first.page, playDice.route)
    await roll(first.page)
    await answers.held
    await vikramLogsIn(first.page)
    await answers.release()
    await bothAreVikrams()

    await logOut(first.page)
    await logIn(first.page, asha)
    await first.page.getByRole('link', { name: 'Dice' }).first().click()
    await first.page.getByText(/^Earlier bet: (Win|Loss) · /).waitFor()
  })

  it('her bet had no answer and waits to be sent again: it is sent when she is back, and not before', async () => {
    await first.page.clock.install()
    await first.page.goto('/auth')
    await ashaPlaysInBothTabs()
    await first.page.route(`**${playDice.route.path}`, (route) => route.abort())
    const failed = first.page.waitForEvent('requestfailed')
    await roll(first.page)
    const key = (await failed).headers()['idempotency-key']
    await vikramLogsIn(second.page)
    await first.page.getByText('Balance ₹300.00').waitFor()
    await first.page.clock.runFor(60_000)
    await bothAreVikrams()

    await logOut(second.page)
    sent = []
    await logIn(first.page, asha)
    await first.page.getByRole('link', { name: 'Dice' }).first().click()
    await first.page.getByText('Checking your last bet · ₹100.00').waitFor()
    await first.page.unroute(`**${playDice.route.path}`)
    await first.page.clock.runFor(5_000)
    await first.page.getByText(/^(Win|Loss) · /).waitFor()
    expect([...new Set(played().map((request) => request.headers()['idempotency-key']))]).toEqual([key])
  })

  it('the answers to her questions come when he is there', async () => {
    const answers = await holdAnswers(first.page, getBalance.route, listDicePlays.route, listDeposits.route)
    await logIn(first.page, asha)
    await openDice(first.page)
    await first.page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
    await answers.held
    await second.page.getByText(asha.email).waitFor()
    await vikramLogsIn(second.page)
    await first.page.getByText('Balance ₹300.00').waitFor()
    await answers.release()
    await bothAreVikrams()
  })

  it('the answer to her login comes when he has logged in in another tab', async () => {
    const answers = await holdAnswers(first.page, login.route)
    await logIn(first.page, asha)
    await answers.held
    sent = []
    await logIn(second.page, vikram)
    await first.page.getByText('Balance ₹300.00').waitFor()
    await answers.release()
    await bothAreVikrams()
  })

  it('the answer to her logout comes when he has logged in', async () => {
    await ashaPlaysInBothTabs()
    const answers = await holdAnswers(first.page, logout.route)
    await vikramLogsIn(first.page)
    await answers.held
    await answers.release()
    await bothAreVikrams()
  })

  it('news of hers is not told to him', async () => {
    await ashaPlaysInBothTabs()
    const hers = await asha.requestDeposit({ amount: 700 })
    const his = await vikram.requestDeposit({ amount: 400 })
    await vikramLogsIn(second.page)
    await first.page.getByText('Balance ₹300.00').waitFor()
    await owner.approve(hers)
    await owner.reject(his, 'Amount differs')
    for (const { page } of [first, second]) {
      await page.getByText('Deposit rejected: ₹400.00').waitFor()
      expect(await page.locator('body').innerText()).not.toMatch(/₹700|Deposit approved/)
    }
  })
})
