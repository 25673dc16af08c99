import { setTimeout as delay } from 'node:timers/promises'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { runningSupervisor } from '../orphans.ts'
import { readSettings } from '../settings.ts'
import { isRunning, readStackState } from '../stack-state.ts'

const pollMs = 100
const timeoutMs = 90_000
/** Longer than a service needs to stop. A process that hangs does not end by SIGTERM. */
const killAfterMs = 20_000

// Ends the processes of services of the local stack one after the other; the supervisor starts each again: restart.ts SERVICE...
try {
  const { local } = readSettings(process.env)
  if ((await runningSupervisor(local)) === undefined) throw new StackError('Kismet does not run: make up first.')
  const processes = async () => (await readStackState(local))?.processes ?? []
  const names = (await processes()).map(({ name }) => name)
  for (const service of process.argv.slice(2)) {
    const replicas = names.filter((name) => name.replace(/-\d$/, '') === service)
    if (replicas.length === 0) throw new StackError(`The stack has no service ${service}.`)
    for (const name of replicas) await restart(name)
  }

  async function restart(name: string): Promise<void> {
    const find = async () => (await processes()).find((one) => one.name === name)
    const before = await find()
    if (before?.pid !== undefined && isRunning(before)) process.kill(before.pid, 'SIGTERM')
    const startedAtMs = performance.now()
    for (;;) {
      const now = await find()
      if (now?.state === 'ready' && now.pid !== before?.pid) break
      const waitedMs = performance.now() - startedAtMs
      if (waitedMs > killAfterMs && before?.pid !== undefined && isRunning(before)) process.kill(before.pid, 'SIGKILL')
      if (waitedMs > timeoutMs) throw new StackError(`${name} is not ready after 90 s: see ./kismet logs ${name}.`)
      await delay(pollMs)
    }
    console.log(`${name} is restarted`)
  }
} catch (error) {
  console.error(sentenceFor(error))
  process.exit(1)
}
