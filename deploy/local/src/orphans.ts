import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openFolderFor } from '@kismet/real-servers/server-user'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { StackError } from '@kismet/real-servers/stack-error'
import { isRunning, readStackState, type ProcessRecord } from './stack-state.ts'

const graceMs = 20_000
const supervisorGraceMs = 90_000

/** The supervisor of this LOCAL_DIR when it runs. */
export async function runningSupervisor(local: LocalDir): Promise<number | undefined> {
  const state = await readStackState(local)
  return state !== undefined && isRunning(state.supervisor) ? state.supervisor.pid : undefined
}

/**
 * Stops the stack of this LOCAL_DIR, also without a supervisor. Answers whether anything ran.
 * @throws StackError when the supervisor does not end within 90 s
 */
export async function stopStack(local: LocalDir): Promise<boolean> {
  const supervisor = await runningSupervisor(local)
  if (supervisor !== undefined) {
    process.kill(supervisor, 'SIGTERM')
    const deadline = performance.now() + supervisorGraceMs
    while ((await runningSupervisor(local)) !== undefined) {
      if (performance.now() > deadline)
        throw new StackError(`The supervisor (${supervisor}) did not stop within 90 s: see ${local.log}.`)
      await delay(50)
    }
  }
  const orphans = await stopOrphans(local)
  return supervisor !== undefined || orphans.length > 0
}

/** Programs that were built, and what is only a copy of something: no state, and slow to make again. */
const kept = new Set(['bin', 'cache'])

/** Deletes the state of a stack that is stopped. */
export async function deleteState(local: LocalDir): Promise<void> {
  for (const name of await readdir(local.root).catch(() => []))
    if (!kept.has(name)) await rm(join(local.root, name), { recursive: true, force: true })
  for (const base of ['/var/lib', '/var/tmp'])
    await rm(openFolderFor(local.root, base), { recursive: true, force: true })
}

/** Stops processes whose supervisor was killed, and removes their pid files. Answers their names. */
export async function stopOrphans(local: LocalDir): Promise<string[]> {
  const state = await readStackState(local)
  const orphans = state?.processes.filter(isRunning) ?? []
  for (const orphan of orphans) signal(orphan, orphan.name === 'postgres' ? 'SIGINT' : 'SIGTERM')
  await untilGone(orphans)
  for (const orphan of orphans.filter(isRunning)) signal(orphan, 'SIGKILL')
  await untilGone(orphans)
  const pidFiles = await readdir(local.run).catch(() => [])
  for (const name of pidFiles) if (name.endsWith('.pid')) await rm(join(local.run, name), { force: true })
  return orphans.map((orphan) => orphan.name)
}

function signal(record: ProcessRecord, name: NodeJS.Signals): void {
  if (record.pid === undefined) return
  try {
    process.kill(record.pid, name)
  } catch {
    // It ended meanwhile, which is what was wanted.
  }
}

async function untilGone(records: readonly ProcessRecord[]): Promise<void> {
  const deadline = performance.now() + graceMs
  while (records.some(isRunning) && performance.now() < deadline) await delay(50)
}
