// make bench ONLY=fanout: ticks of Aviator to thousands of sockets, our gateway against raw ws and a plain Socket.IO server. See README.md.
import { setTimeout as delay } from 'node:timers/promises'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { provideNats } from '@kismet/real-servers/nats'
import { provideRedis } from '@kismet/real-servers/redis'
import { usagesOf } from '../process-usage.ts'
import { writeSection } from '../tables.ts'
import { Product } from '../product.ts'
import { readFanOutOptions } from './options.ts'
import type { FanOutOptions } from './options.ts'
import { Players } from './players.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Result } from './report.ts'
import { measureCashOuts } from './round-of-cash-outs.ts'
import type { CashOutRound } from './round-of-cash-outs.ts'
import { Sides } from './sides.ts'
import type { Side } from './sides.ts'

/** Node compiles what is hot meanwhile. */
const warmUpMs = 3_000

const report = (line: string): void => console.log(line)

function usedBy(pid: number): { readonly cpuSeconds: number; readonly memoryMiB: number } {
  const [{ cpuSeconds, memoryMiB } = { cpuSeconds: 0, memoryMiB: 0 }] = usagesOf([['side', pid]])
  return { cpuSeconds, memoryMiB }
}

/** Connects that many sockets to one side and looks at its ticks. */
async function measureSide(side: Side, sockets: number, seconds: number, tokensFile: string): Promise<Result> {
  const players = new Players(tokensFile)
  try {
    const { port, protocol } = side
    const { connectionsPerSecond = Number.NaN } = await players.order({ do: 'connect', port, protocol, sockets })
    await delay(warmUpMs)
    await players.order({ do: 'measure' })
    const [before, startedAt] = [usedBy(side.pid), performance.now()]
    await delay(seconds * 1000)
    const [after, endedAt] = [usedBy(side.pid), performance.now()]
    const { seen } = await players.order({ do: 'report' })
    if (seen === undefined) throw new Error(`${side.name}: nothing was measured`)
    await players.order({ do: 'close' })
    const cores = ((after.cpuSeconds - before.cpuSeconds) * 1000) / (endedAt - startedAt)
    return { ...seen, side: side.name, sockets, connectionsPerSecond, cores, memoryMiB: after.memoryMiB }
  } finally {
    await players.stop()
  }
}

function lineOf(result: Result): string {
  const { side, sockets, cores, deliveredShare, p50Ms, p99Ms, latenessP99Ms, connectionsPerSecond } = result
  const share = (deliveredShare * 100).toFixed(2)
  return `  ${side.padEnd(9)} ${String(sockets).padStart(4)} sockets: ${cores.toFixed(3)} cores, ${share}% delivered, p50 ${p50Ms} ms, p99 ${p99Ms} ms, lateness ${latenessP99Ms.toFixed(1)} ms, ${connectionsPerSecond.toFixed(0)} connections/s`
}

/** Measures all sides at each number of sockets, another one first in each round. */
async function runRound(round: number, { seconds, sockets }: FanOutOptions, sides: Sides): Promise<Result[]> {
  const results: Result[] = []
  const first = round % sides.all.length
  const order = [...sides.all.slice(first), ...sides.all.slice(0, first)]
  for (const level of sockets)
    for (const side of order) {
      const result = await measureSide(side, level, seconds, sides.tokensFile)
      results.push(result)
      report(lineOf(result))
    }
  return results
}

async function compareTicks(options: FanOutOptions, local: LocalDir): Promise<Result[][]> {
  const sides = await Sides.start(local, Math.max(...options.sockets), options.profileFolder)
  try {
    report('warming up')
    await runRound(0, { ...options, seconds: 3, sockets: [Math.min(...options.sockets)] }, sides)
    const rounds: Result[][] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      report(`round ${round} of ${options.rounds}`)
      rounds.push(await runRound(round, options, sides))
    }
    return rounds
  } finally {
    await sides.close()
  }
}

async function compareCashOuts(options: FanOutOptions, local: LocalDir): Promise<CashOutRound[]> {
  const product = await Product.prepare(local, 'bench-fanout', options)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void product.remove().finally(() => process.exit(1)))
  try {
    report('starting the product')
    return await measureCashOuts(product, options.rounds, Math.max(...options.sockets), report)
  } finally {
    await product.remove()
  }
}

async function main(): Promise<void> {
  const options = readFanOutOptions(process.argv.slice(2))
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  process.env.KISMET_TEST_NATS_BIN = await provideNats(local, report)
  process.env.KISMET_TEST_REDIS_BIN = await provideRedis(report)
  const ticks = options.only === 'cash-outs' ? [] : await compareTicks(options, local)
  const cashOuts = options.only === 'ticks' ? [] : await compareCashOuts(options, local)
  report(`\n${reportOf(ticks, cashOuts)}`)
  if (options.write) {
    await writeSection(sectionOf(ticks, cashOuts, options))
    report('written to docs/internals/benchmarks.md')
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
