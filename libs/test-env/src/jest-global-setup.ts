import { provideNats } from '@kismet/real-servers/nats'
import { provideRedis } from '@kismet/real-servers/redis'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { startTestPostgres, type TestPostgres } from '@kismet/real-servers/test-postgres'

declare global {
  var kismetTestPostgres: TestPostgres | undefined
}

/**
 * Runs once before the tests of node code: starts one PostgreSQL for the run and finds (or installs) the NATS and Redis
 * programs, which tests start themselves. Hands them on in KISMET_TEST_POSTGRES_URL (superuser), KISMET_TEST_NATS_BIN and
 * KISMET_TEST_REDIS_BIN. Does nothing the second time in a run.
 */
export default async function setUp(): Promise<void> {
  if (globalThis.kismetTestPostgres !== undefined) return
  const local = localDirAt(process.env.LOCAL_DIR)
  const report = (line: string): void => void process.stderr.write(`test infrastructure: ${line}\n`)
  try {
    await createLocalDir(local)
    const [postgres, nats, redis] = await Promise.allSettled([
      startTestPostgres(local, report),
      provideNats(local, report),
      provideRedis(report),
    ])
    if (postgres.status === 'fulfilled') globalThis.kismetTestPostgres = postgres.value
    if (postgres.status === 'rejected') throw postgres.reason
    if (nats.status === 'rejected') throw nats.reason
    if (redis.status === 'rejected') throw redis.reason
    process.env.KISMET_TEST_POSTGRES_URL = postgres.value.url
    process.env.KISMET_TEST_NATS_BIN = nats.value
    process.env.KISMET_TEST_REDIS_BIN = redis.value
  } catch (error) {
    await globalThis.kismetTestPostgres?.stop()
    throw new Error(sentenceFor(error), { cause: error })
  }
}
