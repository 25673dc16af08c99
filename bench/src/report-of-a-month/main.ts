// make bench ONLY=report: how long the reports of months with few and with many entries take, beside one GROUP BY over
// the ledger. See README.md.
import { parseArgs } from 'node:util'
import { daysOfMonth, getBalances, getReport } from '@kismet/contracts'
import { AdminActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import type pg from 'pg'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { atOnce } from '../round/at-once.ts'
import { intakeOf, standsStill } from '../statement/intake.ts'
import { writeSection } from '../tables.ts'
import { fillMonth, monthBefore, openAccounts, openDatabase, timesOf } from './months.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Measured, Month } from './report.ts'

interface Options {
  /** Of each month, the first month first. */
  readonly entries: readonly number[]
  readonly asks: number
  readonly write: boolean
}

const usage = 'usage: node src/report-of-a-month/main.ts [--entries 1000000,10000000] [--asks 200] [--write]'
const mostEntries = 100_000_000
const mostMonths = 12
/** The counterpart takes seconds. */
const asksOfPlain = 20
const storedWithinMs = 120_000
/** Analytics takes a few thousand entries a second. */
const intakeWithinMs = 12 * 3_600_000

const report = (line: string): void => console.log(line)

/** @throws Error with the usage when an option is wrong. */
function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      entries: { type: 'string', default: '1000000,10000000' },
      asks: { type: 'string', default: '200' },
      write: { type: 'boolean', default: false },
    },
  })
  const entries = values.entries.split(',').map(Number)
  const asks = Number(values.asks)
  const isRight = [...entries, asks].every((number) => Number.isInteger(number) && number > 0 && number <= mostEntries)
  if (!isRight || entries.length > mostMonths) throw new Error(usage)
  return { entries, asks, write: values.write }
}

const gamesSql = `SELECT game, count(*), sum(stake_paise), sum(payout_paise), count(DISTINCT account_no) FROM wallet.entry
  WHERE kind IN ('play', 'settle') AND at >= $1 AND at < $2 GROUP BY game`
const balancesSql = `SELECT count(*), sum(balance_side_paise), sum(open_side_paise), sum(held_side_paise), sum(house_side_paise), sum(outside_side_paise),
  sum(bonus_side_paise) FROM wallet.entry WHERE at < $1`

/** Asks for the reports of a month as the back office does, and the ledger for the same. */
async function measureMonth(
  { admin, ledger }: { readonly admin: AdminActor; readonly ledger: pg.Client },
  of: Month,
  asks: number,
): Promise<Measured[]> {
  const { month, entries } = of
  const days = daysOfMonth(month)
  const day = `${month}-15`
  // The last step of analytics comes a while after its last entry.
  const { report: found } = await eventually(
    'analytics has stored all entries',
    () => admin.api.must(getReport, { period: month }).catch(() => undefined),
    storedWithinMs,
  )
  const { proof } = await admin.api.must(getBalances, { period: month })
  if (found.total.bets !== entries || !found.isWhole || proof !== 'proven')
    throw new Error(`The report of ${month} has ${found.total.bets} of ${entries} bets, and its balances are ${proof}`)
  const measured: Measured[] = []
  const measure = async (what: Measured['what'], ask: () => Promise<unknown>, plain: () => Promise<unknown>) => {
    const asked = Array.from({ length: asks })
    measured.push({
      what,
      of,
      product: await atOnce(1, asked, ask),
      plain: await atOnce(1, asked.slice(0, asksOfPlain), plain),
    })
  }
  await measure(
    'report of a day',
    () => admin.api.must(getReport, { period: day }),
    () => ledger.query(gamesSql, [...timesOf({ from: day, to: day })]),
  )
  await measure(
    'report of a month',
    () => admin.api.must(getReport, { period: month }),
    () => ledger.query(gamesSql, [...timesOf(days)]),
  )
  await measure(
    'balances at the end of a day',
    () => admin.api.must(getBalances, { period: month }),
    () => ledger.query(balancesSql, [timesOf(days)[1]]),
  )
  return measured
}

async function measureProduct(product: Product, options: Options): Promise<string> {
  report('starting the product')
  await product.start()
  await openAccounts(product)
  // The games would read the history too.
  const holdGames = (isHeld: boolean) => {
    for (const game of ['dice-slots', 'mines'] as const) product.hold(game, isHeld)
  }
  holdGames(true)
  try {
    return await measureMonths(product, options)
  } finally {
    holdGames(false)
  }
}

async function logIn(product: Product): Promise<AdminActor> {
  const admin = new AdminActor(product.url)
  const { username, password } = await product.adminLogin()
  await admin.login(username, password)
  return admin
}

/** @returns the tables as Markdown */
async function measureMonths(product: Product, { entries, asks }: Options): Promise<string> {
  const months: Month[] = []
  for (const [index, wanted] of entries.entries()) {
    const month = monthBefore(Date.now(), entries.length - index)
    report(`${month}: ${wanted} entries`)
    let written = 0
    const write = async () => {
      written = await fillMonth(product, month, wanted, report)
    }
    const takenPerSecond = await intakeOf(product, wanted, write, intakeWithinMs)
    report(`  taken at ${takenPerSecond.toFixed(0)} a second`)
    months.push({ month, entries: written, takenPerSecond })
  }
  await standsStill(product)
  const admin = await logIn(product)
  const ledger = await openDatabase(product, 'wallet')
  try {
    const measured: Measured[] = []
    for (const month of months) measured.push(...(await measureMonth({ admin, ledger }, month, asks)))
    return reportOf(months, measured)
  } finally {
    await ledger.end()
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  await runWithProduct('bench-report', async (product) => {
    const text = await measureProduct(product, options)
    report(`\n${text}`)
    if (!options.write) return
    await writeSection(sectionOf(options.asks, text))
    report('written to docs/internals/benchmarks.md')
  })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
