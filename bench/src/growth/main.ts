// make bench ONLY=growth: bets of Dice over REST with more and more gateways and services on one machine. See README.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@kismet/contracts'
import { measure } from '../measure.ts'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { writeSection } from '../tables.ts'
import { readGrowthOptions } from './options.ts'
import type { GrowthOptions } from './options.ts'
import { sectionOf, tableOf } from './report.ts'
import type { Grown } from './report.ts'

/** Node compiles what is hot only after some thousand bets, in each process. */
const warmUpPlayers = 64

const report = (line: string): void => console.log(line)

/** REPLICAS_* of a product. */
function replicasOf(gateways: number, services: number): Record<string, string> {
  return Object.fromEntries(
    serviceNames.map((name) => [
      `REPLICAS_${name.toUpperCase().replaceAll('-', '_')}`,
      String(name === 'gateway' ? gateways : services),
    ]),
  )
}

async function measureProduct(
  product: Product,
  { players, seconds }: GrowthOptions,
  size: Pick<Grown, 'gateways' | 'services'>,
): Promise<Grown[]> {
  report(`${size.gateways} gateways, ${size.services} of each service: starting`)
  await product.start()
  const serverUrl = await product.serverUrl()
  const actors = await product.players(Math.max(...players, warmUpPlayers))
  const tokensFile = join(product.local.root, 'tokens.json')
  await writeFile(tokensFile, JSON.stringify(actors.map(({ api }) => api.token ?? '')), { mode: 0o600 })
  const bet = (inFlight: number) => {
    const env = { TARGET: product.url, GAME: 'dice', TOKENS_FILE: tokensFile, FIRST_PLAYER: '0' }
    const asked = { ...env, IN_FLIGHT: String(inFlight), SECONDS: String(seconds) }
    return measure('bet/client.ts', asked, serverUrl, () => product.usages())
  }
  await bet(warmUpPlayers)
  const grown: Grown[] = []
  for (const level of players) {
    const measured = await bet(level)
    grown.push({ ...measured, ...size, players: level, load: loadavg()[0] ?? Number.NaN })
    report(`  ${level} players: ${measured.commandsPerSecond.toFixed(0)} bets/s, p50 ${measured.p50Ms.toFixed(1)} ms`)
  }
  return grown
}

async function main(): Promise<void> {
  const options = readGrowthOptions(process.argv.slice(2))
  const grown: Grown[] = []
  for (const services of options.services)
    for (const gateways of options.gateways) {
      const size = { gateways, services }
      const work = async (product: Product) => void grown.push(...(await measureProduct(product, options, size)))
      await runWithProduct('bench-growth', work, { replicas: replicasOf(gateways, services) })
    }
  report(`\n${tableOf(grown)}`)
  if (!options.write) return
  await writeSection(sectionOf(grown, options))
  report('written to docs/internals/benchmarks.md')
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
