import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** What the kernel has counted for a process and those below it that have ended. */
export interface Usage {
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
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
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

/** CPU and memory of a process with all its direct children, which is what a PostgreSQL server is. */
export function usageOf(pid: number): Usage {
  const family = [pid, ...allPids().filter((candidate) => statOf(candidate)?.parent === pid)]
  return {
    cpuSeconds: family.reduce((sum, member) => sum + (statOf(member)?.cpuSeconds ?? 0), 0),
    memoryMiB: family.reduce((sum, member) => sum + memoryMiBOf(member), 0),
  }
}
