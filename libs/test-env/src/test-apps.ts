import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server as PortHolder } from 'node:net'
import { join } from 'node:path'
import { createAppServer } from '@kismet/real-servers/app-server'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { closeAtEnd } from './left-behind.ts'
import { TestCasino } from './test-casino.ts'
import type { TestCasinoOptions } from './test-casino.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A limit for a browser that hangs: with every processor taken several take half a minute to start. */
const startsWithinMs = 120_000

/** A browser for tests: without a window, and without calls of its own. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.KISMET_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell'
  const args = [...flags, ...more]
  const browser = await chromium.launch({ executablePath, headless: true, args, timeout: startsWithinMs })
  closeAtEnd(() => browser.close())
  return browser
}

/** Holds a port for a server that starts later: another process could take a port that is only chosen. */
export async function holdPort(): Promise<PortHolder> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  closeAtEnd(() => Promise.resolve(holder.close()))
  return holder
}

/** The address of a port that is held or served. */
export const urlOf = (server: PortHolder): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Starts a server on a port that was held for it. */
export async function serve(server: Server, port: PortHolder): Promise<Server> {
  server.listen(port)
  await once(server, 'listening')
  return server
}

export async function end(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** The whole product with both apps, as Vite builds them and as they are served, and a browser to use them with. */
export class TestSite {
  readonly casino: TestCasino
  readonly browser: Browser
  readonly webUrl: string
  readonly adminUrl: string
  readonly #servers: readonly Server[]

  private constructor(casino: TestCasino, browser: Browser, [web, admin]: readonly [Server, Server]) {
    this.casino = casino
    this.browser = browser
    this.webUrl = urlOf(web)
    this.adminUrl = urlOf(admin)
    this.#servers = [web, admin]
  }

  static async create(options: Pick<TestCasinoOptions, 'clocks' | 'env'> = {}): Promise<TestSite> {
    const local = localDirAt(process.env.LOCAL_DIR)
    const [web, admin] = await Promise.all([holdPort(), holdPort()])
    const casino = await TestCasino.create({
      ...options,
      webOrigin: urlOf(web),
      adminOrigin: urlOf(admin),
    })
    const { gatewayUrl } = casino
    const folder = (app: string) => join(local.root, 'apps', app)
    const servers = await Promise.all([
      serve(createAppServer({ appFolder: folder('web'), gatewayUrl, passesAdminCalls: false }), web),
      serve(createAppServer({ appFolder: folder('admin-web'), gatewayUrl, passesAdminCalls: true }), admin),
    ])
    const browser = await openBrowser()
    return new TestSite(casino, browser, servers)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await Promise.all(this.#servers.map(end))
    await this.casino.close()
  }
}
