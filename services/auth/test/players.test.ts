import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAdminAccount,
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  adminLogin,
  checkSession,
  getOwnAccount,
  liftSuspension,
  login,
  sessionsEnded,
  suspendPlayer,
} from '@kismet/contracts'
import type { AdminRole, WireInput } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { auditFault } from '@kismet/test-env/test-audit'
import { listPlayers } from '../src/db/player-lists.ts'
import { adminCredentials, AuthWorld, contentOf, newAddress, password } from './auth-world.ts'

let world: AuthWorld
let owner: string
beforeAll(async () => {
  world = await AuthWorld.open()
  owner = (await world.call(adminLogin, adminCredentials)).token
}, 60_000)
afterAll(() => world.close())

async function tokenOf(role: AdminRole): Promise<string> {
  const username = `${role}-${newAddress()}`
  const added = await world.call(addAdminAccount, { username, role }, { token: owner })
  const newPassword = 'a-password-of-my-own'
  return (await world.call(adminLogin, { username, password: added.password, newPassword }, { ip: newAddress() })).token
}

const find = (input: WireInput<typeof adminListPlayers>) => world.call(adminListPlayers, input, { token: owner })
const emailsOf = async (input: WireInput<typeof adminListPlayers>) =>
  (await find(input)).players.map(({ email }) => email)
/** As its player does, whose wallet and payments are not here. */
const close = (id: string) => world.rows(`UPDATE player SET closing_at = now(), closed_at = now() WHERE id = $1`, [id])
const reason = 'Two accounts of one person'
const suspend = (id: string, token = owner) => world.call(suspendPlayer, { id, reason }, { token })
const lift = (id: string) => world.call(liftSuspension, { id, reason: 'Cleared up' }, { token: owner })
const holder = async (token: string) =>
  (await world.as('gateway', checkSession, { sessionId: String(contentOf(token).sid) })).holder
const audits = (id: string) =>
  world.rows('SELECT action, admin_name, detail FROM audit WHERE target = $1 ORDER BY sequence', [id])
const toldOf = (id: string) =>
  world.suspensions.filter(({ playerId }) => playerId === id).map(({ isSuspended }) => isSuspended)

