import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { createLocalDir, localDirAt, type LocalDir } from '@kismet/real-servers/local-dir'
import { ManagedProcess, type ProcessSpec } from '../src/managed-process.ts'
import { stopOrphans } from '../src/orphans.ts'
import { isRunning, readStackState } from '../src/stack-state.ts'
import { Supervisor } from '../src/supervisor.ts'

let local: LocalDir
let said: string[]
const report = (line: string): void => void said.push(line)

beforeEach(async () => {
  said = []
  local = localDirAt(await mkdtemp(join(tmpdir(), 'kismet-supervisor-')))
  await createLocalDir(local)
})
afterEach(async () => {
  await stopOrphans(local)
  await rm(local.root, { recursive: true, force: true })
})

function spec(
  name: string,
  script: string,
  isReady: () => Promise<boolean> = () => Promise.resolve(true),
): ProcessSpec {
  const env = { PATH: process.env.PATH, LOCAL_DIR: local.root }
  return { name, port: 1, file: 'sh', args: ['-c', script], cwd: '/', env, stopSignal: 'SIGTERM', isReady }
}

async function recordOf(name: string): Promise<{ pid?: number | undefined; state: string }> {
  const state = await readStackState(local)
  return state?.processes.find((one) => one.name === name) ?? { state: 'unknown' }
}

async function modeOf(log: string): Promise<string> {
  return ((await stat(join(local.log, log))).mode & 0o777).toString(8)
}

async function killAndAwaitRestart(name: string): Promise<void> {
  const { pid } = await recordOf(name)
  process.kill(pid ?? 0, 'SIGKILL')
  await eventually(`${name} serves again`, async () => {
    const now = await recordOf(name)
    return now.state === 'ready' && now.pid !== pid
  })
}

describe('Supervisor', () => {
  it('writes down pids, keeps logs, and starts again what died', async () => {
    const supervisor = new Supervisor(local, report)
    // The supervisor restricts the mode of an existing log.
    await writeFile(join(local.log, 'one.log'), '', { mode: 0o644 })
    await supervisor.startGroup([spec('one', 'echo I am $LOCAL_DIR; exec sleep 600')])
    const before = await recordOf('one')
    expect(await readFile(join(local.run, 'one.pid'), 'utf8')).toBe(`${before.pid ?? 0}\n`)
    expect(await readFile(join(local.log, 'one.log'), 'utf8')).toBe(`I am ${local.root}\n`)
    expect(await modeOf('one.log')).toBe('600')

    await killAndAwaitRestart('one')
    const after = await recordOf('one')
    expect(await readFile(join(local.run, 'one.pid'), 'utf8')).toBe(`${after.pid ?? 0}\n`)
    expect(said).toEqual(['one is ready on 1', 'one ended (SIGKILL); starting it again', 'one serves again'])

    await supervisor.stop()
    expect(isRunning(after)).toBe(false)
    expect(existsSync(join(local.run, 'one.pid'))).toBe(false)
  })

  it('stops the last group first, and by force what does not listen', async () => {
    const order = join(local.root, 'order')
    const trap = (name: string): string => `trap 'echo ${name} >> ${order}; exit 0' TERM; while :; do sleep 0.05; done`
    const supervisor = new Supervisor(local, report)
    await supervisor.startGroup([spec('database', trap('database'))])
    await supervisor.startGroup([spec('service', trap('service'))])
    await supervisor.stop()
    expect(await readFile(order, 'utf8')).toBe('service\ndatabase\n')
  })

  it('says why a process cannot be started', async () => {
    const supervisor = new Supervisor(local, report)
    const start = supervisor.startGroup([
      spec('broken', 'echo no configuration >&2; exit 1', () => Promise.resolve(false)),
    ])
    await expect(start).rejects.toThrow(/^broken ends right after its start: see .*broken\.log\n {2}no configuration/)
    await supervisor.stop()
  })

  it('stops what a killed supervisor has left', async () => {
    const script = `
      import { Supervisor } from ${JSON.stringify(join(import.meta.dirname, '../src/supervisor.ts'))}
      const local = ${JSON.stringify(local)}
      const supervisor = new Supervisor(local, () => undefined)
      await supervisor.startGroup([{ name: 'left', port: 1, file: 'sleep', args: ['600'], cwd: '/', env: process.env,
        stopSignal: 'SIGTERM', isReady: () => Promise.resolve(true) }])
      setInterval(() => undefined, 1000)`
    const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    await eventually('it supervises', async () => (await recordOf('left')).state === 'ready')
    const left = await recordOf('left')
    const ended = once(supervisor, 'exit')
    supervisor.kill('SIGKILL')
    await ended
    expect(isRunning(left)).toBe(true)

    expect(await stopOrphans(local)).toEqual(['left'])
    expect(isRunning(left)).toBe(false)
    expect(existsSync(join(local.run, 'left.pid'))).toBe(false)
  })
})

describe('ManagedProcess', () => {
  it('ends by force what ignores the signal', async () => {
    const one = new ManagedProcess(spec('deaf', `trap '' TERM; while :; do sleep 0.05; done`), {
      local,
      report,
      changed: () => undefined,
    })
    one.start()
    await one.whenReady(5_000)
    const { record } = one
    await one.stop(50)
    expect(isRunning(record)).toBe(false)
  })

  it('waits no longer than it is told for one that never serves', async () => {
    const never = new ManagedProcess(
      spec('never', 'exec sleep 600', () => Promise.resolve(false)),
      {
        local,
        report,
        changed: () => undefined,
      },
    )
    never.start()
    await expect(never.whenReady(100)).rejects.toThrow('never is not ready after 0 s')
    await never.stop()
  })
})

describe('make up DETACH=1', () => {
  it('keeps what the supervisor says from others', async () => {
    const log = join(local.log, 'supervisor.log')
    await writeFile(log, 'an older line', { mode: 0o644 })
    const up = fileURLToPath(new URL('../src/bin/up.ts', import.meta.url))
    const env = { PATH: process.env.PATH, LOCAL_DIR: local.root, DETACH: '1' }
    const child = spawn(process.execPath, [up], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await eventually('something new is said', async () => /^(?!an older line)[^]/.test(await readFile(log, 'utf8')))
    expect(await modeOf('supervisor.log')).toBe('600')
    child.kill('SIGTERM')
    await ended
  }, 30_000)
})
