import { z } from 'zod'
import { answersOk } from '../probes.ts'
import { readSettings } from '../settings.ts'
import { sentenceFor } from '@kismet/real-servers/stack-error'
import { isRunning, readStackState, type ProcessRecord } from '../stack-state.ts'

/** Longer than a service waits for its checks: /ready answers after 5 s when PostgreSQL hangs. */
const readyWithinMs = 7_000
const Readiness = z.object({ checks: z.record(z.string(), z.boolean()) })

/** What a process does at this moment, not when it was last written down. */
async function stateOf(record: ProcessRecord, supervised: boolean): Promise<string> {
  if (!isRunning(record)) return record.state === 'restarting' && supervised ? 'restarting' : 'down'
  if (record.state === 'ready' && record.readyUrl !== undefined && !(await answersOk(record.readyUrl)))
    return `not ready${await failingChecks(record.readyUrl)}`
  return supervised ? record.state : `${record.state} (without its supervisor)`
}

/** The names of the checks of /ready that are false. */
async function failingChecks(readyUrl: string): Promise<string> {
  const answer: unknown = await fetch(readyUrl, { signal: AbortSignal.timeout(readyWithinMs) })
    .then((response) => response.json())
    .catch(() => undefined)
  const checks = Readiness.safeParse(answer).data?.checks ?? {}
  const failing = Object.keys(checks).filter((name) => checks[name] === false)
  return failing.length === 0 ? '' : `: ${failing.join(' ')}`
}

/** Whether a process is the leader or a standby. Empty for a service without a leader. */
async function roleOf({ readyUrl }: ProcessRecord): Promise<string> {
  if (readyUrl === undefined) return ''
  const metrics = await fetch(new URL('/metrics', readyUrl), { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.text(),
    () => '',
  )
  if (metrics.includes('\nservice_leads 1')) return '  leader'
  return metrics.includes('\nservice_leads 0') ? '  standby' : ''
}

try {
  const { local } = readSettings(process.env)
  const stack = await readStackState(local)
  const supervised = stack !== undefined && isRunning(stack.supervisor)
  const records = stack?.processes ?? []
  if (!supervised && !records.some(isRunning)) {
    console.log('Kismet does not run.')
    process.exit(1)
  }
  const states = await Promise.all(records.map((record) => stateOf(record, supervised)))
  const roles = await Promise.all(records.map(roleOf))
  records.forEach((record, index) => {
    const pid = isRunning(record) ? String(record.pid) : '-'
    const metrics = record.metricsPort === undefined ? '' : `  (metrics on ${record.metricsPort})`
    const note = record.note === undefined ? metrics : `  ${record.note}`
    console.log(
      `${record.name.padEnd(18)} ${pid.padStart(8)} ${String(record.port ?? '-').padStart(6)}  ${states[index] ?? ''}${roles[index] ?? ''}${note}`,
    )
  })
  process.exit(supervised && stack.ready && states.every((state) => state === 'ready') ? 0 : 1)
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
