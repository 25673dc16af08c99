import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { busUsers } from '@kismet/contracts'
import { freePort } from '@kismet/real-servers/ports'
import { localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { provideNats } from '@kismet/real-servers/nats'
import { runProgram } from '@kismet/real-servers/program'
import { startTestPostgres } from '@kismet/real-servers/test-postgres'
import type { TestPostgres } from '@kismet/real-servers/test-postgres'
import { roleOf } from '@kismet/service-kit/database-setup'
import pg from 'pg'
import { natsUsersManifest } from '../src/k8s/nats-users.ts'
import { manifestsFolder } from '../src/k8s/manifests.ts'
import { serviceTable } from '../src/service-table.ts'

const local = localDirAt(process.env.LOCAL_DIR)

describe('the configuration of the bus in Kubernetes', () => {
  it('is taken by a NATS server, its users and its routes, whatever their passwords have in them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kismet-nats-'))
    try {
      const [, indented = ''] = natsUsersManifest().split('users.conf: |\n')
      const filled = indented
        .replaceAll(/\{\{ \.\w+ \| toJson \}\}/g, () => JSON.stringify('a "quoted" $word } 1e9'))
        .replaceAll(/\{\{ \.\w+ \| urlquery \}\}/g, () => encodeURIComponent('a "quoted" $word } 1e9'))
      const [users = '', routes = ''] = filled.split('routes.conf: |\n')
      expect(filled).not.toContain('{{')
      expect(users.match(/user: /g)).toHaveLength(busUsers.length)
      expect(users).toMatch(/^ +# permissions [0-9a-f]{16}$/m)
      // As the chart writes it with our values: what is included in the cluster's part is of that part.
      const config =
        '{"port": 4222, include users.conf;\n"cluster": {include routes.conf;\n"name": "nats", "no_advertise": true, "port": 6222}}'
      const files = { 'users.conf': users, 'routes.conf': routes, 'nats.conf': config }
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      const nats = await provideNats(local, () => undefined)
      const { code, stderr } = await runProgram(nats, ['-t', '-c', join(folder, 'nats.conf')])
      expect({ code, stderr }).toMatchObject({ code: 0 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a new cluster of PostgreSQL', () => {
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

  const folders = ['services/wallet', 'services/dice-slots'].map((folder) => resolve(repositoryRoot, folder))
  const program = resolve(repositoryRoot, 'libs/service-kit/src/bin/migrate.ts')
  const prepare = (ownerUrl = urlOf('kismet_owner')) =>
    runProgram(process.execPath, [program, ...folders], { env: { MIGRATION_DATABASE_URL: ownerUrl } })

  it('is made ready by its owner once its roles are there: a schema a service and no other, and the migrations; it can be repeated', async () => {
    // What CloudNativePG does: the database of an owner, then managed.roles.
    await run(server.url, `CREATE ROLE kismet_owner LOGIN PASSWORD 'p'`)
    await run(server.url, 'CREATE DATABASE kismet OWNER kismet_owner')
    const early = await prepare()
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('role "wallet" does not exist')])
    for (const role of ['wallet', 'dice_slots']) await run(server.url, `CREATE ROLE ${role} LOGIN PASSWORD 'p'`)
    expect(await prepare()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^wallet: 0001-.*\ndice-slots: 0001-/),
    })
    expect(await prepare()).toMatchObject({ code: 0, stdout: 'wallet: up to date\ndice-slots: up to date\n' })

    await expect(run(urlOf('wallet'), 'SELECT count(*)::int AS n FROM account')).resolves.toEqual({ n: 0 })
    await expect(run(urlOf('wallet'), 'CREATE TABLE wallet.mine (id int)')).rejects.toThrow('permission denied')
    await expect(run(urlOf('wallet'), 'CREATE TABLE public.mine (id int)')).rejects.toThrow('permission denied')
    await expect(run(urlOf('dice_slots'), 'SELECT * FROM wallet.account')).rejects.toThrow(
      'permission denied for schema',
    )
  })

  it('is named when it cannot be reached', async () => {
    const { code, stderr } = await prepare(`postgres://kismet_owner:p@127.0.0.1:${await freePort()}/kismet`)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/The connection to PostgreSQL at 127\.0\.0\.1:\d+ failed: .*ECONNREFUSED/),
    ])
  })

  it('manages a role for every service with a database', async () => {
    const cluster = await readFile(join(manifestsFolder, 'base/stores/postgres.yaml'), 'utf8')
    const managed = [...cluster.matchAll(/\{ name: (\w+), login: true/g)].map(([, name]) => name)
    const needed = serviceTable.filter(({ needs }) => needs.includes('database')).map(({ name }) => roleOf(name))
    expect(managed.toSorted()).toEqual(needed.toSorted())
  })
})
