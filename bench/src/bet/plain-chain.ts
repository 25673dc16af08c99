import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@kismet/real-servers/ports'
import { eventually } from '@kismet/test-env/eventually'
import pg from 'pg'
import { z } from 'zod'
import { startScript, stopScript } from '../measure.ts'
import { usagesOf } from '../process-usage.ts'
import type { Usage } from '../process-usage.ts'

const Login = z.object({ token: z.string() })
const fileOf = (name: string): string => fileURLToPath(new URL(`../../plain-chain/${name}`, import.meta.url))

/** The plain chain of `plain-chain/`, unchanged, on a database of its own. */
export class PlainChain {
  readonly url: string
  readonly #serviceUrl: string
  readonly #processes: Readonly<Record<string, ChildProcess>>

  private constructor(url: string, serviceUrl: string, processes: Readonly<Record<string, ChildProcess>>) {
    this.url = url
    this.#serviceUrl = serviceUrl
    this.#processes = processes
  }

  /** @param serverUrl the superuser's, of the PostgreSQL server that the product uses */
  static async start(serverUrl: string): Promise<PlainChain> {
    const databaseUrl = await createPlainDatabase(serverUrl, 'plain')
    const [servicePort, proxyPort] = [await freePort(), await freePort()]
    const [serviceUrl, url] = [`http://127.0.0.1:${servicePort}`, `http://127.0.0.1:${proxyPort}`]
    const start = (name: string, port: number, env: Record<string, string>) =>
      startScript(fileOf(`${name}.mjs`), { ...env, PORT: String(port), NODE_ENV: 'production' }, [])
    const processes = {
      'plain proxy': start('proxy', proxyPort, { TARGET: serviceUrl }),
      'plain service': start('service', servicePort, { DATABASE_URL: databaseUrl }),
    }
    const chain = new PlainChain(url, serviceUrl, processes)
    const answers = () => Promise.all([fetch(url), chain.tokens(1)])
    await eventually('the plain chain answers', () => answers().catch(() => undefined))
    return chain
  }

  /** Tokens of that many of its accounts. */
  tokens(count: number): Promise<string[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const body = JSON.stringify({ id: index + 1 })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${this.#serviceUrl}/login`, { method: 'POST', headers, body })
        return Login.parse(await answer.json()).token
      }),
    )
  }

  usages(): Usage[] {
    return usagesOf(Object.entries(this.#processes).map(([name, { pid }]) => [name, pid ?? 0]))
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#processes).map(stopScript))
  }
}

/** Makes a database with the plain chain's tables. @returns its URL */
export async function createPlainDatabase(serverUrl: string, database: string): Promise<string> {
  const url = new URL(serverUrl)
  await execute(serverUrl, [`CREATE DATABASE ${database}`])
  url.pathname = `/${database}`
  const schema = await readFile(fileOf('schema.sql'), 'utf8')
  // One by one: VACUUM cannot stand in the transaction that several at once would be.
  await execute(url.href, schema.split(/;\s*\n/))
  return url.href
}

async function execute(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
