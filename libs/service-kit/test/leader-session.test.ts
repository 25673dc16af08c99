import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool } from '../src/database.ts'
import type { Pool } from '../src/database.ts'
import { Deposed, openLeaderSession } from '../src/leader-session.ts'

const log = testLogger('leader session')
let database: TestDatabase
let owner: Pool

beforeAll(async () => {
  database = await createTestDatabase(['wallet'])
  owner = createPool({ url: database.ownerUrl, schema: 'wallet', maxConnections: 1, log })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const open = (fencingToken: number, name = 'a leader') =>
  openLeaderSession({
    url: database.urlOf('wallet'),
    schema: 'wallet',
    queryTimeoutMs: 5_000,
    fencingToken,
    name,
    ends: [name],
    log,
  })

it('is opened in the newest term alone, and then ends those of its name that were before it', async () => {
  await owner.query('UPDATE leadership SET term = 5')
  const [former, other] = [await open(5), await open(5, 'another')]
  await expect(open(4)).rejects.toBeInstanceOf(Deposed)
  expect((await former.client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await owner.query('UPDATE leadership SET term = 6')
  const latter = await open(6)
  await eventually('it is lost', () => former.isLost())
  expect([other, latter].map((session) => session.isLost())).toEqual([false, false])
  await expect(open(5)).rejects.toBeInstanceOf(Deposed)
  expect(latter.isLost()).toBe(false)
  await Promise.all([other.close(), latter.close()])
})

it('is not opened while a backend of before has not ended: it may still write what it was sent', async () => {
  await owner.query('UPDATE leadership SET term = 7')
  const former = await open(7)
  const { rows } = await former.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const backend = rows[0]?.pid ?? Number.NaN
  process.kill(backend, 'SIGSTOP')
  try {
    await expect(open(7)).rejects.toThrow('is still open')
  } finally {
    process.kill(backend, 'SIGCONT')
  }
  await eventually('it is lost', () => former.isLost())
  await (await open(7)).close()
})
