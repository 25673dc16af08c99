import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsPermissions } from '@kismet/contracts'
import type { BusUser } from '@kismet/contracts'
import { freePort } from '@kismet/real-servers/ports'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { renderNatsConfig } from '@kismet/real-servers/nats-config'
import type { NatsUser } from '@kismet/real-servers/nats-config'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import type { TestPostgres } from '@kismet/real-servers/test-postgres'
import { closeAtEnd } from './left-behind.ts'

const startWithinMs = 10_000

export function required(name: string): string {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`${name} is not set: run the tests through jest, whose global set-up starts the infrastructure`)
  return value
}

/** @throws Error when `child` does not listen in time, or has ended. */
async function tcpAnswers(port: number, child: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs
  for (;;) {
    const socket = connectTcp(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (performance.now() > giveUpAt || child.exitCode !== null)
        throw new Error(`Nothing listens on port ${port}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 10))
    } finally {
      socket.destroy()
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Resolves when `child` writes `text` to its standard error. */
function logged(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    let log = ''
    const read = (chunk: Buffer): void => {
      log += chunk.toString()
      if (!log.includes(text)) return
      child.stderr?.off('data', read)
      resolve()
    }
    child.stderr?.on('data', read)
  })
}

/** A server of one test file, on a free port, that a test can stop and start again. */
export class TestServer {
  readonly port: number
  readonly folder: string
  readonly #launch: () => ChildProcess
  #child: ChildProcess | undefined

  constructor(port: number, folder: string, launch: () => ChildProcess) {
    this.port = port
    this.folder = folder
    this.#launch = launch
    closeAtEnd(() => this.remove())
  }

  async start(): Promise<void> {
    this.#child = this.#launch()
    await tcpAnswers(this.port, this.#child)
  }

  /** Ends the process; its data stay for `start`. SIGKILL is a crash. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child !== undefined) await end(this.#child, signal)
    this.#child = undefined
  }

  /** Stops it from doing anything, with its connections open, or lets it go on. */
  freeze(isFrozen: boolean): void {
    this.#child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Has it read its configuration again, as an operator's reload does. Resolves when it logs that it has. */
  async reload(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const reloaded = logged(child, 'Reloaded server configuration')
    child.kill('SIGHUP')
    await reloaded
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}

export class TestNats extends TestServer {
  /** The URL of a NATS user, with the permissions that the contracts give it. */
  urlOf(user: BusUser): string {
    return `nats://${user}:${user}-password@127.0.0.1:${this.port}`
  }

  /** Writes its file of users, which a running server reads at `reload`. @param of what a user has there, instead of the rights that the contracts give it */
  async writeUsers(of: (user: NatsUser) => NatsUser = (user) => user): Promise<void> {
    const users = Object.entries(natsPermissions()).map(([name, permissions]) =>
      of({ name, password: `${name}-password`, permissions }),
    )
    await writeFile(natsFile(this.folder), renderNatsConfig({ port: this.port, users }))
  }
}

const natsFile = (folder: string) => join(folder, 'nats.conf')

/** Starts a NATS server with the users that the real one has. */
export async function startTestNats(): Promise<TestNats> {
  const program = required('KISMET_TEST_NATS_BIN')
  const folder = await mkdtemp(join(tmpdir(), 'kismet-test-nats-'))
  const port = await freePort()
  const launch = (): ChildProcess => {
    const child = spawn(program, ['-c', natsFile(folder)], { stdio: ['ignore', 'ignore', 'pipe'] })
    // The pipe must not fill up.
    child.stderr.resume()
    return child
  }
  const server = new TestNats(port, folder, launch)
  await server.writeUsers()
  await server.start()
  return server
}

export class TestRedis extends TestServer {
  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }
}

export async function startTestRedis(): Promise<TestRedis> {
  const program = required('KISMET_TEST_REDIS_BIN')
  const folder = await mkdtemp(join(tmpdir(), 'kismet-test-redis-'))
  const port = await freePort()
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  const server = new TestRedis(port, folder, () => spawn(program, flags, { stdio: 'ignore' }))
  await server.start()
  return server
}

/** Starts a PostgreSQL for one test file, which may crash and restart it; all others share the one of their worker. */
export async function startOwnPostgres(): Promise<TestPostgres> {
  const postgres = await startTestPostgres(localDirAt(process.env.LOCAL_DIR), () => undefined)
  closeAtEnd(() => postgres.stop())
  return postgres
}

/** URL of the superuser of the PostgreSQL of this worker of the test run. */
export function testPostgresUrl(): string {
  const urls = required('KISMET_TEST_POSTGRES_URLS').split(' ')
  const url = urls[Number(process.env.JEST_WORKER_ID ?? 1) - 1]
  if (url === undefined)
    throw new Error(`${urls.length} PostgreSQL servers run, none for worker ${process.env.JEST_WORKER_ID}`)
  return url
}
