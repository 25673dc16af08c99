// make bench ONLY=ledger-size: bets a second with a short and a long ledger, interleaved on one
// server. See README.md.
import { parseArgs } from 'node:util'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import { auditKey } from '@kismet/test-env/test-audit'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { measure } from '../measure.ts'
import { childNamed, usagesOf } from '../process-usage.ts'
import { seededDatabase } from '../seed.ts'
import { writeHistory } from './history.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000,50000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    'in-flight': { type: 'string', default: '256' },
    ids: { type: 'string', default: 'player,time' },
  },
})
const yearMs = 365 * 24 * 3_600_000
const report = (line: string): void => console.log(line)

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

interface Ledger {
  readonly entries: number
  readonly database: TestDatabase
}

/** Bets a second on a ledger with one kind of bet ids (workload.ts). */
async function betsPerSecond({ database }: Ledger, ids: string, server: { url: string; pid: number }): Promise<number> {
  const env = {
    ...{ DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey, BET_IDS: ids },
    ...{ IN_FLIGHT: values['in-flight'], SECONDS: values.seconds },
  }
  const found = await measure('core-client.ts', env, server.url, () => usagesOf([['postgres', server.pid]]))
  const { commandsPerSecond, p50Ms, p99Ms, walBytesPerCommand, used } = found
  const cpu = used.map(({ name, cores }) => `${name} ${((cores * 1e6) / commandsPerSecond).toFixed(0)}`).join(', ')
  report(
    `    ${ids}: ${commandsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms; a bet: ${walBytesPerCommand.toFixed(0)} bytes of WAL, processor µs ${cpu}`,
  )
  return commandsPerSecond
}

async function main(): Promise<void> {
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  const postgres = await startTestPostgres(local, report)
  try {
    const ledgers: Ledger[] = []
    for (const entries of values.entries.split(',').map(Number)) {
      report(`ledger of ${entries} entries`)
      const database = await seededDatabase(postgres.url)
      const until = Date.now()
      await writeHistory(database.ownerUrl, { entries, from: new Date(until - yearMs), until: new Date(until) }, report)
      ledgers.push({ entries, database })
    }
    const server = { url: postgres.url, pid: childNamed(process.pid, 'postgres') }
    const ratios = new Map<string, number[]>(values.ids.split(',').map((ids) => [ids, []]))
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      report(`round ${round}`)
      for (const [ids, found] of ratios) {
        const rates: number[] = []
        for (const ledger of ledgers) {
          report(`  ${ledger.entries} entries`)
          rates.push(await betsPerSecond(ledger, ids, server))
        }
        found.push((rates.at(-1) ?? 0) / (rates[0] ?? 1))
      }
    }
    for (const [ids, found] of ratios) report(`${ids} ids: long / short ${median(found).toFixed(2)}`)
  } finally {
    await postgres.stop()
  }
}

await main()
