import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestSite } from '@kismet/test-env/test-apps'
import type { BrowserContext, Page } from 'playwright-core'

/** What a browser shows with the HTML and the styles alone, before any code of the app has come. */
describe('the first frame of a page', () => {
  let site: TestSite
  let context: BrowserContext

  beforeAll(async () => {
    site = await TestSite.create()
  }, 180_000)
  afterAll(async () => {
    await site.close()
  })

  /** A page whose app never starts, in a browser with the storage of a player or of a visitor. */
  async function openWithoutApp(url: string, key: string, token: string | null): Promise<Page> {
    context = await site.browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(
      ([name, kept]) => {
        if (kept !== null) localStorage.setItem(name, kept)
      },
      [key, token] as const,
    )
    await page.route(/\/assets\/(?!start-)[^/]+\.js$/, (route) => route.abort())
    await page.goto(url)
    return page
  }

  it.each([
    ['/auth', null, 'Forgot Password?', true],
    ['/auth', 'token', 'Forgot Password?', false],
    ['/casino/dice', 'token', 'Net gain on win', true],
    ['/casino/dice', null, 'Net gain on win', false],
    ['/deposit', 'token', 'UTR/Reference number', true],
    ['/withdraw', 'token', 'Your request puts the amount on hold', true],
    ['/account-statement', 'token', 'Download CSV', true],
    ['/fairness', 'token', 'Your commitments and bets', true],
    ['/fairness', null, 'Every result is locked in before you bet', true],
    ['/fairness', null, 'Your commitments and bets', false],
  ])('of %s to one with the token %s: "%s" is seen: %s', async (path, token, words, seen) => {
    const page = await openWithoutApp(site.webUrl + path, 'token', token)
    expect(await page.getByText(words).filter({ visible: true }).count()).toBe(seen ? 1 : 0)
    await context.close()
  })

  it.each([
    ['/admin/', 'token', 'Waiting for you', true],
    ['/admin/', null, 'Waiting for you', false],
    ['/admin/login', null, 'Username', true],
  ])('of %s of the back office to one with the token %s: "%s" is seen: %s', async (path, token, words, seen) => {
    const page = await openWithoutApp(site.adminUrl + path, 'adminToken', token)
    expect(await page.getByText(words).first().isVisible()).toBe(seen)
    await context.close()
  })

  it('tells nobody a balance', async () => {
    const page = await openWithoutApp(`${site.webUrl}/casino/dice`, 'token', 'token')
    expect(await page.locator('header strong').first().isVisible()).toBe(false)
    await context.close()
  })

  it('is followed by English in every way where the words of a chosen language cannot be had, and by them once they can', async () => {
    context = await site.browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('language', 'hi'))
    await page.route(/\/assets\/hi-[^/]+\.js$/, (route) => route.abort())
    await page.goto(`${site.webUrl}/auth`)
    await page.getByText('This language could not be loaded.').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-IN')
    await page.unrouteAll()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByRole('tab', { name: 'साइन अप' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('hi')
    await context.close()
  })

  it('goes when the page stands', async () => {
    context = await site.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.webUrl}/auth`)
    await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.in')
    expect(await page.locator('#first-frame').count()).toBe(0)
    await context.close()
  })
})
