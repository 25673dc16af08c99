import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import type axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { comparePictures, keptForm } from './compare-pictures.ts'
import type { Comparison } from './compare-pictures.ts'
import { fakeNetwork } from './fake-network.ts'
import type { AcknowledgeCommand, ReplyToCall } from './fake-network.ts'
import { misfitsOf } from './page-fit.ts'
import { end } from '../test-apps.ts'
import { fillStorages, openAppContext } from './test-pages.ts'

/** A page as it is looked at. */
export interface PicturedPage {
  /** Names its pictures. */
  readonly name: string
  readonly path: string
  /** Whether axe has looked at it in another language: it sees structure and colours, which are the same. */
  readonly isTranslated?: boolean
  /** What the storage of the browser holds: who is logged in, and what they have chosen. */
  readonly storage: Readonly<Record<string, string>>
  /** What its tab holds, such as forms that are half filled in. */
  readonly tabStorage?: Readonly<Record<string, string>>
  readonly reply: ReplyToCall
  readonly acknowledge?: AcknowledgeCommand
  /** A word that stands there when everything has come. */
  readonly until?: string
  /** Acts on the page before its picture. */
  readonly act?: (page: Page) => Promise<void>
  /** The window sizes of the pictures; by default a phone and a desk. */
  readonly sizes?: readonly Size[]
}

interface Size {
  readonly width: number
  readonly height: number
  /** Keeps the height, even if the page is longer. */
  readonly isFixed?: boolean
}
const phone: Size = { width: 360, height: 800 }
const desk: Size = { width: 1440, height: 900 }

/** Half as long as the one that its module brings, for a browser to read on each page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every page is looked at in this moment. */
export const pictureTime = new Date('2026-11-21T13:42:00.000Z')

/** How long a page may take to match its picture on a busy machine. A page with a renewed picture gets less time. */
const settleMs = { compared: 20_000, renewed: 5_000 }
/** Turns off rendering that differs between machines. */
const drawsAlike = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]

/**
 * Looks at every page of one app and compares the pictures that are stored.
 * KISMET_PICTURES=renew takes those again that differ (`make pictures`).
 */
export class PictureBook {
  readonly #app: string
  readonly #stored: ReadonlySet<string>
  readonly #folder: string
  readonly #results: string
  readonly #server: Server
  readonly #browser: Browser
  readonly #context: BrowserContext
  readonly #seen = new Set<string>()
  readonly #renews = process.env.KISMET_PICTURES === 'renew'

  private constructor(
    app: string,
    stored: readonly string[],
    results: string,
    server: Server,
    browser: Browser,
    context: BrowserContext,
  ) {
    this.#app = app
    this.#stored = new Set(stored.map((name) => `${name}.webp`))
    this.#folder = join(repositoryRoot, app, 'e2e/pictures')
    this.#results = results
    this.#server = server
    this.#browser = browser
    this.#context = context
  }

  /** @param stored names of the pictures that are compared, such as `deposit-360` */
  static async open(app: 'web' | 'admin-web', stored: readonly string[]): Promise<PictureBook> {
    const local = localDirAt(process.env.LOCAL_DIR)
    const results = join(local.root, 'pictures', app)
    await rm(results, { recursive: true, force: true })
    await mkdir(results, { recursive: true })
    const options = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' } as const
    const { server, browser, context } = await openAppContext(app, drawsAlike, options)
    return new PictureBook(app, stored, results, server, browser, context)
  }

