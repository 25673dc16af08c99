import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { provideChromium } from '@kismet/real-servers/test-programs'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { freePort } from '@kismet/real-servers/ports'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import type { BrowserContext, Page } from 'playwright-core'
import { goesFirst, pidOf } from './goes-first.ts'

/** What Lighthouse found on one visit of a page. */
export interface Visit {
  readonly lcpMs: number
  readonly fcpMs: number
  readonly tbtMs: number
  /** How much of the screen moved. */
  readonly cls: number
  /** Scores from 0 to 1. */
  readonly performance: number
  readonly accessibility: number
  /** How fast Lighthouse found this machine just before, by a count of its own that is above 1,000 for desktops. */
  readonly machineIndex: number
}

const flags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A Chromium with a profile of its own, in which somebody logs in by hand and Lighthouse then looks around. */
export class WatchedBrowser {
  readonly #context: BrowserContext
  readonly #port: number
  readonly #profile: string

  private constructor(context: BrowserContext, port: number, profile: string) {
    this.#context = context
    this.#port = port
    this.#profile = profile
  }

  static async open(local: LocalDir, report: (line: string) => void): Promise<WatchedBrowser> {
    const executablePath = await provideChromium(report)
    const port = await freePort()
    const profile = join(local.root, 'chromium')
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      chromiumSandbox: false,
      args: [...flags, `--remote-debugging-port=${port}`],
    })
    if (!(await goesFirst(await pidOf(`--user-data-dir=${profile}`))))
      report('The browser waits for processors like all others: only root may let it go first. TBT will be too high.')
    return new WatchedBrowser(context, port, profile)
  }

  /** Logs in at a page's form, and answers when the app has left that page. */
  async logIn(url: string, name: 'Email' | 'Username', login: { name: string; password: string }): Promise<void> {
    const page = await this.#context.newPage()
    await page.goto(url)
    await page.getByLabel(name).fill(login.name)
    await page.getByLabel('Password', { exact: true }).fill(login.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL((now) => now.href !== url)
    await stored(page)
    await page.close()
  }

  /**
   * Visits a page with an empty cache, with Lighthouse's mobile or desktop profile. The session stays.
   * @returns the figures, and the whole report
   */
  async visit(url: string, device: 'phone' | 'laptop'): Promise<{ visit: Visit; json: string }> {
    const result = await lighthouse(
      url,
      {
        port: this.#port,
        output: 'json',
        logLevel: 'silent',
        onlyCategories: ['performance', 'accessibility'],
      },
      device === 'laptop' ? desktopConfig : undefined,
    )
    if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}`)
    const { lhr, report } = result
    if (lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse could not measure ${url}: ${lhr.runtimeError.message}`)
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
    const figure = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN
    const score = (category: string): number => lhr.categories[category]?.score ?? Number.NaN
    const visit = {
      lcpMs: figure('largest-contentful-paint'),
      fcpMs: figure('first-contentful-paint'),
      tbtMs: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
      performance: score('performance'),
      accessibility: score('accessibility'),
      machineIndex: lhr.environment.benchmarkIndex,
    }
    return { visit, json: String(report) }
  }

  async close(): Promise<void> {
    await this.#context.close()
    await rm(this.#profile, { recursive: true, force: true })
  }
}

/** The session is in the storage that Lighthouse leaves alone. */
async function stored(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.length > 0)
}
