import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { auditKey } from '@kismet/test-env/test-audit'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import { AuditLog } from '../src/audit/log.ts'
import { inTransaction } from '../src/database.ts'
import { KitDatabase } from './kit-database.ts'

const admin = { id: '0190a000-0000-7000-8000-000000000001', username: 'asha' }
const approved = { action: 'coin.approve', target: 'coin-1', detail: { paise: 500, playerId: 'p' } }

let kit: KitDatabase
let audit: AuditLog

beforeAll(async () => {
  kit = await KitDatabase.create('auth', '-- kit: turn\n-- kit: audit\n')
  await kit.migrate()
})

/** The audit log has no file of heads. */
beforeEach(async () => {
  await tamper('TRUNCATE audit')
  const parts = { db: kit.pool, clock: new TestClock(Date.UTC(2026, 0, 1)), log: testLogger('auth') }
  audit = await AuditLog.open({ service: 'auth', config: { AUDIT_KEY: auditKey }, ...parts })
})

afterAll(() => kit.drop())

async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  await kit.owner.query('ALTER TABLE audit DISABLE TRIGGER ALL')
  await kit.owner.query(statement, values)
  await kit.owner.query('ALTER TABLE audit ENABLE TRIGGER ALL')
}

const write = (action = approved.action, target = approved.target) =>
  inTransaction(kit.pool, (client) =>
    audit.append(client, { ...approved, admin, action, target, meta: { requestId: 'r' } }),
  )

it('the newest row of an action that was written with the key says how things are, whatever others have written after it', async () => {
  const newest = () => audit.newestOf(kit.pool, approved)
  expect(await newest()).toEqual({ says: undefined, isAlone: true })
  await write()
  await write('coin.reject')
  expect(await newest()).toEqual({ says: approved.detail, isAlone: true })
  const detail = { ...approved.detail, paise: 700 }
  await inTransaction(kit.pool, (client) =>
    audit.append(client, { ...approved, detail, admin, meta: { requestId: 'r' } }),
  )
  expect(await newest()).toEqual({ says: detail, isAlone: true })
  await tamper(
    `INSERT INTO audit SELECT (jsonb_populate_record(audit, jsonb_build_object('sequence', 3 + n, 'hash', 'x' || n))).* FROM audit, generate_series(1, 1200) AS n
     WHERE sequence = 3`,
  )
  expect(await newest()).toEqual({ says: detail, isAlone: false })
  await tamper(`UPDATE audit SET detail = detail || '{"paise": 800}' WHERE sequence = 3`)
  expect(await newest()).toEqual({ says: approved.detail, isAlone: false })
  await tamper('DELETE FROM audit WHERE sequence = 1')
  expect(await newest()).toEqual({ says: undefined, isAlone: false })
})

it('a log that was cut stays broken, also where no head is kept in a file, however often it is checked', async () => {
  for (let row = 1; row <= 3; row += 1) await write()
  await audit.check()
  expect(audit.state).toMatchObject({ fault: null, head: { sequence: 3 }, keptOutside: null })
  await tamper('DELETE FROM audit WHERE sequence = 3')
  for (let check = 1; check <= 3; check += 1) {
    await audit.check()
    expect(audit.state.fault?.what).toBe('Row 3 is missing, and so are all later rows: there were 3 rows.')
  }
  await write('coin.hide')
  await audit.check()
  expect(audit.state.fault?.what).toBe('Row 3 was replaced by another row.')
})

it('a log is not read by a process that ends, which says nothing of it', async () => {
  await write()
  await audit.watch().stop()
  await expect(audit.check()).rejects.toMatchObject({ code: 'unavailable' })
  expect(audit.state.fault).toBeNull()
})