  /** Looks at a page in its windows, and whether it fits every window: it is loaded once. @returns what is wrong with it */
  async look(pictured: PicturedPage): Promise<string[]> {
    const { name, path, isTranslated = false, reply, acknowledge, until, act, sizes = [phone, desk] } = pictured
    const page = await this.#context.newPage()
    try {
      await page.clock.setFixedTime(pictureTime)
      await fakeNetwork(page, reply, pictureTime.getTime(), acknowledge)
      await fillStorages(page, pictured.storage, pictured.tabStorage)
      await page.goto(path)
      await page.locator('#root h1').first().waitFor({ state: 'attached' })
      if (until !== undefined) await page.getByText(until).filter({ visible: true }).first().waitFor()
      await act?.(page)
      await page.waitForFunction(allHasCome)
      const found: string[] = []
      // Axe looks at the size that most users of the app have: sizes change where things stand, which the fit checks.
      const axeSize = this.#app === 'web' ? sizes[0] : sizes.at(-1)
      for (const size of sizes) {
        const where = `${this.#app} ${path} at ${size.width} px`
        const file = `${name}-${size.width}.webp`
        const isForAxe = !isTranslated && size === axeSize
        if (this.#stored.has(file)) found.push(...(await this.#compare(page, size, file, where)))
        else if (isForAxe) await show(page, size)
        if (isForAxe) found.push(...(await axeFindings(page, where)))
      }
      found.push(...(await misfitsOf(page)).map((misfit) => `${this.#app} ${path} ${misfit}`))
      return found
    } finally {
      await page.close()
    }
  }

  /** Stored pictures without a page, and files that are not in the list; a renewal deletes these files. */
  async leftOver(): Promise<string[]> {
    const withoutPage = [...this.#stored].filter((file) => !this.#seen.has(file))
    const files = await readdir(this.#folder).catch(() => [])
    const unlisted = files.filter((file) => !this.#stored.has(file))
    if (!this.#renews) return [...withoutPage, ...unlisted]
    await Promise.all(unlisted.map((file) => rm(join(this.#folder, file))))
    return withoutPage
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await end(this.#server)
  }

  /** Takes pictures until one is as it should be, for what still moves; in the end says what differs. */
  async #compare(page: Page, size: Size, file: string, where: string): Promise<string[]> {
    this.#seen.add(file)
    const path = join(this.#folder, file)
    const stored = await readFile(path).catch(() => null)
    const until = performance.now() + (this.#renews ? settleMs.renewed : settleMs.compared)
    for (;;) {
      await show(page, size)
      const fresh = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      const compared = stored && (await comparePictures(stored, fresh))
      if (compared?.isAlike) return []
      if (performance.now() < until) continue
      return this.#renews ? this.#renew(path, fresh) : this.#tell(file, where, fresh, compared)
    }
  }

  async #renew(path: string, fresh: Buffer): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true })
    await writeFile(path, await keptForm(fresh))
    return []
  }

  async #tell(file: string, where: string, fresh: Buffer, compared: Comparison | null): Promise<string[]> {
    const shown = (path: string): string => relative(repositoryRoot, path)
    const made = join(this.#results, file)
    await writeFile(made, await keptForm(fresh))
    if (!compared) return [`${where} has no picture; it looks like ${shown(made)}. If that is right: make pictures`]
    const marked = join(this.#results, `${basename(file, '.webp')}-differs.png`)
    await writeFile(marked, await compared.marked())
    const { pixels, x, y } = compared.worst
    const differs = `in ${(compared.share * 100).toFixed(2)}%, most in ${pixels} px at ${x},${y}`
    const drawnBy = basename(process.env.KISMET_TEST_CHROMIUM ?? '')
    return [
      `${where} differs from its picture ${differs}: ${shown(made)}, in red in ${shown(marked)} (drawn by ${drawnBy}; pictures are of chromium-headless-shell). If it is right so: make pictures`,
    ]
  }
}

/** Sets the window and waits until the page is complete. */
async function show(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(allHasCome)
  if (!size.isFixed) await growToContent(page, size)
  // A font that comes late moves what stands below it.
  await page.waitForFunction(allHasCome)
}

/**
 * Grows the window to the height of the page. Then a fixed foot covers no content, and the picture shows all of the
 * inner scroll areas. An area whose height does not follow the window stays as it is.
 */
async function growToContent(page: Page, size: Size): Promise<void> {
  for (let { height } = size; ;) {
    const hidden = await page.evaluate(hiddenHeights)
    const most = Math.max(0, ...hidden)
    if (most === 0) return
    await page.setViewportSize({ ...size, height: height + most })
    if (sumOf(await page.evaluate(hiddenHeights)) >= sumOf(hidden)) return page.setViewportSize({ ...size, height })
    height += most
  }
}

const sumOf = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0)

/** Runs in the page: how much each place that scrolls has below its edge, in px. */
const hiddenHeights = (): number[] => {
  const scrolls = (element: Element): boolean =>
    element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY)
  return [...document.querySelectorAll('*')]
    .filter((element) => element.scrollHeight > element.clientHeight && scrolls(element) && element.checkVisibility())
    .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
}

/** Runs in the page: whether its first frame has made way, and answers, fonts and pictures are there. A message that goes by itself would be in some pictures and not in others: it is sent away. */
const allHasCome = (): boolean => {
  for (const close of document.querySelectorAll<HTMLElement>('[class*="_toast_"] button')) close.click()
  // Below the screen of maintenance, hidden pages may still wait: only visible elements count.
  const waiting = document.querySelectorAll('#first-frame, [aria-busy="true"], [class*="_toast_"]')
  return (
    ![...waiting].some((element) => element.checkVisibility()) &&
    document.fonts.status === 'loaded' &&
    [...document.images].every(({ complete }) => complete)
  )
}

/** What axe finds, a line each. It was put into the page by hand, past the Content-Security-Policy. */
async function axeFindings(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  )
  return violations.map(
    ({ id, help, nodes }) => `${where}, axe: ${help} (${id}) at ${nodes.map(({ html }) => html).join(' ')}`,
  )
}
