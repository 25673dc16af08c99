import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsAdmin } from '@kismet/test-env/visitors'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { BrowserContext, Locator, Page } from 'playwright-core'

let site: TestSite
beforeAll(async () => {
  site = await TestSite.create()
}, 180_000)
afterAll(() => site.close())

const appCode = /\/assets\/(?!start-)[^/]+\.js$/
const appStyles = /\/assets\/style-/
/** Where each element of a first frame is, and its looks. */
const looks = `[...document.querySelectorAll('#first-frame *')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const { color, background, border, font, opacity, visibility, gap, padding, overflow } = getComputedStyle(element)
  return [element.outerHTML.slice(0, 60), x, y, width, height, color, background, border, font, opacity, visibility, gap, padding, overflow].join(' ')
})`
const styled = `new Promise((resolve, reject) => {
  const href = document.querySelector('script[data-styles]').dataset.styles
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: () => resolve(), onerror: reject }))
})`
const ready = `new Promise(requestAnimationFrame)
  .then(() => Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => undefined))]))
  .then(() => undefined)`
const framed = [
  '/auth',
  '/casino/aviator',
  '/casino/dice',
  '/casino/mines',
  '/mines-auto',
  '/casino/slots',
  '/deposit',
  '/withdraw',
  '/account-statement',
  '/account',
  '/safer-play',
  '/awaiting-bonus',
  '/fairness',
]

/** What a browser shows with the HTML and the styles of the frame alone, before any code of the app has come. */
describe('the first frame of a page', () => {
  let context: BrowserContext

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
    for (const files of [appCode, appStyles]) await page.route(files, (route) => route.abort())
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

  it.each(framed)('of %s needs no other style of the app', async (path) => {
    const page = await openWithoutApp(site.webUrl + path, 'token', path === '/auth' ? null : 'token')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(ready)
      const before = await page.evaluate<string[]>(looks)
      expect(before.length).toBeGreaterThan(10)
      await page.unroute(appStyles)
      await page.evaluate(styled)
      await page.evaluate(ready)
      expect(await page.evaluate<string[]>(looks)).toEqual(before)
      await page.evaluate('document.head.lastElementChild.remove()')
    }
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

const subset = 'Anek Devanagari Variable'
const whole = 'Anek Hindi Variable'
/** Has conjuncts, which come apart where two font files share a word. */
const typed = 'मेरा पैसा क्यों रुका है। प्रश्न का उत्तर दीजिए।'

describe('Devanagari on pages in English', () => {
  /** The Devanagari faces that the page has loaded. */
  const loaded = (page: Page): Promise<string[]> =>
    page.evaluate(
      async (families) => {
        await document.fonts.ready
        const faces = [...document.fonts].filter(
          ({ family, status }) => families.includes(family) && status === 'loaded',
        )
        return faces.map(({ family }) => family)
      },
      [subset, whole],
    )

  /** The fonts that draw an element. */
  async function fontsOf(page: Page, element: Locator): Promise<{ familyName: string; isCustomFont: boolean }[]> {
    const browser = await page.context().newCDPSession(page)
    await element.evaluate((found) => found.setAttribute('data-looked-at', ''))
    await browser.send('DOM.enable')
    await browser.send('CSS.enable')
    const { root } = await browser.send('DOM.getDocument')
    const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-looked-at]' })
    const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
    await browser.detach()
    return fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }))
  }

  it('draws the name of the other language from one small file', async () => {
    const { page } = await WatchedPage.open(site.browser, site.webUrl)
    await page.goto('/auth')
    const name = page.getByRole('button', { name: 'हिन्दी' })
    await name.waitFor()
    expect(await loaded(page)).toEqual([subset])
    expect(await fontsOf(page, name)).toEqual([
      { familyName: expect.stringMatching(/^Anek Devanagari/), isCustomFont: true },
    ])
    await page.context().close()
  })

  it('loads the whole font when somebody types Hindi, and draws it in the back office too', async () => {
    const { page } = await WatchedPage.open(site.browser, site.webUrl)
    await page.goto('/support')
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.waitFor()
    expect(await loaded(page)).not.toContain(whole)
    const file = page.waitForResponse(/anek-devanagari-[^/]+\.woff2$/, { timeout: 5_000 })
    await message.fill(typed)
    expect((await file).status()).toBe(200)
    expect(await loaded(page)).toContain(whole)
    await page.getByLabel('Name').fill('Asha')
    await page.getByLabel('Email').fill('asha@example.in')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText(/^Thank you!/).waitFor()
    await page.context().close()

    const { page: desk } = await openAsAdmin(site, '/admin/dashboard')
    await desk.getByRole('heading', { level: 1 }).waitFor()
    expect(await loaded(desk)).toEqual([])
    await desk.goto('/admin/support-messages')
    const read = desk.getByText(typed)
    await read.waitFor()
    expect(await loaded(desk)).toEqual([whole])
    const fonts = await fontsOf(desk, read)
    expect(fonts.map(({ familyName }) => familyName)).toContainEqual(expect.stringMatching(/^Anek Devanagari/))
    expect(fonts.every(({ familyName, isCustomFont }) => isCustomFont && familyName.startsWith('Anek'))).toBe(true)
    await desk.context().close()
  })
})
