import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { natsPermissions } from '@kismet/contracts'
import { databaseUrl, ownerRole, roleOf, setUpDatabase, UnreachableDatabase } from '@kismet/service-kit/database-setup'
import { documentsRole, setUpDocuments } from './documents-setup.ts'
import { ferretUrl, provideMongo, type MongoProgram } from '@kismet/real-servers/mongodb'
import { provideNats } from '@kismet/real-servers/nats'
import {
  createCluster,
  majorOfData,
  postgresAnswers,
  providePostgres,
  withinReach,
} from '@kismet/real-servers/postgres'
import { runProgram } from '@kismet/real-servers/program'
import { provideRedis } from '@kismet/real-servers/redis'
import { renderRedisConfig } from '@kismet/real-servers/redis-config'
import { provideServerUser, reachableRoot } from '@kismet/real-servers/server-user'
import { writePrivately, type Secrets } from './kept-files.ts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { renderNatsConfig } from '@kismet/real-servers/nats-config'
import {
  ferretProcess,
  mailProcess,
  mongodProcess,
  natsProcess,
  postgresProcess,
  redisProcess,
} from './infrastructure-processes.ts'
import { keepServiceEnvironment } from './service-environment.ts'
import { serviceTable } from './service-table.ts'
import type { ProcessSpec } from './managed-process.ts'
import type { Settings } from './settings.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'

/** What bringing up a server takes. */
export interface Ground {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly portOf: (name: string) => number
  readonly report: (line: string) => void
  /** Starts a process and waits until it serves. */
  readonly start: (spec: ProcessSpec) => Promise<void>
}

/** Brings up PostgreSQL, unless POSTGRES_URL names one, and the database with its roles. Answers the superuser's URL. */
export async function bringUpPostgres(ground: Ground): Promise<string> {
  const { settings, secrets } = ground
  const url = settings.external.postgresUrl ?? (await startOwnPostgres(ground))
  const services = serviceTable.filter((row) => row.needs.includes('database')).map((row) => roleOf(row.name))
  await setUpDatabase(url, {
    ownerPassword: secrets.get(`postgres.${ownerRole}`),
    services: new Map(services.map((role) => [role, secrets.get(`postgres.${role}`)])),
  }).catch((error: unknown) => {
    throw error instanceof UnreachableDatabase ? new StackError(error.message) : error
  })
  return url
}

async function startOwnPostgres(ground: Ground): Promise<string> {
  const { settings, secrets, report } = ground
  const user = await provideServerUser()
  const root = await reachableRoot(user, settings.local.root, report)
  const dataFolder = join(root, 'postgres')
  const dataMajor = await majorOfData(dataFolder)
  const programs = await withinReach(await providePostgres(dataMajor), user, root)
  const cluster = { programs, user, dataFolder }
  const password = secrets.get('postgres.postgres')
  if (dataMajor === undefined) {
    await createCluster(cluster, password)
    report(`made a database cluster of PostgreSQL ${programs.version[0]}`)
  }
  const port = ground.portOf('postgres')
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await ground.start(postgresProcess(settings, cluster, port, url))
  return url
}

/** The migrations of every service that has a database. */
export async function runMigrations(ground: Ground, postgresUrl: string): Promise<void> {
  const { secrets, report } = ground
  const ownerUrl = databaseUrl(postgresUrl, { role: ownerRole, password: secrets.get(`postgres.${ownerRole}`) })
  const folders = serviceTable.filter((row) => row.needs.includes('database')).map(({ folder }) => folder)
  const script = join(repositoryRoot, 'libs/service-kit/src/bin/migrate.ts')
  await keepServiceEnvironment(ground.settings.local, 'migrate', { MIGRATION_DATABASE_URL: ownerUrl })
  await postgresAnswers(ownerUrl, 10_000)
  const result = await runProgram(process.execPath, [script, ...folders], {
    cwd: repositoryRoot,
    env: { ...process.env, MIGRATION_DATABASE_URL: ownerUrl },
    timeoutMs: 120_000,
  })
  if (result.code !== 0)
    throw new StackError(
      /^\w*Error: (.+)$/m.exec(result.stderr)?.[1] ?? `The migrations failed: ${result.stderr.trim()}`,
    )
  report('migrations are up to date')
}

