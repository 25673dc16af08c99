import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TestSite } from '@kismet/test-env/test-apps'
import { openAsAdmin } from '@kismet/test-env/visitors'
import { WatchedPage } from '@kismet/test-env/watched-page'
import type { Locator, Page } from 'playwright-core'

const subset = 'Anek Devanagari Variable'
const whole = 'Anek Hindi Variable'
/** Has conjuncts, which come apart where two font files share a word. */
const typed = 'मेरा पैसा क्यों रुका है। प्रश्न का उत्तर दीजिए।'

describe('Devanagari on pages in English', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await TestSite.create()
  }, 180_000)
  afterAll(() => site.close())

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
