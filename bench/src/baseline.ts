import { fileURLToPath } from 'node:url'
import { canInstallDebianPackages, installDebianPackage } from '@kismet/real-servers/debian'
import { findOnPath, runProgram } from '@kismet/real-servers/program'

const script = fileURLToPath(new URL('../ledger-baselines/run', import.meta.url))

/** One client count of a baseline. */
export interface BaselineResult {
  readonly clients: number
  readonly commandsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** @throws Error when pgbench is missing and cannot be installed here. */
export async function requirePgbench(): Promise<void> {
  if ((await findOnPath('pgbench')) !== undefined) return
  const failure = (await canInstallDebianPackages())
    ? await installDebianPackage('postgresql-contrib')
    : 'this user cannot install packages'
  if ((await findOnPath('pgbench')) === undefined)
    throw new Error(`pgbench is missing (Debian: postgresql-contrib): ${failure ?? 'it was not in the package'}`)
}

const line = /clients=(\d+) commands_per_s=(\d+) .*\n\s+p50_ms=([\d.]+) p99_ms=([\d.]+)/g

/** Runs one of the fixed baselines, unchanged, at all its client counts. */
export async function runBaseline(name: string, serverUrl: string, seconds: number): Promise<BaselineResult[]> {
  const url = new URL(serverUrl)
  const env = {
    ...process.env,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGPASSWORD: url.password,
    PGDATABASE: url.pathname.slice(1),
    SECONDS_EACH: String(seconds),
  }
  const { code, stdout, stderr } = await runProgram('bash', [script, name], {
    env,
    timeoutMs: (seconds * 4 + 120) * 1000,
  })
  if (code !== 0) throw new Error(`The baseline ${name} failed: ${stderr.trim()}`)
  return [...stdout.matchAll(line)].map(([, clients, perSecond, p50, p99]) => ({
    clients: Number(clients),
    commandsPerSecond: Number(perSecond),
    p50Ms: Number(p50),
    p99Ms: Number(p99),
  }))
}
