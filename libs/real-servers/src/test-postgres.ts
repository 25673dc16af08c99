import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import {
  createCluster,
  postgresAnswers,
  providePostgres,
  startPostgres,
  stopPostgres,
  withinReach,
  type PostgresCluster,
  type PostgresPrograms,
} from './postgres.ts'
import { formatVersion, runProgram } from './program.ts'
import { moveOnce, provideServerUser, reachableRoot, type ServerUser } from './server-user.ts'
import type { LocalDir } from './local-dir.ts'

/** One throw-away PostgreSQL server for a test run. */
export interface TestPostgres {
  /** URL of the superuser; tests make databases of their own. */
  readonly url: string
  /** Ends the server at once, as a crash does (immediate shutdown); what was committed must survive it. */
  crash(): Promise<void>
  /** Starts it again on its data and its port. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** A test file has a handful of pools. */
const maxConnections = 400
/** Linux keeps files of this folder in memory, where a commit does not wait for a disk. */
const memory = '/dev/shm'
const neededBytes = 8 * 1024 ** 3
/** Other users have runs in that folder too. */
const prefix = `kismet-test-${process.getuid?.() ?? 0}-`

/**
 * Starts a PostgreSQL of this run alone, with all durability on, on a copy of a template that is made once (initdb costs a
 * second, the copy a tenth). Its data is in memory where that has room. What earlier runs left behind because they were
 * killed is stopped and removed first.
 */
export async function startTestPostgres(local: LocalDir, report: (line: string) => void): Promise<TestPostgres> {
  const user = await provideServerUser()
  const root = await reachableRoot(user, local.root, report)
  const programs = await withinReach(await providePostgres(), user, root)
  const runs = join(root, 'test-runs')
  await mkdir(runs, { recursive: true })
  await removeAbandonedRuns(runs)
  await removeAbandonedRuns(memory)
  const template = await provideTemplate(join(root, 'cache'), programs, user)

  const run = await mkdtemp(join((await hasRoomInMemory()) ? memory : runs, `${prefix}${process.pid}-`))
  // mkdtemp closes the folder to everybody else, and the server runs as another user.
  await runProgram('chmod', ['755', run])
  const dataFolder = join(run, 'data')
  const copied = await runProgram('cp', ['-a', join(template, 'data'), dataFolder])
  if (copied.code !== 0) throw new Error(`The test database could not be copied: ${copied.stderr.trim()}`)
  const password = (await readFile(join(template, 'password'), 'utf8')).trim()
  return launch({ programs, user, dataFolder }, run, password)
}

async function launch(cluster: PostgresCluster, run: string, password: string): Promise<TestPostgres> {
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let server = await startServer(cluster, run, port, url)
  return {
    url,
    async crash() {
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
    },
    async startAgain() {
      server = await startServer(cluster, run, port, url)
    },
    stop: () => stopAndRemove(server, run),
  }
}

async function startServer(cluster: PostgresCluster, run: string, port: number, url: string): Promise<ChildProcess> {
  const log = openSync(join(run, 'log'), 'a')
  const server = startPostgres(cluster, port, maxConnections, log)
  closeSync(log)
  try {
    await postgresAnswers(url, 20_000, server)
  } catch (error) {
    await stopPostgres(server)
    const said = await readFile(join(run, 'log'), 'utf8')
    await rm(run, { recursive: true, force: true })
    throw new Error(`The test database did not start: ${said.trim()}`, { cause: error })
  }
  return server
}

async function stopAndRemove(server: ChildProcess, run: string): Promise<void> {
  await stopPostgres(server)
  await rm(run, { recursive: true, force: true })
}

async function provideTemplate(cache: string, programs: PostgresPrograms, user: ServerUser): Promise<string> {
  const template = join(cache, `test-postgres-${formatVersion(programs.version)}`)
  const ready = await readFile(join(template, 'password')).then(
    () => true,
    () => false,
  )
  if (ready) return template
  const partial = `${template}.${process.pid}`
  const password = randomBytes(16).toString('hex')
  await mkdir(partial, { recursive: true })
  await createCluster({ programs, user, dataFolder: join(partial, 'data') }, password)
  await writeFile(join(partial, 'password'), password, { mode: 0o600 })
  await moveOnce(partial, template)
  return template
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes
  } catch {
    return false
  }
}

/** A run's folder is named after its process; when that is gone the server, if any, has lost its owner. */
async function removeAbandonedRuns(runs: string): Promise<void> {
  for (const name of await readdir(runs).catch(() => [])) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (!Number.isSafeInteger(owner) || isAlive(owner)) continue
    const pidFile = await readFile(join(runs, name, 'data/postmaster.pid'), 'utf8').catch(() => '')
    const server = Number(pidFile.split('\n')[0])
    if (server > 0 && pidFile.split('\n')[1] === join(runs, name, 'data') && isAlive(server))
      process.kill(server, 'SIGQUIT')
    await rm(join(runs, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
