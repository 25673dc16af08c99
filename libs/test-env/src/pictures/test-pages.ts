import type { Server } from 'node:http'
import { join } from 'node:path'
import { createAppServer } from '@kismet/real-servers/app-server'
import { localDirAt } from '@kismet/real-servers/local-dir'
import type { Browser, BrowserContext, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core'
import { end, holdPort, openBrowser, serve, urlOf } from '../test-apps.ts'
import { fakeNetwork } from './fake-network.ts'
import type { AcknowledgeCommand, ReplyToCall } from './fake-network.ts'

/** Serves an app as it was built, without a gateway. */
async function serveBuiltApp(app: 'web' | 'admin-web'): Promise<{ server: Server; url: string }> {
  const appFolder = join(localDirAt(process.env.LOCAL_DIR).root, 'apps', app)
  const options = { appFolder, gatewayUrl: 'http://127.0.0.1:9', passesAdminCalls: true }
  const server = await serve(createAppServer(options), await holdPort())
  return { server, url: urlOf(server) }
}

/** A page of an app in a real browser, with the network below it in the hands of the test. */
interface TestPage {
  readonly path: string
  readonly storage: Readonly<Record<string, string>>
  readonly reply: ReplyToCall
  /** What its live connection says the time is, in ms since the epoch. */
  readonly serverTime: number
  readonly acknowledge: AcknowledgeCommand
  /** Told with its live connection, on which the test can say what a server would. */
  readonly onSocket?: (socket: WebSocketRoute) => void
  /** A script that runs before those of the page. */
  readonly before?: string
  /** By default a phone. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Opens a browser context of its own, which loads and compiles the app. Then the first frame is painted before the app. */
  readonly isFirstVisit?: boolean
}

const phone = { width: 360, height: 800 }

/** Runs all pages of a site in one process, which compiles the app once. By default each page starts a process. */
const inOneProcess = '--process-per-site'

/** One browser context of a built app. Its pages share a process and what they load. */
interface AppContext {
  readonly url: string
  readonly server: Server
  readonly browser: Browser
  readonly context: BrowserContext
}

/** Serves a built app and opens a browser context for it. */
export async function openAppContext(
  app: 'web' | 'admin-web',
  flags: readonly string[] = [],
  options: BrowserContextOptions = {},
): Promise<AppContext> {
  const { server, url } = await serveBuiltApp(app)
  const browser = await openBrowser([...flags, inOneProcess])
  const context = await browser.newContext({ baseURL: url, viewport: phone, ...options })
  // The process ends with its last page: this one stays.
  await (await context.newPage()).goto('/health')
  return { url, server, browser, context }
}

/** Fills the storages of a page before its scripts run. Earlier pages of the context leave no value. */
export async function fillStorages(
  page: Page,
  storage: Readonly<Record<string, string>>,
  tabStorage: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.addInitScript(
    (storages) => {
      for (const [kept, texts] of [
        [localStorage, storages.storage],
        [sessionStorage, storages.tabStorage],
      ] as const) {
        kept.clear()
        for (const [key, text] of Object.entries(texts)) kept.setItem(key, text)
      }
    },
    { storage, tabStorage },
  )
}

/** Pages of one app whose clock runs, as those in pictures do not. */
export class TestPages {
  readonly #app: AppContext

  private constructor(app: AppContext) {
    this.#app = app
  }

  static async open(app: 'web' | 'admin-web'): Promise<TestPages> {
    return new TestPages(await openAppContext(app))
  }

  /** Opens a page. Pages share a context, except the first visits. */
  async openPage({
    path,
    storage,
    reply,
    serverTime,
    acknowledge,
    onSocket,
    before = '',
    viewport = phone,
    isFirstVisit = false,
  }: TestPage): Promise<Page> {
    const { url, browser, context } = this.#app
    const page = await (isFirstVisit ? browser.newPage({ baseURL: url }) : context.newPage())
    await page.setViewportSize(viewport)
    await fakeNetwork(page, reply, serverTime, acknowledge, onSocket)
    await fillStorages(page, storage)
    await page.addInitScript(before)
    await page.goto(path)
    return page
  }

  async close(): Promise<void> {
    await this.#app.browser.close()
    await end(this.#app.server)
  }
}
