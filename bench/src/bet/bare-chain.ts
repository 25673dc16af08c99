import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@kismet/real-servers/ports'
import { startScript, stopScript } from '../measure.ts'
import { usagesOf } from '../process-usage.ts'
import type { Usage } from '../process-usage.ts'
import { createPlainDatabase } from './plain-chain.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(`../../bare-chain/${name}.mjs`, import.meta.url))

/** The bare chain of `bare-chain/`, on a NATS server and databases of its own. */
export class BareChain {
  readonly url: string
  readonly #processes: Readonly<Record<string, ChildProcess>>

  private constructor(url: string, processes: Readonly<Record<string, ChildProcess>>) {
    this.url = url
    this.#processes = processes
  }

  /**
   * @param serverUrl the superuser's, of the PostgreSQL server that the product uses
   * @param natsProgram the nats-server that the product uses
   */
  static async start(serverUrl: string, natsProgram: string): Promise<BareChain> {
    const [natsPort, port] = [await freePort(), await freePort()]
    const env = { NATS: `127.0.0.1:${natsPort}`, NODE_ENV: 'production' }
    const start = async (name: string, own: Record<string, string>): Promise<ChildProcess> => {
      const child = startScript(fileOf(name), { ...env, ...own }, [])
      if (child.stdout !== null) await once(child.stdout, 'data')
      return child
    }
    const nats = spawn(natsProgram, ['--addr', '127.0.0.1', '--port', String(natsPort)], { stdio: 'ignore' })
    const processes = {
      'bare nats': nats,
      'bare wallet': await start('wallet', { DATABASE_URL: await createPlainDatabase(serverUrl, 'bare_wallet') }),
      'bare game': await start('game', {}),
      'bare gateway': await start('gateway', { PORT: String(port) }),
    }
    return new BareChain(`http://127.0.0.1:${port}`, processes)
  }

  usages(): Usage[] {
    return usagesOf(Object.entries(this.#processes).map(([name, { pid }]) => [name, pid ?? 0]))
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#processes).map(stopScript))
  }
}
