// make bench ONLY=statement: compares pages of a long and a short account statement. It also compares how fast
// analytics reads entries with how fast players make bets. See README.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { PlayerActor } from '@kismet/test-env/actors'
import { callerBus } from '../caller-bus.ts'
import { measure } from '../measure.ts'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { writeSection } from '../tables.ts'
import { intakeOf, standsStill } from './intake.ts'
import { bookBets } from './ledger.ts'
import { readStatementOptions } from './options.ts'
import type { StatementOptions } from './options.ts'
import { measurePage, pages, readHalfWay } from './pages.ts'
import type { Page, PageTimes, Reader } from './pages.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Result } from './report.ts'

const report = (line: string): void => console.log(line)

async function measurePages(readers: { many: Reader; few: Reader }, asks: number): Promise<Record<Page, PageTimes>> {
  const times: [Page, PageTimes][] = []
  for (const page of pages) {
    const measured = await measurePage(page, readers.many, readers.few, asks)
    const { manyMs, fewMs } = measured
    report(`  ${page.padEnd(14)} p50 ${manyMs.toFixed(1)} ms of many, ${fewMs.toFixed(1)} ms of few`)
    times.push([page, measured])
  }
  return Object.fromEntries(times) as Record<Page, PageTimes>
}

/** Who bets, as the client of bench-bet plays for them. */
interface Bettors {
  readonly ids: readonly string[]
  readonly measureBets: () => Promise<number>
}

async function bettorsOf(product: Product, players: readonly PlayerActor[], seconds: number): Promise<Bettors> {
  const tokensFile = join(product.local.root, 'tokens.json')
  const tokens = players.map(({ api }) => api.token ?? '')
  await writeFile(tokensFile, JSON.stringify(tokens), { mode: 0o600 })
  const serverUrl = await product.serverUrl()
  const env = {
    TARGET: product.url,
    GAME: 'dice',
    TOKENS_FILE: tokensFile,
    FIRST_PLAYER: '0',
    IN_FLIGHT: String(players.length),
    SECONDS: String(seconds),
  }
  return {
    ids: players.map(({ id }) => id),
    measureBets: async () => (await measure('bet/client.ts', env, serverUrl, () => [])).commandsPerSecond,
  }
}

async function runRounds(
  product: Product,
  game: Bus,
  [of, ofFew, ...others]: readonly PlayerActor[],
  options: StatementOptions,
): Promise<{ rounds: Result[]; firstTaken: number }> {
  const { rows, fewRows, asks, rounds, seconds, backlog } = options
  if (of === undefined || ofFew === undefined) throw new Error('Nobody signed up')
  report(`booking ${rows} bets of one player and ${fewRows} of another`)
  await bookBets(game, [ofFew.id], fewRows)
  const firstTaken = await intakeOf(product, rows, () => bookBets(game, [of.id], rows))
  report(`  taken at ${firstTaken.toFixed(0)} a second`)
  await standsStill(product)
  const readers = { many: await readHalfWay(of, rows), few: await readHalfWay(ofFew, fewRows) }
  const bettors = await bettorsOf(product, others, seconds)
  const results: Result[] = []
  for (let round = 1; round <= rounds; round += 1) {
    report(`round ${round} of ${rounds}`)
    const times = await measurePages(readers, asks)
    const betsPerSecond = await bettors.measureBets()
    const takenPerSecond = await intakeOf(product, backlog, () => bookBets(game, bettors.ids, backlog))
    report(`  ${betsPerSecond.toFixed(0)} bets/s, ${takenPerSecond.toFixed(0)} entries taken a second`)
    results.push({ pages: times, betsPerSecond, takenPerSecond })
  }
  return { rounds: results, firstTaken }
}

async function main(): Promise<void> {
  const options = readStatementOptions(process.argv.slice(2))
  const run = async (product: Product): Promise<void> => {
    report('starting the product')
    await product.start()
    report(`signing up ${options.players + 2} players`)
    const players = await product.players(options.players + 2)
    const game = await callerBus(await product.busUrlOf('dice-slots'), 'dice-slots')
    try {
      const { rounds, firstTaken } = await runRounds(product, game, players, options)
      report(`\n${reportOf(rounds)}`)
      if (!options.write) return
      await writeSection(sectionOf(rounds, firstTaken, options))
      report('written to docs/internals/benchmarks.md')
    } finally {
      await game.close()
    }
  }
  await runWithProduct('bench-statement', run, options)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
