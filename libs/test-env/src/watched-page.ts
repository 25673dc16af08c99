import type { Browser, Page } from 'playwright-core'

const timeoutMs = 20_000

/** A page of a browser context of its own, which keeps whatever goes wrong on it. */
export class WatchedPage {
  readonly page: Page
  /** Errors that were thrown, breaches of the content security policy, and answers that say that the server failed. */
  readonly faults: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.faults.push(`${page.url()} threw: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content.Security.Policy/i.test(message.text()))
        this.faults.push(message.text())
    })
    page.on('response', (response) => {
      if (response.status() >= 500) this.faults.push(`${response.status()} ${response.url()}`)
    })
  }

  static async open(browser: Browser, baseURL: string): Promise<WatchedPage> {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'en-IN' })
    context.setDefaultTimeout(timeoutMs)
    return new WatchedPage(await context.newPage())
  }

  /** Another tab of the same browser. */
  async anotherTab(): Promise<WatchedPage> {
    return new WatchedPage(await this.page.context().newPage())
  }
}
