import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { betPathNodeFlags } from '@kismet/local-stack/service-table'
import pg from 'pg'
import { z } from 'zod'
import type { Seen } from './closed-loop.ts'
import { usagesOf } from './process-usage.ts'
import type { Usage } from './process-usage.ts'

/** What one process used during a measurement: cores, and memory at its end. */
interface Used {
  readonly name: string
  readonly cores: number
  readonly memoryMiB: number
}

export interface Measured extends Seen {
  readonly used: readonly Used[]
  readonly walBytesPerCommand: number
}

const Seen = z.object({
  commands: z.number(),
  commandsPerSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  replayed: z.number(),
  refused: z.number(),
})

/** The number of bytes of WAL that a server has written so far. */
export async function walPosition(serverUrl: string): Promise<number> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
    )
    return Number(rows[0]?.bytes)
  })
}

async function checkpoint(serverUrl: string): Promise<void> {
  await withClient(serverUrl, (client) => client.query('CHECKPOINT'))
}

async function withClient<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Starts a script as the wallet is started, so that no collector of garbage that is not the wallet's own is measured. */
export function startScript(
  file: string,
  env: Record<string, string>,
  nodeFlags: readonly string[] = betPathNodeFlags,
): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

export async function stopScript(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/**
 * Runs a script of callers and measures what it sees, what the processes use and what the server writes, all from the moment at which it says that it
 * measures. `others` tells what the other processes have used so far; one that ends meanwhile is left out.
 */
export async function measure(
  script: string,
  env: Record<string, string>,
  serverUrl: string,
  others: () => readonly Usage[],
): Promise<Measured> {
  await checkpoint(serverUrl)
  const child = startScript(fileURLToPath(new URL(script, import.meta.url)), env)
  if (child.stdout === null || child.pid === undefined) throw new Error(`${script} did not start`)
  const client = child.pid
  const usages = () => [...usagesOf([['client', client]]), ...others()]
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const started = await lines.next()
  if (started.value !== 'measuring') throw new Error(`${script} did not measure`)
  const before = usages()
  const walBefore = await walPosition(serverUrl)
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, Number(env.SECONDS) * 800))
  const seconds = (performance.now() - startedAt) / 1000
  const used = usedBetween(before, usages(), seconds)
  const wal = (await walPosition(serverUrl)) - walBefore
  const seen = Seen.parse(JSON.parse((await lines.next()).value ?? 'null'))
  await stopScript(child)
  return { ...seen, used, walBytesPerCommand: wal / (seen.commandsPerSecond * seconds) }
}

function usedBetween(before: readonly Usage[], after: readonly Usage[], seconds: number): Used[] {
  const cpuBefore = new Map(before.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]))
  return [...Map.groupBy(after, ({ name }) => name)].map(([name, processes]) => ({
    name,
    cores: processes.reduce((sum, { pid, cpuSeconds }) => sum + cpuSeconds - (cpuBefore.get(pid) ?? 0), 0) / seconds,
    memoryMiB: processes.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0),
  }))
}
