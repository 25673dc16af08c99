import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sessionKey } from '@kismet/contracts'
import { betPathNodeFlags } from '@kismet/local-stack/service-table'
import type { LocalDir } from '@kismet/real-servers/local-dir'
import { freePort } from '@kismet/real-servers/ports'
import { eventually } from '@kismet/test-env/eventually'
import { startFakeAuth } from '@kismet/test-env/test-bus'
import { startTestNats, startTestRedis } from '@kismet/test-env/test-servers'
import { streamKey } from '@kismet/test-env/test-streams'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { Redis } from 'ioredis'
import { startScript, stopScript } from '../measure.ts'
import type { Target } from './connection.ts'

export const sideNames = ['gateway', 'ws', 'socket.io'] as const
export type SideName = (typeof sideNames)[number]

/** What is measured, as the players reach it. */
export interface Side extends Target {
  readonly name: SideName
  readonly pid: number
}

export const scriptOf = (name: string): string => fileURLToPath(new URL(`${name}.ts`, import.meta.url))
const gatewayMain = fileURLToPath(import.meta.resolve('@kismet/gateway/main'))

/** The three sides, each in a process of its own, with what ours needs behind it: NATS, Redis, who says which tokens are good, and who tells the ticks. */
export class Sides {
  readonly all: readonly Side[]
  /** Of real players, whose sessions live: a file with a token for each socket. */
  readonly tokensFile: string
  readonly #close: () => Promise<void>

  private constructor(all: readonly Side[], tokensFile: string, close: () => Promise<void>) {
    this.all = all
    this.tokensFile = tokensFile
    this.#close = close
  }

  /** @param profileFolder where each of them leaves a CPU profile */
  static async start(local: LocalDir, sockets: number, profileFolder?: string): Promise<Sides> {
    const [nats, redis, tokens] = [await startTestNats(), await startTestRedis(), new TestTokens()]
    const auth = await startFakeAuth(nats, tokens)
    const tokensFile = join(local.root, 'tokens-of-fanout.json')
    await writeFile(tokensFile, JSON.stringify(await liveTokens(tokens, redis.url, sockets)), { mode: 0o600 })
    const children: ChildProcess[] = []
    const start = async (name: SideName, script: string, env: Record<string, string>): Promise<Side> => {
      const port = await freePort()
      const child = startScript(
        script,
        { ...env, PORT: String(port), NODE_ENV: 'production' },
        nodeFlagsOf(name, profileFolder),
      )
      child.stdout?.resume()
      children.push(child)
      await eventually(`${name} listens`, () => listens(port), 30_000)
      return { name, port, pid: child.pid ?? 0, protocol: name === 'ws' ? 'ws' : 'socket.io' }
    }
    const gateway = await start('gateway', gatewayMain, {
      NATS_URL: nats.urlOf('gateway'),
      REDIS_URL: redis.url,
      PAYMENTS_URL: 'http://127.0.0.1:1',
      ANALYTICS_URL: 'http://127.0.0.1:1',
      PAYMENTS_STREAM_KEY: streamKey,
      ANALYTICS_STREAM_KEY: streamKey,
      WEB_ORIGIN: 'http://web.test',
      ADMIN_ORIGIN: 'http://admin.test',
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'warn',
    })
    const source = startScript(scriptOf('source'), { NATS_URL: nats.urlOf('aviator') })
    children.push(source)
    const all = [
      gateway,
      await start('ws', scriptOf('raw-ws'), {}),
      await start('socket.io', scriptOf('plain-socket-io'), {}),
    ]
    return new Sides(all, tokensFile, async () => {
      await Promise.all(children.map(stopScript))
      await auth.close()
      await nats.remove()
      await redis.remove()
    })
  }

  close(): Promise<void> {
    return this.#close()
  }
}

function nodeFlagsOf(name: SideName, profileFolder: string | undefined): readonly string[] {
  if (profileFolder === undefined) return betPathNodeFlags
  return [...betPathNodeFlags, '--cpu-prof', `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`]
}

/** Tokens as auth signs them, of sessions that Redis lists as live. */
async function liveTokens(tokens: TestTokens, redisUrl: string, count: number): Promise<string[]> {
  const players = Array.from({ length: count }, () => tokens.player())
  const redis = new Redis(redisUrl)
  await Promise.all(players.map(({ sessionId, holder }) => redis.set(sessionKey(sessionId), holder)))
  redis.disconnect()
  return players.map(({ token }) => token)
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
