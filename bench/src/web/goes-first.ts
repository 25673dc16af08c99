import { readdir, readFile, writeFile } from 'node:fs/promises'

/** The process with that text in what it was started with, the oldest of them. */
export async function pidOf(argument: string): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  for (const pid of pids.sort((one, other) => one - other)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.split('\0').includes(argument)) return pid
  }
  throw new Error(`Nothing runs with ${argument}`)
}

/**
 * Lets a process and all of its session go before other sessions. Linux may share processors out among sessions first (`sched_autogroup_enabled`): each service and each backend of PostgreSQL
 * is one of its own then, and how nice a process is counts only inside of it.
 * @returns whether it goes first by now: only root may say so
 */
export async function goesFirst(pid: number): Promise<boolean> {
  const isShared = await readFile('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').catch(() => '0')
  if (isShared.trim() !== '1') return true
  return writeFile(`/proc/${pid}/autogroup`, '-20').then(
    () => true,
    () => false,
  )
}
