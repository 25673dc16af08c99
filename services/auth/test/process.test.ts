import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Env } from '@kismet/service-kit/env'
import { compiledOnce } from '@kismet/test-env/compiled-once'
import { eventually } from '@kismet/test-env/eventually'
import { mailOutcomes } from '../src/mail/outbox.ts'
import { AuthWorld } from './auth-world.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

function start(env: Env): { child: ChildProcess; output: () => string } {
  const given = { PATH: process.env.PATH, ...world.env(), ...env }
  const child = spawn(process.execPath, [...compiledOnce, main], { env: given, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return { child, output: () => chunks.join('') }
}

describe('as a process', () => {
  it('serves until SIGTERM and then ends by itself; its log has no secrets', async () => {
    const { child, output } = start({ PORT: '0' })
    const port = await eventually('it has started', () => /"port":(\d+)/.exec(output())?.[1], 20_000)
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const outcome of mailOutcomes)
      expect(metrics).toMatch(new RegExp(`^auth_mails_total{outcome="${outcome}"[^}]*} 0$`, 'm'))
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
    expect(output()).not.toContain(String(world.env().AUTH_SECRET))
    expect(output()).not.toContain(String(world.env().ADMIN_PASSWORD))
  }, 40_000)

  it('does not start for real money without an operator', async () => {
    const { child, output } = start({ CASINO_MODE: 'real' })
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(1)
    expect(output()).toContain('OPERATOR_NAME: CASINO_MODE=real needs it')
    expect(output()).toContain('OPERATOR_LICENCE: CASINO_MODE=real needs it')
  }, 40_000)
})
