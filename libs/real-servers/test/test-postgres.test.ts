import { access, chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { openFolderFor } from '../src/server-user.ts'
import { localDirAt } from '../src/local-dir.ts'
import { startTestPostgres } from '../src/test-postgres.ts'

async function rowsOf(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the PostgreSQL of a test run', () => {
  it('keeps every promise of a commit', async () => {
    const [url = ''] = (process.env.KISMET_TEST_POSTGRES_URLS ?? '').split(' ')
    const settings = await rowsOf(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name`,
    )
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  it('has programs of NATS and Redis beside it', async () => {
    for (const name of ['KISMET_TEST_NATS_BIN', 'KISMET_TEST_REDIS_BIN']) {
      await expect(access(process.env[name] ?? '')).resolves.toBeUndefined()
    }
  })
})

describe('below a closed folder', () => {
  let closed = ''
  beforeAll(async () => {
    closed = await mkdtemp(join(tmpdir(), 'kismet-closed-'))
    await chmod(closed, 0o700)
  })
  afterAll(async () => {
    await rm(closed, { recursive: true, force: true })
    for (const base of ['/var/lib', '/var/tmp']) {
      await rm(openFolderFor(join(closed, 'local'), base), { recursive: true, force: true })
    }
  })

  it('starts, and leaves no data of the run behind', async () => {
    const local = localDirAt(join(closed, 'local'))
    await mkdir(local.root)
    const said: string[] = []
    const server = await startTestPostgres(local, (line) => said.push(line))
    expect(await rowsOf(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    // Only root has the trap: PostgreSQL then runs as another user, who cannot enter the folder.
    const isRoot = process.getuid?.() === 0
    const root = isRoot ? openFolderFor(local.root, '/var/lib') : local.root
    expect(said).toHaveLength(isRoot ? 1 : 0)
    const runs = [await readdir(join(root, 'test-runs')), await readdir('/dev/shm').catch(() => [])].flat()
    expect(runs.filter((name) => name.includes(`-${process.pid}-`))).toEqual([])
  })
})
