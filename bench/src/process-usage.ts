import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** What the kernel has counted for one process. Several can have one name. */
export interface Usage {
  readonly name: string
  readonly pid: number
  readonly cpuSeconds: number
  readonly memoryMiB: number
}

interface Stat {
  readonly name: string
  readonly parent: number
  readonly cpuSeconds: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    const ticks = [11, 12].reduce((sum, field) => sum + Number(fields[field]), 0)
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      cpuSeconds: ticks / ticksPerSecond,
    }
  } catch {
    return undefined
  }
}

/** Memory of its own, and its share of what it shares: the sum over a server's processes counts shared memory once. */
function memoryMiBOf(pid: number): number {
  try {
    const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(pss ?? 0) / 1024
  } catch {
    return 0
  }
}

function allPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

/** The children of a process with that name. */
export function childNamed(parent: number, name: string): number {
  const found = allPids().find((pid) => {
    const stat = statOf(pid)
    return stat?.parent === parent && stat.name === name
  })
  if (found === undefined) throw new Error(`No process ${name} runs below ${parent}`)
  return found
}

/** A process and its direct children, all under that name. */
export function usagesOf(processes: Iterable<readonly [name: string, pid: number]>): Usage[] {
  return [...processes].flatMap(([name, pid]) => [pid, ...childrenOf(pid)].map((each) => usageOf(name, each)))
}

/** A PostgreSQL server by whom its backends work for: their role, or their database where that is `postgres`; the rest is the server's own. */
export function postgresUsages(postmaster: number): Usage[] {
  return [postmaster, ...childrenOf(postmaster)].map((pid) => usageOf(`postgres ${clientOf(pid) ?? 'server'}`, pid))
}

function usageOf(name: string, pid: number): Usage {
  return { name, pid, cpuSeconds: statOf(pid)?.cpuSeconds ?? 0, memoryMiB: memoryMiBOf(pid) }
}

/** The title of a backend: `postgres: <role> <database> <address> <what it does>`. */
function clientOf(pid: number): string | undefined {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const [, role, database] = /^postgres: (\S+) (\S+) [\d.]+\(/.exec(title) ?? []
    return role === 'postgres' ? database : role
  } catch {
    return undefined
  }
}

function childrenOf(pid: number): number[] {
  return allPids().filter((candidate) => statOf(candidate)?.parent === pid)
}
