import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  addPlayerNote,
  closeAccount,
  closeWallet,
  countPendingRequests,
  erasePlayer,
  eraseSupportOfPlayer,
  signup,
} from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { eraseAllClosed } from '../src/erasure.ts'
import { AuthWorld, password } from './auth-world.ts'

const days = 1_826
const dayMs = 24 * 3_600_000
let world: AuthWorld
let others: Bus[]
/** What payments and support were asked to erase. */
const asked: string[] = []
const askedOfSupport: string[] = []
let failsFor = ''

beforeAll(async () => {
  world = await AuthWorld.open()
  const erase = handle(erasePlayer, (_context, { input: { playerId } }) => {
    if (playerId === failsFor) return Promise.reject(new Refusal('unavailable'))
    asked.push(playerId)
    return Promise.resolve({})
  })
  const eraseMessages = handle(eraseSupportOfPlayer, (_context, { input: { playerId } }) => {
    askedOfSupport.push(playerId)
    return Promise.resolve({})
  })
  others = [
    await world.standIn('support', [eraseMessages]),
    await world.standIn('wallet', [handle(closeWallet, () => Promise.resolve({}))]),
    await world.standIn('payments', [handle(countPendingRequests, () => Promise.resolve({ pending: 0 })), erase]),
  ]
}, 60_000)
afterAll(async () => {
  for (const bus of others) await bus.close()
  await world.close()
})

const row = async (id: string) => (await world.rows('SELECT email, erased_at FROM player WHERE id = $1', [id]))[0]

it('an account that was closed five years ago loses its personal data, and no other account does', async () => {
  const [closed, failed, open] = [await world.player(), await world.player(), await world.player()]
  const admin = await world.adminToken()
  await world.call(addPlayerNote, { id: closed.id, text: 'Called on 98765 43210' }, { token: admin })
  for (const { token } of [closed, failed]) await world.call(closeAccount, { password }, { token })
  for (const { email } of [closed, failed]) await world.mailbox.mail(email, 2)
  await world.rows(
    `INSERT INTO push_browser (id, player_id, device, endpoint, p256dh, auth_secret, added_at, seen_at)
     VALUES (uuidv7(), $1, 'device', 'https://web.push.apple.com/1', 'key', 'key', now(), now())`,
    [closed.id],
  )
  world.clock.advance(days * dayMs - 1)
  await eraseAllClosed(world.service.context)
  expect(asked).toEqual([])
  world.clock.advance(1)
  failsFor = failed.id
  await eraseAllClosed(world.service.context)
  expect(asked).toEqual([closed.id])
  expect(askedOfSupport.toSorted()).toEqual([closed.id, failed.id].toSorted())
  expect(await row(closed.id)).toEqual({ email: `erased-${closed.id}`, erased_at: expect.any(Date) })
  expect(await row(failed.id)).toMatchObject({ email: failed.email, erased_at: null })
  expect(await row(open.id)).toMatchObject({ email: open.email })
  const everything = await world.rows(
    `SELECT row_to_json(player)::text || coalesce(string_agg(row_to_json(player_note)::text, ''), '') AS text
     FROM player LEFT JOIN player_note ON player_id = id WHERE id = $1 GROUP BY player`,
    [closed.id],
  )
  expect(await world.rows('SELECT 1 FROM push_browser WHERE player_id = $1', [closed.id])).toEqual([])
  expect(JSON.stringify(everything)).not.toMatch(/98765|example\.in/)
  const [entry] = await world.rows('SELECT action, detail FROM audit ORDER BY sequence DESC LIMIT 1')
  expect(entry).toEqual({ action: 'personal-data.erase', detail: { players: 1 } })
  expect(world.service.context.audit.state.fault).toBeNull()
  failsFor = ''
  await eraseAllClosed(world.service.context)
  expect(await row(failed.id)).toMatchObject({ email: `erased-${failed.id}` })
  // The address is free again.
  await world.call(signup, { email: closed.email, password, acceptTerms: true })
  expect(await world.mailbox.code(closed.email, 3)).toMatch(/^\d{6}$/)
})
