import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { StackError } from '@kismet/real-servers/stack-error'

const ProcessState = z.enum(['starting', 'ready', 'restarting', 'stopped', 'failed'])
export type ProcessState = z.infer<typeof ProcessState>

const ProcessRecord = z.object({
  name: z.string(),
  state: ProcessState,
  pid: z.number().int().optional(),
  /** When the process started, in the kernel's ticks: tells a process from a later one with its pid. */
  startedAt: z.string().optional(),
  port: z.number().int().optional(),
  metricsPort: z.number().int().optional(),
  /** Answers 2xx while the process can serve. */
  readyUrl: z.string().optional(),
  note: z.string().optional(),
})
export type ProcessRecord = z.infer<typeof ProcessRecord>

const StackState = z.object({
  supervisor: z.object({ pid: z.number().int(), startedAt: z.string().optional() }),
  /** Everything was started once and served. */
  ready: z.boolean(),
  /** What `make up` prints when everything serves. */
  summary: z.string(),
  processes: z.array(ProcessRecord),
})
export type StackState = z.infer<typeof StackState>

function pathOf(local: LocalDir): string {
  return join(local.run, 'stack.json')
}

/** What the supervisor of this LOCAL_DIR last wrote down; undefined before the first start. */
export async function readStackState(local: LocalDir): Promise<StackState | undefined> {
  const text = await readFile(pathOf(local), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const parsed = StackState.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

/** Written in one step and at once, so that the file is never behind a process that was just started. */
export function writeStackState(local: LocalDir, state: StackState): void {
  const partial = `${pathOf(local)}.${process.pid}`
  writeFileSync(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, pathOf(local))
}

/** When a process started; undefined where the system does not tell, or when it is gone or a zombie. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Whether the recorded process still runs, and is not another one that got its pid. */
export function isRunning(recorded: {
  readonly pid?: number | undefined
  readonly startedAt?: string | undefined
}): boolean {
  if (recorded.pid === undefined) return false
  if (recorded.startedAt !== undefined) return startTimeOf(recorded.pid) === recorded.startedAt
  try {
    process.kill(recorded.pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * The ports of the gateway and of the mailbox of a running stack, which `make up` may have been given.
 * @throws StackError when the stack does not run, or has no mailbox of its own
 */
export async function readRunningPorts(local: LocalDir): Promise<{ readonly gateway: number; readonly mail: number }> {
  const processes = (await readStackState(local))?.processes.filter(isRunning) ?? []
  const portOf = (wanted: string) => processes.find(({ name }) => name === wanted)?.port
  const gateway = portOf('gateway-balancer') ?? portOf('gateway')
  if (gateway === undefined) throw new StackError(`Kismet does not run with ${local.root}: make up first.`)
  const mail = portOf('mail')
  if (mail === undefined) throw new StackError('Players need a code by mail: run make up without SMTP_URL first.')
  return { gateway, mail }
}
