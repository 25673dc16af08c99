// make bench ONLY=round: bets a second while betting is open, and how long the losses of a crash take to settle. See README.md.
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { provideNats } from '@kismet/real-servers/nats'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import { startTestNats } from '@kismet/test-env/test-servers'
import { writeSection } from '../tables.ts'
import { AviatorRounds } from './aviator-round.ts'
import { Casino } from './casino.ts'
import { readRoundOptions } from './options.ts'
import type { RoundOptions } from './options.ts'
import { reportOf, sectionOf } from './report.ts'
import type { Result } from './report.ts'
import { settleBy, ways } from './settling.ts'
import type { Way } from './settling.ts'

const report = (line: string): void => console.log(line)

async function runRound(
  round: number,
  { inFlight }: RoundOptions,
  casino: Casino,
  rounds: AviatorRounds,
): Promise<Result> {
  const aviator = await rounds.play(inFlight)
  const { bets, betsPerSecond, betting } = aviator
  report(
    `  ${bets} bets, ${betsPerSecond.toFixed(0)} bets/s, p50 ${betting.p50Ms.toFixed(1)} ms, p99 ${betting.p99Ms.toFixed(1)} ms`,
  )
  report(`  settled by Aviator in ${aviator.settledMs.toFixed(0)} ms`)
  const first = round % ways.length
  const settledMs = new Map<Way, number>()
  for (const way of [...ways.slice(first), ...ways.slice(0, first)]) {
    const tookMs = await settleBy(way, casino, bets)
    settledMs.set(way, tookMs)
    report(`  settled by ${way} in ${tookMs.toFixed(0)} ms`)
  }
  return { aviator, settledMs: Object.fromEntries(settledMs) as Record<Way, number> }
}

async function compare(options: RoundOptions, casino: Casino): Promise<Result[]> {
  const rounds = new AviatorRounds(casino)
  report('warming up')
  await runRound(0, options, casino, rounds)
  const results: Result[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    report(`round ${round} of ${options.rounds}`)
    results.push(await runRound(round, options, casino, rounds))
  }
  rounds.letBe()
  return results
}

async function main(): Promise<void> {
  const options = readRoundOptions(process.argv.slice(2))
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  process.env.KISMET_TEST_NATS_BIN = await provideNats(local, report)
  const postgres = await startTestPostgres(local, report)
  const nats = await startTestNats()
  try {
    const casino = await Casino.start(postgres, nats, options.bets)
    try {
      const results = await compare(options, casino)
      await casino.prove()
      report(`\n${reportOf(results)}`)
      if (options.write) {
        await writeSection(sectionOf(results, options))
        report('written to docs/internals/benchmarks.md')
      }
    } finally {
      await casino.close()
    }
  } finally {
    await nats.remove()
    await postgres.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
