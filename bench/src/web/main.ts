// make bench ONLY=web: how soon pages of players are there on a slow phone, and the back office on a laptop. See README.md.
import { mkdir, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AdminActor } from '@kismet/test-env/actors'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { writeSection } from '../tables.ts'
import { WatchedBrowser } from './browser.ts'
import type { Visit } from './browser.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Measured } from './report.ts'

interface Options {
  /** Visits of each page. */
  readonly runs: number
  /** Which pages; all of them where undefined. */
  readonly pages: readonly string[] | undefined
  /** Where Lighthouse's whole reports are kept. */
  readonly reportsFolder: string | undefined
  /** Writes the table to docs/internals/benchmarks.md. */
  readonly write: boolean
}

/** The games, and what is done with money. */
const pagesOfPlayers = [
  '/casino/dice',
  '/casino/slots',
  '/casino/mines',
  '/mines-auto',
  '/casino/aviator',
  '/deposit',
  '/withdraw',
  '/account-statement',
  '/fairness',
]
const dashboard = 'admin dashboard'

const usage = 'usage: node src/web/main.ts [--runs 3] [--pages /auth,/casino/dice] [--reports FOLDER] [--write]'

const report = (line: string): void => console.log(line)

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '3' },
      pages: { type: 'string' },
      reports: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1 || runs > 99) throw new Error(usage)
  const pages = values.pages?.split(',')
  const known = ['/auth', ...pagesOfPlayers, dashboard]
  // The table in docs/internals/benchmarks.md has all of them.
  if (pages?.some((page) => !known.includes(page)) || (pages !== undefined && values.write)) throw new Error(usage)
  return {
    runs,
    pages,
    reportsFolder: values.reports === undefined ? undefined : resolve(values.reports),
    write: values.write,
  }
}

/** An operator has an account where players pay to. The deposit page shows it. */
async function setPayToAccount(product: Product): Promise<void> {
  const { username, password } = await product.adminLogin()
  const admin = new AdminActor(product.url)
  await admin.login(username, password)
  await admin.setPayTo({ utr: 'kismet@upi' })
}

async function measurePages(product: Product, browser: WatchedBrowser, options: Options): Promise<Measured[]> {
  const { webUrl, adminUrl } = product
  const measured: Measured[] = []
  const measure = async (page: string, url: string, device: 'phone' | 'laptop' = 'phone'): Promise<void> => {
    if (options.pages?.includes(page) === false) return
    const visits: Visit[] = []
    for (let run = 1; run <= options.runs; run += 1) {
      const { visit, json } = await browser.visit(url, device)
      visits.push(visit)
      report(`  ${page.padEnd(16)} LCP ${visit.lcpMs.toFixed(0)} ms, performance ${visit.performance}`)
      if (options.reportsFolder !== undefined)
        await writeFile(join(options.reportsFolder, `${page.replaceAll(/\W+/g, '-')}-${run}.json`), json)
    }
    measured.push({ page, visits })
  }
  const [player] = await product.players(1)
  if (!player) throw new Error('Nobody signed up')
  await player.requestDeposit({ amount: 500 })
  await measure('/auth', `${webUrl}/auth`)
  await browser.logIn(`${webUrl}/auth`, 'Email', { name: player.email, password: player.password })
  const { username, password } = await product.adminLogin()
  await browser.logIn(`${adminUrl}/admin/login`, 'Username', { name: username, password })
  for (const path of pagesOfPlayers) await measure(path, `${webUrl}${path}`)
  await measure(dashboard, `${adminUrl}/admin/`, 'laptop')
  return measured
}

async function measureProduct(product: Product, options: Options): Promise<Measured[]> {
  const browser = await WatchedBrowser.open(product.local, report)
  try {
    report('starting the product')
    // A phone shares no processor with the servers. So all processes that start from here on yield to the browser,
    // which already runs (see goes-first.ts).
    setPriority(constants.priority.PRIORITY_LOW)
    await product.start()
    await setPayToAccount(product)
    return await measurePages(product, browser, options)
  } finally {
    await browser.close()
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.reportsFolder !== undefined) await mkdir(options.reportsFolder, { recursive: true })
  await runWithProduct('bench-web', async (product) => {
    const pages = await measureProduct(product, options)
    report(`\n${reportOf(pages)}`)
    if (!options.write) return
    await writeSection(sectionOf(pages, options.runs))
    report('written to docs/internals/benchmarks.md')
  })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
