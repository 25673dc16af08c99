// make bench ONLY=bank-statement: how long the file of a bank takes from its drop to its matches, and what others meet meanwhile. See README.md.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bankStatementLimits } from '@kismet/contracts'
import type { PlayerActor } from '@kismet/test-env/actors'
import pg from 'pg'
import type { Usage } from '../process-usage.ts'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { writeSection } from '../tables.ts'
import { fillDesk } from './bank.ts'
import { BankPage } from './desk.ts'
import { askMeanwhile } from './others.ts'
import { reportOf, sectionOf, wholeCpu } from './report.ts'
import type { Result } from './report.ts'

interface Options {
  readonly rounds: number
  readonly rows: number
  readonly profileFolder: string | undefined
  readonly write: boolean
}

const usage = 'usage: node src/bank-statement/main.ts [--rounds 5] [--rows 20000] [--profile FOLDER] [--write]'
const idleMs = 3_000

const report = (line: string): void => console.log(line)

/** @throws Error with the usage when an option is wrong. */
function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      rows: { type: 'string', default: '20000' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const [rounds, rows] = [Number(values.rounds), Number(values.rows)]
  const isRight = Number.isInteger(rounds) && rounds > 0 && rounds < 20 && Number.isInteger(rows) && rows >= 20
  if (!isRight || rows > bankStatementLimits.rows) throw new Error(usage)
  return { rounds, rows, profileFolder: values.profile, write: values.write }
}

/** Delays of the event loop of payments since they were last asked for. */
async function lagOf(product: Product): Promise<Result['lag']> {
  const metrics = await product.metricsOf('payments')
  const inMs = (name: string): number => (metrics.get(`nodejs_eventloop_lag_${name}_seconds`) ?? Number.NaN) * 1_000
  return { p99Ms: inMs('p99'), worstMs: inMs('max') }
}

/** Seconds of CPU that the processes of each name have used since `before`. */
function cpuSince(before: readonly Usage[], after: readonly Usage[]): Result['cpuSeconds'] {
  const usedBefore = new Map(before.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]))
  const used = [...Map.groupBy(after, ({ name }) => name)].map(([name, processes]) => {
    const seconds = processes.map(({ pid, cpuSeconds }) => cpuSeconds - (usedBefore.get(pid) ?? 0))
    return [name, seconds.reduce((sum, each) => sum + each, 0)] as const
  })
  return new Map(used)
}

async function measureFiles(
  product: Product,
  { page, client, player }: { page: BankPage; client: pg.Client; player: PlayerActor },
  { rounds, rows }: Options,
): Promise<Result[]> {
  const results: Result[] = []
  // The first one is to warm up.
  for (let round = 0; round <= rounds; round += 1) {
    const file = await fillDesk(client, player.id, round, rows)
    await lagOf(product)
    await delay(idleMs)
    const idleLag = await lagOf(product)
    const before = product.usages()
    const { done: waited, met } = await askMeanwhile(player, () => page.read(file))
    const cpuSeconds = cpuSince(before, product.usages())
    const result = { waited, met, cpuSeconds, lag: await lagOf(product), idleLag }
    report(
      `  file ${round}: ${waited.readMs.toFixed(0)} + ${waited.matchedMs.toFixed(0)} ms, ${wholeCpu(result).toFixed(2)} s of CPU, event loop ${result.lag.worstMs.toFixed(0)} ms at most`,
    )
    if (round > 0) results.push(result)
  }
  return results
}

async function measureProduct(product: Product, options: Options): Promise<Result[]> {
  report('starting the product')
  await product.start()
  const [player] = await product.players(1)
  if (player === undefined) throw new Error('Nobody signed up')
  const serverUrl = new URL(await product.serverUrl())
  serverUrl.pathname = await product.databaseOf('payments')
  const client = new pg.Client({ connectionString: serverUrl.href })
  await client.connect()
  const page = await BankPage.open(product, report)
  try {
    return await measureFiles(product, { page, client, player }, options)
  } finally {
    await page.close()
    await client.end()
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const run = async (product: Product): Promise<void> => {
    const results = await measureProduct(product, options)
    report(`\n${reportOf(results)}`)
    if (!options.write) return
    await writeSection(sectionOf(results, options.rows))
    report('written to docs/internals/benchmarks.md')
  }
  await runWithProduct('bench-bank-statement', run, options)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
