import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createLocalDir } from '@kismet/real-servers/local-dir'
import { openLog } from '../kept-files.ts'
import { runningSupervisor, stopOrphans } from '../orphans.ts'
import { readSettings, type Settings } from '../settings.ts'
import { createStack } from '../stack.ts'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { readStackState } from '../stack-state.ts'

const startTimeoutMs = 600_000
const pollMs = 100
const signalGraceMs = 5_000

function report(line: string): void {
  console.log(`[${(process.uptime() + startedBeforeS).toFixed(1).padStart(6)} s] ${line}`)
}

/** Seconds that went by before this program ran, while its packages were installed. */
const startedBeforeS = Number(process.env.KISMET_STARTED_BEFORE_S ?? 0)

/** Runs the stack in this process until a signal or `make down` ends it. */
async function superviseHere(settings: Settings): Promise<void> {
  const orphans = await stopOrphans(settings.local)
  if (orphans.length > 0) report(`stopped what an earlier supervisor had left: ${orphans.join(', ')}`)
  const stack = createStack(settings, report)
  let stopped: Promise<void> | undefined
  const stop = (code: number): void => {
    if (stopped !== undefined) return
    stopped = stack.stop().then(
      (hadStarted) => {
        if (hadStarted) report('stopped; the data is kept')
        process.exit(code)
      },
      (error: unknown) => {
        console.error(sentenceFor(error))
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  process.on('SIGUSR2', () => stack.startMissing())
  try {
    await stack.up()
  } catch (error) {
    if (stopped === undefined) console.error(`\n${sentenceFor(error)}\n`)
    stop(1)
  }
  await stopped
}

/** Says that the stack runs, starts what is missing, and waits until all of it serves. */
async function joinRunning(settings: Settings, supervisor: number): Promise<void> {
  report(`Kismet runs already (supervisor ${supervisor}); starting what is missing`)
  process.kill(supervisor, 'SIGUSR2')
  await untilReady(settings, supervisor)
  const state = await readStackState(settings.local)
  report(`everything is ready\n\n${state?.summary ?? ''}\n`)
}

async function untilReady(settings: Settings, supervisor: number): Promise<void> {
  const startedAtMs = performance.now()
  const deadline = startedAtMs + startTimeoutMs
  for (;;) {
    const state = await readStackState(settings.local)
    const mine = state?.supervisor.pid === supervisor ? state : undefined
    const failed = mine?.processes.find((one) => one.state === 'failed')
    // What was given up before is started again in a moment; what is given up later has failed.
    if (failed !== undefined && performance.now() - startedAtMs > signalGraceMs)
      throw new StackError(
        `${failed.name} ${failed.note ?? 'is down'}: see ${join(settings.local.log, `${failed.name}.log`)}`,
      )
    if (mine?.ready === true && mine.processes.every((one) => one.state === 'ready')) return
    if (mine !== undefined && (await runningSupervisor(settings.local)) === undefined)
      throw new StackError('The stack ended while it started.')
    if (performance.now() > deadline)
      throw new StackError('The stack was not ready within 10 minutes: see make status.')
    await delay(pollMs)
  }
}

/** Starts the supervisor in the background and shows what it says until everything serves. */
async function startDetached(settings: Settings): Promise<void> {
  const logPath = join(settings.local.log, 'supervisor.log')
  const log = openLog(logPath, 'w')
  const env = { ...process.env, DETACH: '', LOCAL_DIR: settings.local.root }
  const child = spawn(process.execPath, process.argv.slice(1), { env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  let exitCode: number | undefined
  child.once('exit', (code) => (exitCode = code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGTERM'))
  let shown = 0
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const state = await readStackState(settings.local)
    const isReady = state?.ready === true && state.supervisor.pid === child.pid
    const text = await readFile(logPath, 'utf8')
    process.stdout.write(text.slice(shown))
    shown = text.length
    if (exitCode !== undefined) process.exit(exitCode)
    if (isReady && text.includes('everything is ready')) break
    if (performance.now() > deadline)
      throw new StackError('The stack was not ready within 10 minutes: see make status.')
    await delay(pollMs)
  }
  child.unref()
  console.log('  It runs in the background: make status, make down.\n')
  process.exit(0)
}

// The reader of the output may end early (make up | head); the stack goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  const settings = readSettings(process.env)
  await createLocalDir(settings.local)
  const supervisor = await runningSupervisor(settings.local)
  if (supervisor !== undefined) await joinRunning(settings, supervisor)
  else if (process.env.DETACH !== undefined && process.env.DETACH !== '' && process.env.DETACH !== '0')
    await startDetached(settings)
  else await superviseHere(settings)
} catch (error) {
  console.error(`\n${sentenceFor(error)}\n`)
  process.exit(1)
}