describe('players are found', () => {
  it('by how the e-mail begins, by how the id does, and by their state, page by page', async () => {
    const [anna, anil, ansh, bina] = [
      await world.player('anna.rao@example.in'),
      await world.player('anil.rao@example.in'),
      await world.player('ansh_rao@example.in'),
      await world.player('bina.rao@example.in'),
    ]
    // Players of one millisecond have no order that a reader would know.
    const newest = (players: { id: string; email: string }[]) =>
      players.sort((a, b) => (a.id < b.id ? 1 : -1)).map(({ email }) => email)
    const newestAn = newest([anna, anil, ansh])
    const newestFirst = newest([anna, anil, ansh, bina])
    expect(await emailsOf({ search: ' AN' })).toEqual(newestAn)
    expect(await emailsOf({ search: 'an_l' })).toEqual([])
    expect(await emailsOf({ search: 'ao@example' })).toEqual([])
    const first = await find({ search: 'an', limit: 2 })
    const next = await find({ search: 'an', limit: 2, cursor: first.nextCursor ?? '' })
    expect([first, next].map(({ players }) => players.map(({ email }) => email))).toEqual([
      newestAn.slice(0, 2),
      newestAn.slice(2),
    ])
    expect(next.nextCursor).toBeNull()
    expect(await emailsOf({ search: bina.id })).toEqual([bina.email])
    expect(await emailsOf({ search: bina.id.slice(0, 13).toUpperCase() })).toContain(bina.email)
    expect(await emailsOf({ search: bina.id.slice(0, 7) })).toEqual([])

    expect((await emailsOf({})).slice(0, 4)).toEqual(newestFirst)
    const one = await find({ limit: 1 })
    const two = await find({ limit: 1, cursor: one.nextCursor ?? '' })
    expect([one, two].map(({ players }) => players[0]?.email)).toEqual(newestFirst.slice(0, 2))

    await suspend(anil.id)
    await close(ansh.id)
    expect(await emailsOf({ state: 'suspended' })).toEqual([anil.email])
    expect(await emailsOf({ state: 'closed', search: 'an' })).toEqual([ansh.email])
    expect(await emailsOf({ state: 'active', search: 'an' })).toEqual([anna.email])
  })

  it('by an index, whatever is looked for', async () => {
    const { id } = await world.player()
    await world.db.query('SET enable_seqscan = off')
    const searches = [{}, { search: 'an' }, { search: id.slice(0, 13) }, { state: 'closed' as const }]
    for (const search of searches) {
      const explained: string[] = []
      const query = async (sql: string, values: unknown[]) => {
        const rows = await world.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)
        explained.push(...rows.map((row) => row['QUERY PLAN']))
        return { rows: [] }
      }
      const all = { search: '', state: undefined, before: undefined, limit: 5 }
      await listPlayers({ query } as unknown as Queryable, { ...all, ...search })
      expect(explained.join('\n')).toMatch(/Index (Only )?Scan/)
      expect(explained.join('\n')).not.toContain('Seq Scan')
    }
    await world.db.query('RESET enable_seqscan')
  })

  it.each(['nobody', ''])('not after the cursor %j', async (cursor) => {
    expect(await world.refusal(adminListPlayers, { cursor }, { token: owner })).toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('a player who is suspended', () => {
  it('is out everywhere at once and cannot log in; lifted, the same password lets in again', async () => {
    const told: string[] = []
    world.gateway.onSignal(sessionsEnded, ({ sessionIds, reason: why }) => told.push(...sessionIds, why), {
      shared: false,
    })
    await world.gateway.flush()
    const asha = await world.player()
    const phone = await world.login(asha.email)
    const { player } = await suspend(asha.id)
    expect(player).toMatchObject({
      ...{ _id: asha.id, email: asha.email, username: null, state: 'suspended', language: 'en', sessions: 0 },
      suspension: { by: 'owner', reason },
      closedAt: null,
    })
    expect([await holder(asha.token), await holder(phone)]).toEqual([null, null])
    await eventually('the gateway is told', () => told.includes('account_suspended'))
    expect(told).toContain(String(contentOf(phone).sid))
    const tried = await world.refusal(login, { email: asha.email, password })
    expect(tried).toMatchObject({ code: 'account_suspended', status: 403 })
    const guessed = await world.refusal(login, { email: asha.email, password: 'not-the-password' })
    expect(guessed).toMatchObject({ code: 'invalid_credentials' })
    expect(toldOf(asha.id)).toEqual([true])

    expect((await lift(asha.id)).player).toMatchObject({ state: 'active', suspension: null })
    expect(await holder(await world.login(asha.email))).toContain(asha.id)
    expect(toldOf(asha.id)).toEqual([true, false])
    expect(await audits(asha.id)).toEqual([
      { action: 'player.suspend', admin_name: 'owner', detail: { reason, sessions: 2 } },
      { action: 'player.lift', admin_name: 'owner', detail: { reason: 'Cleared up' } },
    ])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  })

  it('stays as the first of two says; what is so already is answered and written nowhere', async () => {
    const ravi = await world.player()
    expect((await lift(ravi.id)).player.state).toBe('active')
    await Promise.all([suspend(ravi.id), suspend(ravi.id)])
    expect(
      (await world.call(suspendPlayer, { id: ravi.id, reason: 'another one' }, { token: owner })).player,
    ).toMatchObject({
      suspension: { reason },
    })
    expect(await audits(ravi.id)).toHaveLength(1)
    const { notes } = await world.call(adminListPlayerNotes, { id: ravi.id }, { token: owner })
    expect(notes.map(({ kind, text }) => [kind, text])).toEqual([['suspend', reason]])
  })

  it('is told to the wallet as soon as that answers again, and not let in by a login of that moment', async () => {
    const dev = await world.player()
    await world.stopWallet()
    expect((await suspend(dev.id)).player.state).toBe('suspended')
    expect(toldOf(dev.id)).toEqual([])
    await world.startWallet()
    await eventually('the wallet is told', () => toldOf(dev.id).length > 0)
    expect(toldOf(dev.id)).toEqual([true])
  })

  it('is told to the wallet although the wallet fails for a player before', async () => {
    const players = [await world.player(), await world.player()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const [before, after] = players.map(({ id }) => id)
    if (before === undefined || after === undefined) throw new Error('Two players are needed')
    await world.stopWallet()
    await Promise.all([suspend(before), suspend(after)])
    world.unknownToWallet = before
    await world.startWallet()
    await eventually('the wallet is told of the second player', () => toldOf(after).length > 0)
    expect(toldOf(before)).toEqual([])
    world.unknownToWallet = undefined
    await eventually('the wallet is told of the first player', () => toldOf(before).length > 0)
  })

  it('is not one who has closed the account', async () => {
    const meera = await world.player()
    await close(meera.id)
    expect(await world.refusal(suspendPlayer, { id: meera.id, reason }, { token: owner })).toMatchObject({
      code: 'account_closed',
    })
    expect((await world.call(adminGetPlayer, { id: meera.id }, { token: owner })).player.state).toBe('closed')
  })

  it('has no session whose login was under way', async () => {
    const nila = await world.player()
    const logins = Array.from({ length: 4 }, () => world.login(nila.email).catch(() => undefined))
    await suspend(nila.id)
    const tokens = await Promise.all(logins)
    for (const token of tokens) if (token !== undefined) expect(await holder(token)).toBeNull()
    const { sessions } = await world.call(adminListPlayerSessions, { id: nila.id }, { token: owner })
    expect(sessions).toEqual([])
  })
})

describe('what admins see and do besides', () => {
  it('sessions with their device and address; ended, they are gone with their sockets, and a login begins anew', async () => {
    const ravi = await world.player()
    const token = await tokenOf('support')
    const { sessions } = await world.call(adminListPlayerSessions, { id: ravi.id }, { token })
    expect(sessions).toMatchObject([{ _id: contentOf(ravi.token).sid, ip: '203.0.113.1' }])
    expect(JSON.stringify(sessions)).not.toContain(ravi.token)
    expect(await world.call(adminEndPlayerSessions, { id: ravi.id }, { token })).toEqual({ ended: 1 })
    expect(await holder(ravi.token)).toBeNull()
    expect(await world.call(adminEndPlayerSessions, { id: ravi.id }, { token })).toEqual({ ended: 0 })
    expect(await audits(ravi.id)).toMatchObject([{ action: 'player.end-sessions', detail: { sessions: 1 } }])
    await world.call(getOwnAccount, {}, { token: await world.login(ravi.email) })
  })

  it('notes, newest first, page by page, which nothing changes', async () => {
    const { id } = await world.player()
    const token = await tokenOf('support')
    for (const text of ['first', ' second ', 'third'])
      expect((await world.call(addPlayerNote, { id, text }, { token })).note).toMatchObject({ text: text.trim() })
    const page = await world.call(adminListPlayerNotes, { id, limit: 2 }, { token: owner })
    const next = await world.call(
      adminListPlayerNotes,
      { id, limit: 2, cursor: page.nextCursor ?? '' },
      { token: owner },
    )
    expect([page, next].map(({ notes }) => notes.map(({ text }) => text))).toEqual([['third', 'second'], ['first']])
    expect(next.nextCursor).toBeNull()
    expect(page.notes[0]?.by).toMatch(/^support-/)
    expect(await audits(id)).toHaveLength(3)
    for (const text of ['', '   ', 'a'.repeat(2_001)])
      expect(await world.refusal(addPlayerNote, { id, text }, { token })).toMatchObject({ code: 'invalid_request' })
    const db = world.service.context.db
    await expect(db.query('UPDATE player_note SET text = $1', ['x'])).rejects.toThrow(/only when its account is erased/)
    await expect(db.query('DELETE FROM player_note')).rejects.toThrow(/permission denied/)
  })

  it('nothing of a player who is not there', async () => {
    for (const id of ['nobody', '0190b2a0-0000-7000-8000-000000000001'])
      for (const [operation, input] of [
        [adminGetPlayer, { id }],
        [adminListPlayerSessions, { id }],
        [adminListPlayerNotes, { id }],
        [addPlayerNote, { id, text: 'hello' }],
        [adminEndPlayerSessions, { id }],
        [suspendPlayer, { id, reason }],
        [liftSuspension, { id, reason }],
      ] as const)
        expect(await world.refusal(operation, input as never, { token: owner })).toMatchObject({ code: 'not_found' })
  })

  it('and nobody suspends without a reason, or whose role may not', async () => {
    const { id } = await world.player()
    expect(await world.refusal(suspendPlayer, { id, reason: ' a ' }, { token: owner })).toMatchObject({
      code: 'invalid_request',
    })
    for (const role of ['support', 'auditor'] as const) {
      const token = await tokenOf(role)
      expect(await world.refusal(suspendPlayer, { id, reason }, { token })).toMatchObject({ code: 'forbidden' })
      expect(await world.refusal(liftSuspension, { id, reason }, { token })).toMatchObject({ code: 'forbidden' })
      const { player } = await world.call(adminGetPlayer, { id }, { token })
      expect(JSON.stringify(player)).not.toContain('argon2')
    }
    const auditor = await tokenOf('auditor')
    expect(await world.refusal(addPlayerNote, { id, text: 'hello' }, { token: auditor })).toMatchObject({
      code: 'forbidden',
    })
    await suspend(id, await tokenOf('cashier'))
  })
})
