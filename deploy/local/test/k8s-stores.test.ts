import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { busUsers } from '@kismet/contracts'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { provideNats } from '@kismet/real-servers/nats'
import { runProgram } from '@kismet/real-servers/program'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import type { TestPostgres } from '@kismet/real-servers/test-postgres'
import { migrate, migrationsOf } from '@kismet/service-kit/migrate'
import pg from 'pg'
import { natsUsersManifest } from '../src/k8s/nats-users.ts'
import { manifestsFolder } from '../src/k8s/manifests.ts'

const local = localDirAt(process.env.LOCAL_DIR)

describe('the users of the bus in Kubernetes', () => {
  it('are taken by a NATS server, whatever their passwords have in them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kismet-nats-'))
    try {
      const [, indented = ''] = natsUsersManifest().split('users.conf: |\n')
      const users = indented.replaceAll(/\{\{ \.\w+ \| toJson \}\}/g, () => JSON.stringify('a "quoted" $word } 1e9'))
      expect(users).not.toContain('{{')
      expect(users.match(/user: /g)).toHaveLength(busUsers.length)
      const file = join(folder, 'users.conf')
      await writeFile(file, users)
      const nats = await provideNats(local, () => undefined)
      const { code, stderr } = await runProgram(nats, ['-t', '-c', file])
      expect({ code, stderr }).toMatchObject({ code: 0 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the SQL of a new cluster of PostgreSQL', () => {
  /** Names of roles belong to a whole server, so this needs one of its own. */
  let server: TestPostgres
  beforeAll(async () => {
    server = await startTestPostgres(local, () => undefined)
  }, 30_000)
  afterAll(async () => {
    await server.stop()
  })

  const urlOf = (role?: string) => {
    const url = new URL(server.url)
    url.pathname = '/kismet'
    if (role !== undefined) [url.username, url.password] = [role, 'p']
    return url.href
  }
  async function run(url: string, sql: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const results = [await client.query<Record<string, unknown>>(sql)].flat()
      return results.at(-1)?.rows[0]
    } finally {
      await client.end()
    }
  }

  it('gives each service its schema and no other, and the owner what its migrations need; it can be repeated', async () => {
    const roles = await readFile(join(manifestsFolder, 'base/stores/roles.sql'), 'utf8')
    await run(server.url, `CREATE ROLE kismet_owner LOGIN PASSWORD 'p'`)
    await run(server.url, 'CREATE DATABASE kismet OWNER kismet_owner')
    await run(urlOf(), roles)
    await run(urlOf(), roles)
    // What CloudNativePG does with managed.roles.
    for (const role of ['wallet', 'dice_slots']) await run(urlOf(), `ALTER ROLE ${role} PASSWORD 'p'`)

    const folder = migrationsOf(resolve(repositoryRoot, 'services/wallet'))
    const added = await migrate({ ownerUrl: urlOf('kismet_owner'), folder, schema: 'wallet', serviceRole: 'wallet' })
    expect(added.length).toBeGreaterThan(0)
    await expect(run(urlOf('wallet'), 'SELECT count(*)::int AS n FROM account')).resolves.toEqual({ n: 0 })
    await expect(run(urlOf('wallet'), 'CREATE TABLE wallet.mine (id int)')).rejects.toThrow('permission denied')
    await expect(run(urlOf('wallet'), 'CREATE TABLE public.mine (id int)')).rejects.toThrow('permission denied')
    await expect(run(urlOf('dice_slots'), 'SELECT * FROM wallet.account')).rejects.toThrow(
      'permission denied for schema',
    )
  })

  it('is of the roles that the cluster manages, and of every service with a database', async () => {
    const [roles, cluster] = await Promise.all(
      ['roles.sql', 'postgres.yaml'].map((name) => readFile(join(manifestsFolder, 'base/stores', name), 'utf8')),
    )
    const ofSql = [...(/ARRAY\[(.*?)\]/.exec(roles ?? '')?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
    const managed = [...(cluster ?? '').matchAll(/\{ name: (\w+), login: true/g)].map(([, name]) => name)
    expect(ofSql.length).toBeGreaterThan(0)
    expect(managed).toEqual(ofSql)
  })
})
