import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkAuditLog, getAuditLog, setSiteMaintenance, setVolatilityMode } from '@kismet/contracts'
import type { AdminActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { auditLog } from '@kismet/test-env/audit-log'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
}, 60_000)

afterAll(() => casino.close())

describe('who reads the audit log', () => {
  it('finds what admins did in every service, newest first, page by page, with who, when and from where', async () => {
    await fund(await casino.player(), owner, 1_000)
    await owner.api.must(setVolatilityMode, { mode: 'hard' })
    await owner.api.must(setSiteMaintenance, { siteMaintenance: false })
    const first = await auditLog(owner, { limit: 2 })
    const row = { admin: { username: 'owner' }, ip: '127.0.0.1', requestId: expect.any(String) }
    expect(first.rows).toMatchObject([
      { ...row, service: 'auth', action: 'site-maintenance.set', detail: { before: false, after: false } },
      { ...row, service: 'aviator', action: 'volatility-mode.set' },
    ])
    const second = await auditLog(owner, { limit: 200, cursor: first.nextCursor ?? '' })
    expect(second.rows[0]).toMatchObject({ ...row, service: 'payments', action: 'deposit.approve', sequence: 1 })
    expect(second.nextCursor).toBeNull()
    const found = await auditLog(owner, { action: 'deposit', admin: 'OWNER', search: 'approve' })
    expect(found.rows.map(({ action }) => action)).toEqual(['deposit.approve'])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await auditLog(owner, { from: tomorrow })).rows).toEqual([])
    // A moment that the database writes in another way.
    const yearNought = '0000-01-01T00:00:00.000Z'
    expect((await auditLog(owner, { from: yearNought })).rows.length).toBeGreaterThan(0)
    expect((await auditLog(owner, { to: yearNought })).rows).toEqual([])
    expect(await owner.api.call(getAuditLog, { cursor: 'nonsense' })).toMatchObject({ status: 400 })
  })

  it('has all chains checked, and is told which row is not as it was written', async () => {
    const { states } = await owner.api.must(checkAuditLog, {})
    expect(states).toMatchObject([
      { service: 'auth', fault: null, checkedAt: expect.any(String) },
      { service: 'aviator', fault: null, head: { sequence: 1 } },
      { service: 'payments', fault: null, head: { sequence: 1 } },
      { service: 'wallet', fault: null, head: null },
    ])
  })

  it('is told of a service that does not answer, and sees the others', async () => {
    await casino.stop('payments')
    const { rows, states } = await auditLog(owner, {}, ['payments'])
    expect(states.map(({ service }) => service)).toEqual(['auth', 'aviator', 'wallet'])
    expect(rows.map(({ service }) => service)).toEqual(expect.arrayContaining(['auth', 'aviator']))
    expect(rows.some(({ service }) => service === 'payments')).toBe(false)
    await casino.start('payments')
  })
})
