import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { databaseUrl, ownerRole, setUpDatabase, UnreachableDatabase } from '@kismet/service-kit/database-setup'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { startTestPostgres, type TestPostgres } from '@kismet/real-servers/test-postgres'

/** Names of roles belong to a whole server, so this needs one of its own. */
let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres(localDirAt(process.env.LOCAL_DIR), () => undefined)
}, 30_000)
afterAll(async () => {
  await server.stop()
})

async function as(role: string, password: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl(server.url, { role, password }) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0]
  } finally {
    await client.end()
  }
}

describe('setUpDatabase', () => {
  const first = {
    ownerPassword: 'o1',
    services: new Map([
      ['auth', 'a1'],
      ['dice_slots', 'd1'],
    ]),
  }

  it('makes an owner and a login for each service, and can be repeated with other passwords', async () => {
    await setUpDatabase(server.url, first)
    await as(ownerRole, 'o1', 'CREATE SCHEMA auth')
    await expect(as('dice_slots', 'd1', 'CREATE SCHEMA mine')).rejects.toThrow('permission denied')
    await setUpDatabase(server.url, { ...first, services: new Map([['auth', 'a2']]) })
    await expect(as('auth', 'a2', 'SELECT 1 AS n')).resolves.toEqual({ n: 1 })
    await expect(as('auth', 'a1', 'SELECT 1')).rejects.toThrow('password authentication failed')
  })

  it('says in a sentence when the server cannot be used', async () => {
    const wrong = new URL(server.url)
    wrong.password = 'wrong'
    const attempt = setUpDatabase(wrong.href, first)
    await expect(attempt).rejects.toThrow(UnreachableDatabase)
    await expect(attempt).rejects.toThrow(
      /^The connection to PostgreSQL at 127\.0\.0\.1:\d+ failed: password authentication failed/,
    )
  })
})
