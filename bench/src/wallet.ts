// make bench ONLY=wallet: the wallet against the fixed baselines, interleaved on one server. See README.md.
import { provideNats } from '@kismet/real-servers/nats'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import { startTestNats } from '@kismet/test-env/test-servers'
import pg from 'pg'
import { requirePgbench } from './baseline.ts'
import { readOptions } from './options.ts'
import { childNamed } from './process-usage.ts'
import { reportOf, sectionOf } from './report.ts'
import { runRound } from './round.ts'
import type { Result } from './round.ts'
import { writeSection } from './tables.ts'

const report = (line: string): void => console.log(line)

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return rows[0]?.server_version ?? 'of an unknown version'
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  await requirePgbench()
  process.env.KISMET_TEST_NATS_BIN = await provideNats(local, report)
  const postgres = await startTestPostgres(local, report)
  const nats = await startTestNats()
  try {
    const servers = {
      postgresUrl: postgres.url,
      postgresPid: childNamed(process.pid, 'postgres'),
      nats,
      natsPid: childNamed(process.pid, 'nats-server'),
    }
    const rounds: Result[][] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      report(`round ${round} of ${options.rounds}`)
      rounds.push(await runRound(options, servers, report))
    }
    report(`\n${reportOf(rounds)}`)
    if (options.write) {
      await writeSection(sectionOf(rounds, options, await versionOf(postgres.url)))
      report('written to docs/internals/benchmarks.md')
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