/** Brings up NATS with a user a service, unless NATS_URL names one. Answers the URL of each service. */
export async function bringUpNats(ground: Ground): Promise<(service: string) => string> {
  const { settings, secrets, report } = ground
  const external = settings.external.natsUrl
  if (external !== undefined) return () => external
  const file = await provideNats(settings.local, report)
  const port = ground.portOf('nats')
  const configFile = join(settings.local.root, 'nats.conf')
  const users = Object.entries(natsPermissions()).map(([name, permissions]) => ({
    name,
    password: secrets.get(`nats.${name}`),
    permissions,
  }))
  await writePrivately(configFile, renderNatsConfig({ port, users }))
  await ground.start(natsProcess(settings, file, port, configFile))
  return (service) => `nats://${service}:${secrets.get(`nats.${service}`)}@127.0.0.1:${port}`
}

/** Brings up Redis, unless REDIS_URL names one. Answers its URL. */
export async function bringUpRedis(ground: Ground): Promise<string> {
  const { settings, secrets, report } = ground
  if (settings.external.redisUrl !== undefined) return settings.external.redisUrl
  const file = await provideRedis(report)
  const port = ground.portOf('redis')
  const password = secrets.get('redis')
  const folder = join(settings.local.root, 'redis')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const configFile = join(settings.local.root, 'redis.conf')
  await writePrivately(configFile, renderRedisConfig({ bind: '127.0.0.1', port, folder, password }))
  await ground.start(redisProcess(settings, file, port, configFile, password))
  return `redis://:${password}@127.0.0.1:${port}`
}

/**
 * Brings up a `mongod`, or FerretDB on a database of its own, unless MONGODB_URL names a server. Answers its URL, also where it cannot be had: what is on it is unavailable then,
 * and everything else works.
 * @param postgres the superuser's URL, once PostgreSQL is there
 */
export async function bringUpMongo(ground: Ground, postgres: Promise<string>): Promise<string> {
  const { settings, report } = ground
  if (settings.external.mongodbUrl !== undefined) return settings.external.mongodbUrl
  const port = ground.portOf('mongodb')
  const nowhere = `mongodb://127.0.0.1:${port}`
  const program = await provideMongo(settings.local, report).catch((error: unknown) => {
    report(`support and statements will be unavailable: ${sentenceFor(error)}`)
    return undefined
  })
  // Without PostgreSQL the stack fails with its own message.
  const postgresUrl = await postgres
  if (program === undefined) return nowhere
  try {
    return await startMongo(ground, program, port, postgresUrl)
  } catch (error) {
    report(`support and statements are unavailable: ${sentenceFor(error)}`)
    return nowhere
  }
}

async function startMongo(ground: Ground, program: MongoProgram, port: number, postgresUrl: string): Promise<string> {
  const { settings, secrets } = ground
  if (program.kind === 'mongod') {
    const folder = join(settings.local.root, 'mongodb')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await ground.start(mongodProcess(settings, program.file, port, folder))
    return `mongodb://127.0.0.1:${port}`
  }
  const password = secrets.get(`postgres.${documentsRole}`)
  await setUpDocuments(postgresUrl, password)
  await ground.start(ferretProcess(settings, program.file, port, postgresUrl, documentsRole))
  return ferretUrl(port, { role: documentsRole, password })
}

/** Brings up the mailbox, unless SMTP_URL names a server. Answers the SMTP URL. */
export async function bringUpMail(ground: Ground): Promise<string> {
  const { settings } = ground
  if (settings.external.smtpUrl !== undefined) return settings.external.smtpUrl
  const manifest = createRequire(import.meta.url).resolve('maildev/package.json')
  await mkdir(join(settings.local.root, 'mail'), { recursive: true })
  await ground.start(mailProcess(settings, join(dirname(manifest), 'bin/maildev')))
  return `smtp://127.0.0.1:${settings.ports.smtp}`
}
