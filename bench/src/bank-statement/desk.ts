import { openBrowser } from '@kismet/test-env/test-apps'
import { provideChromium } from '@kismet/real-servers/test-programs'
import type { Browser, Page } from 'playwright-core'
import type { Product } from '../product.ts'
import type { BankFile } from './bank.ts'

const withinMs = 60_000

/** How long an admin waits, in ms: from the drop of the file until its columns are there to look at, and from going on until the matches are shown. */
export interface Waited {
  readonly readMs: number
  readonly matchedMs: number
}

/** The page of bank statements, open in Chromium. */
export class BankPage {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async open(product: Product, report: (line: string) => void): Promise<BankPage> {
    process.env.KISMET_TEST_CHROMIUM = await provideChromium(report)
    const browser = await openBrowser()
    const page = await browser.newPage({ baseURL: product.adminUrl, viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(withinMs)
    const { username, password } = await product.adminLogin()
    await page.goto('/admin/bank-statement')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Drop a bank statement here').waitFor()
    return new BankPage(browser, page)
  }

  /** Brings a file in, and goes on at once when its columns have been found. */
  async read({ text, exact }: BankFile): Promise<Waited> {
    const page = this.#page
    await page.goto('/admin/bank-statement')
    const field = page.locator('input[name=statement]')
    await field.waitFor()
    // Whoever drops a file has seen the page: what it loads for itself is measured by bench-web.
    await page.waitForLoadState('networkidle')
    const droppedAt = performance.now()
    await field.setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const goOn = page.getByRole('button', { name: /^Match [\d,]+ rows$/, disabled: false })
    await goOn.waitFor()
    const readAt = performance.now()
    await goOn.click()
    const sum = new RegExp(`^${exact.toLocaleString('en-IN')} ₹`)
    await page.getByLabel('Summary of the file').getByText(sum).waitFor()
    await page.getByRole('table', { name: 'Rows of the bank' }).waitFor()
    return { readMs: readAt - droppedAt, matchedMs: performance.now() - readAt }
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}
