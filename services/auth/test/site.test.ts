import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminLogin,
  getConfig,
  getSiteMaintenance,
  limits,
  maintenanceChanged,
  setSiteMaintenance,
} from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { changeSetting } from '../src/db/site-settings.ts'
import { AuthWorld } from './auth-world.ts'
import { runCommand } from './run-command.ts'

let world: AuthWorld
const told: boolean[] = []
beforeAll(async () => {
  world = await AuthWorld.open({ SUPPORT_WHATSAPP: '+91 98765 43210', SUPPORT_EMAIL: '' })
  world.gateway.onSignal(maintenanceChanged, ({ siteMaintenance }) => told.push(siteMaintenance), { shared: false })
}, 60_000)
afterAll(() => world.close())

describe('the configuration for clients', () => {
  it('is what the environment and the maths say', async () => {
    expect(await world.call(getConfig, {})).toEqual({
      mode: 'play',
      operator: { name: null, licence: null, termsUrl: null, privacyUrl: null },
      limits: {
        deposit: { min: 100, max: 10_000 },
        dice: { min: 100, max: 100_000 },
        slots: { min: 100, max: 50_000 },
        aviator: { min: 100, max: 10_000 },
        mines: { min: 1, max: 100_000 },
        maxWin: 1_000_000,
      },
      rtp: { dice: 99, slots: 92, mines: 95, aviator: 96.97, aviatorMild: 98, aviatorHard: 95 },
      contacts: { whatsapp: '+91 98765 43210', email: null, answerHours: null },
      serverTime: isoTime(world.clock.now()),
    })
    expect(limits.maxWinPaise).toBe(100_000_000)
  })

  it('names the operator where there is one, and the addresses of their texts', async () => {
    const operator = { CASINO_MODE: 'real', OPERATOR_NAME: 'Acme', OPERATOR_LICENCE: 'L1' }
    const texts = { TERMS_URL: 'https://acme.example/terms', PRIVACY_URL: '' }
    const real = await AuthWorld.open({ ...operator, ...texts })
    expect(await real.call(getConfig, {})).toMatchObject({
      mode: 'real',
      operator: { name: 'Acme', licence: 'L1', termsUrl: 'https://acme.example/terms', privacyUrl: null },
    })
    await real.close()
  }, 60_000)
})

describe('maintenance', () => {
  it('is off at first; an owner sets it, everybody is told, and the audit log has it', async () => {
    expect(await world.call(getSiteMaintenance, {})).toEqual({ siteMaintenance: false })
    const token = await world.adminToken()
    expect(await world.call(setSiteMaintenance, { siteMaintenance: true }, { token })).toEqual({
      siteMaintenance: true,
    })
    await eventually('the gateway is told', () => told.length === 1)
    expect(told).toEqual([true])
    expect(await world.call(getSiteMaintenance, {})).toEqual({ siteMaintenance: true })
    await world.call(setSiteMaintenance, { siteMaintenance: false, reason: ' The upgrade is done ' }, { token })
    expect(await world.call(getSiteMaintenance, {})).toEqual({ siteMaintenance: false })
    const rows = await world.rows(
      `SELECT admin_name, target, detail, request_id FROM audit WHERE action = 'site-maintenance.set' ORDER BY sequence`,
    )
    expect(rows).toEqual([
      { admin_name: 'owner', target: 'site', detail: { before: false, after: true }, request_id: 'test' },
      {
        ...{ admin_name: 'owner', target: 'site', request_id: 'test' },
        detail: { before: true, after: false, reason: 'The upgrade is done' },
      },
    ])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  })

  it('of two owners who set it at once is what the second one set', async () => {
    const token = await world.adminToken()
    const { second } = await inTransaction(world.service.context.db, async (transaction) => {
      await takeLock(transaction, 'site maintenance')
      await changeSetting(transaction, 'maintenance', true)
      let isDone = false
      const answer = world
        .call(setSiteMaintenance, { siteMaintenance: false }, { token })
        .finally(() => (isDone = true))
      await eventually('the second one waits', async () => isDone || (await world.waitsForLock()))
      return { second: answer }
    })
    await second
    expect(await world.call(getSiteMaintenance, {})).toEqual({ siteMaintenance: false })
  })

  it('set by twenty at once leaves a whole chain', async () => {
    const token = await world.adminToken()
    const switches = Array.from({ length: 20 }, (_, index) =>
      world.call(setSiteMaintenance, { siteMaintenance: index % 2 === 0 }, { token }),
    )
    await Promise.all(switches)
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
    expect(await world.rows(`SELECT 1 FROM audit WHERE action = 'site-maintenance.set'`)).toHaveLength(23)
  })

  it.each(['cashier', 'support', 'auditor'])(
    'is not for a %s',
    async (role) => {
      await runCommand(['add', role, role], world.env(), 'a-password-of-theirs')
      const { token } = await world.call(adminLogin, { username: role, password: 'a-password-of-theirs' })
      const before = await world.call(getSiteMaintenance, {})
      expect(await world.refusal(setSiteMaintenance, { siteMaintenance: true }, { token })).toMatchObject({
        code: 'forbidden',
        status: 403,
      })
      expect(await world.call(getSiteMaintenance, {})).toEqual(before)
    },
    30_000,
  )

  it.each([
    { what: 'nobody', token: () => Promise.resolve(undefined) },
    { what: 'a player', token: async () => (await world.player()).token },
  ])('is not for $what', async ({ token }) => {
    const given = await token()
    const caller = given === undefined ? {} : { token: given }
    expect(await world.refusal(setSiteMaintenance, { siteMaintenance: true }, caller)).toMatchObject({
      code: 'unauthenticated',
      status: 401,
    })
  })

  it('is true or false and nothing else', async () => {
    const token = await world.adminToken()
    expect(await world.refusal(setSiteMaintenance, { siteMaintenance: 'yes' } as never, { token })).toMatchObject({
      code: 'invalid_request',
      message: 'siteMaintenance must be true or false.',
    })
  })
})
