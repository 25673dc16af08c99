import { auditKey } from '@kismet/test-env/test-audit'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { readBalance } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth } from '@kismet/test-env/test-bus'
import type { TestDatabase } from '@kismet/test-env/test-database'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { runBaseline } from './baseline.ts'
import { z } from 'zod'
import type { BaselineResult } from './baseline.ts'
import { measure, startScript, stopScript, walPosition } from './measure.ts'
import type { Measured } from './measure.ts'
import type { Options } from './options.ts'
import { usagesOf } from './process-usage.ts'
import { seededDatabase } from './seed.ts'
import { playerId } from './workload.ts'

export interface Servers {
  readonly postgresUrl: string
  readonly postgresPid: number
  readonly nats: TestNats
  readonly natsPid: number
}

/** One result: of a baseline at a client count, or of the wallet at a number of commands in flight. */
export interface Result {
  readonly contender: string
  readonly inFlight: number
  readonly commandsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly walBytesPerCommand: number | undefined
  readonly used: Measured['used']
}

const Taken = z.object({ taken: z.int() })

const readerMain = fileURLToPath(new URL('fact-reader.ts', import.meta.url))
const walletMain = fileURLToPath(import.meta.resolve('@kismet/wallet/main'))

/** Measures all contenders once, one after the other on the same server, the wallet each time on a new database. */
export async function runRound(options: Options, servers: Servers, report: (line: string) => void): Promise<Result[]> {
  const results: Result[] = []
  const add = (result: Result) => {
    results.push(result)
    report(
      `  ${result.contender.padEnd(13)} ${String(result.inFlight).padStart(5)} in flight: ${result.commandsPerSecond.toFixed(0).padStart(7)}/s, p50 ${result.p50Ms.toFixed(2)} ms, p99 ${result.p99Ms.toFixed(2)} ms`,
    )
  }
  for (const name of ['naive', 'one-statement']) {
    if (!options.contenders.includes(name)) continue
    const { of, walBytesPerCommand } = await baselineWithWal(name, servers, options.seconds)
    of.forEach((found) => add({ ...found, contender: name, inFlight: found.clients, used: [], walBytesPerCommand }))
  }
  if (options.contenders.includes('core'))
    await onNewDatabase(servers, async (database) => {
      for (const level of options.levels) add(await core(level, options, servers, database))
    })
  // On one of its own: reconciliation and the reader would take in meanwhile what the core has booked, a million entries.
  if (options.contenders.includes('bus'))
    await onNewDatabase(servers, (database) => bus(options, servers, database, { add, report }))
  return results
}

async function onNewDatabase({ postgresUrl }: Servers, work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await seededDatabase(postgresUrl)
  try {
    await work(database)
  } finally {
    await database.drop()
  }
}

async function baselineWithWal(
  name: string,
  { postgresUrl }: Servers,
  seconds: number,
): Promise<{ of: BaselineResult[]; walBytesPerCommand: number }> {
  const before = await walPosition(postgresUrl)
  const of = await runBaseline(name, postgresUrl, seconds)
  const commands = of.reduce((sum, { commandsPerSecond }) => sum + commandsPerSecond * seconds, 0)
  return { of, walBytesPerCommand: ((await walPosition(postgresUrl)) - before) / commands }
}

function resultOf(contender: string, inFlight: number, measured: Measured): Result {
  if (measured.refused > 0) throw new Error(`${contender}: ${measured.refused} commands were refused`)
  if (measured.replayed === 0 && measured.commands > 1000) throw new Error(`${contender}: nothing was replayed`)
  return { ...measured, contender, inFlight }
}

async function core(level: number, { seconds }: Options, servers: Servers, database: TestDatabase): Promise<Result> {
  const limits = { IN_FLIGHT: String(level), SECONDS: String(seconds) }
  const env = { DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey, ...limits }
  return resultOf(
    'core',
    level,
    await measure('core-client.ts', env, servers.postgresUrl, () => usagesOf([['postgres', servers.postgresPid]])),
  )
}

/** The wallet as it is delivered, in a process of its own, with its signals and its reconciliation at work, while its log of facts is being read. */
async function bus(
  options: Options,
  servers: Servers,
  database: TestDatabase,
  { add, report }: { add: (result: Result) => void; report: (line: string) => void },
): Promise<void> {
  // Nothing is staked while nobody says whether the site is open.
  const auth = await startFakeAuth(servers.nats, new TestTokens())
  const wallet = startScript(walletMain, {
    NATS_URL: servers.nats.urlOf('wallet'),
    DATABASE_URL: database.urlOf('wallet'),
    AUDIT_KEY: auditKey,
    LOG_LEVEL: 'warn',
  })
  wallet.stdout?.resume()
  const reader = startScript(readerMain, {
    NATS_URL: servers.nats.urlOf('analytics'),
    DATABASE_URL: database.urlOf('wallet'),
  })
  const said = reader.stdout === null ? Promise.resolve('') : text(reader.stdout)
  try {
    await walletAnswers(servers.nats)
    const { postgresPid: postgres, natsPid: nats } = servers
    const processes = { wallet: wallet.pid ?? 0, reader: reader.pid ?? 0, postgres, nats }
    const others = () => usagesOf(Object.entries(processes))
    for (const level of options.levels) {
      const env = {
        NATS_URL: servers.nats.urlOf('dice-slots'),
        IN_FLIGHT: String(level),
        SECONDS: String(options.seconds),
      }
      add(resultOf('bus', level, await measure('bus-client.ts', env, servers.postgresUrl, others)))
    }
    await stopScript(reader)
    // Log lines stand before and after it.
    const lines = (await said).split('\n')
    const { taken } = Taken.parse(JSON.parse(lines.find((line) => line.startsWith('{"taken"')) ?? 'null'))
    if (taken === 0) throw new Error('bus: nobody has read the log of facts')
    report(`  the reader has taken ${taken} entries`)
  } finally {
    await stopScript(reader)
    await stopScript(wallet)
    await auth.close()
  }
}

async function walletAnswers(nats: TestNats): Promise<void> {
  const payments = await joinBus(nats, 'payments', new TestTokens())
  const probe = () =>
    payments.call(readBalance, { playerId: playerId(0) }, { requestId: 'bench' }).then(
      () => true,
      () => false,
    )
  await eventually('the wallet answers', probe, 30_000)
  await payments.close()
}
