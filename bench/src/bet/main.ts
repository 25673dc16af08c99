// make bench ONLY=bet: a bet of Dice, a spin of Slots and a tile of Mines over REST. It compares the delivered product
// with the plain chain, on one PostgreSQL server. See README.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provideNats } from '@kismet/real-servers/nats'
import type { PlayerActor } from '@kismet/test-env/actors'
import { measure } from '../measure.ts'
import { runWithProduct } from '../product.ts'
import type { Product } from '../product.ts'
import { writeSection } from '../tables.ts'
import { BareChain } from './bare-chain.ts'
import { readBetOptions } from './options.ts'
import type { BetOptions, Side } from './options.ts'
import { PlainChain } from './plain-chain.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Result } from './report.ts'

/** Node compiles what is hot only after some thousand bets, which few players do not make in time. */
const warmUpPlayers = 64

const report = (line: string): void => console.log(line)

/** A side as the client reaches it. */
interface Contender {
  readonly side: Side
  readonly game: 'dice' | 'slots' | 'mines'
  readonly url: string
  readonly tokensFile: string
  readonly usages: Product['usages']
}

/** Measures both sides at each number of players, the one that begins changing with the round. */
async function runRound(
  round: number,
  { seconds, players }: BetOptions,
  serverUrl: string,
  contenders: readonly Contender[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const level of players) {
    for (const { side, game, url, tokensFile, usages } of round % 2 === 1 ? contenders : contenders.toReversed()) {
      const env = {
        TARGET: url,
        GAME: game,
        TOKENS_FILE: tokensFile,
        // Each round has other players, so that no player runs out of money.
        FIRST_PLAYER: String(results.length * 8 + round * 31),
        IN_FLIGHT: String(level),
        SECONDS: String(seconds),
      }
      const measured = await measure('bet/client.ts', env, serverUrl, usages)
      results.push({ ...measured, side, players: level })
      report(
        `  ${side.padEnd(8)} ${String(level).padStart(4)} players: ${measured.commandsPerSecond.toFixed(0).padStart(6)} bets/s, p50 ${measured.p50Ms.toFixed(1)} ms, p99 ${measured.p99Ms.toFixed(1)} ms`,
      )
    }
  }
  return results
}

function tokensOf(players: readonly PlayerActor[]): string[] {
  return players.map(({ api }) => api.token ?? '')
}

async function compare(options: BetOptions, product: Product): Promise<Result[][]> {
  report('starting the product')
  await product.start()
  const serverUrl = await product.serverUrl()
  const usages = () => [product, plain, bare].flatMap((side) => side.usages())
  const plain = await PlainChain.start(serverUrl)
  const bare = await BareChain.start(serverUrl, await provideNats(product.local, report))
  try {
    const count = Math.max(...options.players) + 64
    report(`signing up ${count} players`)
    const contender = async (side: Side, url: string, tokens: readonly string[]): Promise<Contender> => {
      const tokensFile = join(product.local.root, `tokens-of-${side}.json`)
      await writeFile(tokensFile, JSON.stringify(tokens), { mode: 0o600 })
      return { side, game: side === 'slots' || side === 'mines' ? side : 'dice', url, tokensFile, usages }
    }
    const ofProduct = tokensOf(await product.players(count))
    const all = [
      await contender('product', product.url, ofProduct),
      await contender('slots', product.url, ofProduct),
      await contender('mines', product.url, ofProduct),
      await contender('plain', plain.url, await plain.tokens(count)),
      await contender('bare', bare.url, ['']),
    ]
    const contenders = all.filter(({ side }) => options.sides.includes(side))
    report('warming up')
    await runRound(0, { ...options, players: [warmUpPlayers] }, serverUrl, contenders)
    const rounds: Result[][] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      report(`round ${round} of ${options.rounds}`)
      rounds.push(await runRound(round, options, serverUrl, contenders))
    }
    return rounds
  } finally {
    await Promise.all([plain.stop(), bare.stop()])
  }
}

async function main(): Promise<void> {
  const options = readBetOptions(process.argv.slice(2))
  const { profileFolder, write } = options
  const run = async (product: Product): Promise<void> => {
    const rounds = await compare(options, product)
    report(`\n${reportOf(rounds)}`)
    if (profileFolder !== undefined) report(`CPU profiles are in ${profileFolder}`)
    if (!write) return
    await writeSection(sectionOf(rounds, options))
    report('written to docs/internals/benchmarks.md')
  }
  await runWithProduct('bench-bet', run, { profileFolder })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
