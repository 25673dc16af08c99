import { provideMongo } from '@kismet/real-servers/mongodb'
import { provideNats } from '@kismet/real-servers/nats'
import { provideRedis } from '@kismet/real-servers/redis'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { startTestPostgres, type TestPostgres } from '@kismet/real-servers/test-postgres'

declare global {
  var kismetTestPostgres: TestPostgres[] | undefined
}

/**
 * Runs once before the tests of node code: starts a PostgreSQL for each worker of the run, because a transaction holds up the horizon of a whole server, and
 * finds (or installs) the programs of NATS, MongoDB and Redis, which tests start themselves. Hands them on in KISMET_TEST_POSTGRES_URLS (superusers, by worker),
 * KISMET_TEST_NATS_BIN, KISMET_TEST_MONGOD_BIN or KISMET_TEST_FERRETDB_BIN, and KISMET_TEST_REDIS_BIN. Does nothing the second time in a run.
 */
export default async function setUp({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  if (globalThis.kismetTestPostgres !== undefined) return
  const servers: TestPostgres[] = []
  globalThis.kismetTestPostgres = servers
  const local = localDirAt(process.env.LOCAL_DIR)
  const report = (line: string): void => void process.stderr.write(`test infrastructure: ${line}\n`)
  const startServers = async (): Promise<void> => {
    while (servers.length < maxWorkers) servers.push(await startTestPostgres(local, report))
  }
  try {
    await createLocalDir(local)
    const [postgres, nats, mongo, redis] = await Promise.allSettled([
      startServers(),
      provideNats(local, report),
      provideMongo(local, report),
      provideRedis(report),
    ])
    if (postgres.status === 'rejected') throw postgres.reason
    if (nats.status === 'rejected') throw nats.reason
    if (mongo.status === 'rejected') throw mongo.reason
    if (redis.status === 'rejected') throw redis.reason
    process.env.KISMET_TEST_POSTGRES_URLS = servers.map(({ url }) => url).join(' ')
    process.env.KISMET_TEST_NATS_BIN = nats.value
    process.env[`KISMET_TEST_${mongo.value.kind.toUpperCase()}_BIN`] = mongo.value.file
    process.env.KISMET_TEST_REDIS_BIN = redis.value
  } catch (error) {
    await stopServers()
    throw new Error(sentenceFor(error), { cause: error })
  }
}

/** Stops the servers of the run and removes their data. */
export async function stopServers(): Promise<void> {
  await Promise.all((globalThis.kismetTestPostgres ?? []).map((server) => server.stop()))
}
