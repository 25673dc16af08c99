import { auditKey } from '@kismet/test-env/test-audit'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import { startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { wallet } from '../src/service.ts'

let nats: TestNats
let database: TestDatabase
beforeAll(async () => {
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
})
afterAll(() => Promise.all([nats.remove(), database.drop()]))

it('a wallet leads no ledger that has a migration which it does not know and may not write beside', async () => {
  const auth = await startFakeAuth(nats, new TestTokens())
  const owner = createPool({
    url: database.ownerUrl,
    schema: 'wallet',
    maxConnections: 1,
    log: testLogger('owner'),
  })
  const env = { NATS_URL: nats.urlOf('wallet'), DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey }
  const start = () => wallet.start(env, { log: testLogger('wallet') })
  await owner.query(`INSERT INTO migration (name, sha256, standstill) VALUES ('9999-later.sql', '', true)`)
  await expect(start()).rejects.toThrow('newer migrations 9999-later.sql: this release may not run on it')
  await owner.query(`UPDATE migration SET standstill = false WHERE name = '9999-later.sql'`)
  await (await start()).stop()
  await owner.end()
  await auth.close()
})
