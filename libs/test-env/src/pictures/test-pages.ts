import type { Server } from 'node:http'
import { join } from 'node:path'
import { createAppServer } from '@kismet/real-servers/app-server'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { freePort } from '@kismet/real-servers/ports'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { end, openBrowser, serve } from '../test-apps.ts'
import { fakeNetwork } from './fake-network.ts'
import type { AcknowledgeCommand, ReplyToCall } from './fake-network.ts'

/** Serves an app as it was built; nothing gets as far as a gateway. */
export async function serveBuiltApp(app: 'web' | 'admin-web'): Promise<{ server: Server; url: string }> {
  const port = await freePort()
  const appFolder = join(localDirAt(process.env.LOCAL_DIR).root, 'apps', app)
  const options = { appFolder, gatewayUrl: 'http://127.0.0.1:9', passesAdminCalls: true }
  return { server: await serve(createAppServer(options), port), url: `http://127.0.0.1:${port}` }
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
  /** A phone where none is named. */
  readonly viewport?: { readonly width: number; readonly height: number }
}

const phone = { width: 360, height: 800 }

/** Pages of one app whose clock runs, as those in pictures do not. */
export class TestPages {
  readonly #browser: Browser
  readonly #server: Server
  readonly #url: string

  private constructor(browser: Browser, server: Server, url: string) {
    this.#browser = browser
    this.#server = server
    this.#url = url
  }

  static async open(app: 'web' | 'admin-web'): Promise<TestPages> {
    const { server, url } = await serveBuiltApp(app)
    return new TestPages(await openBrowser(), server, url)
  }

  /** Opens a page in a window of its own. */
  async openPage({
    path,
    storage,
    reply,
    serverTime,
    acknowledge,
    onSocket,
    before = '',
    viewport = phone,
  }: TestPage): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#url, viewport })
    const page = await context.newPage()
    await fakeNetwork(page, reply, serverTime, acknowledge, onSocket)
    await page.addInitScript((texts) => {
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
    }, storage)
    await page.addInitScript(before)
    await page.goto(path)
    return page
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await end(this.#server)
  }
}
