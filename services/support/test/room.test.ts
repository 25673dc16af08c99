import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { adminListSupportMessages, limits, sendSupportMessage, setSupportMessageStatus } from '@kismet/contracts'
import type { SupportStatus, WireInput } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { asSuperuser } from '@kismet/test-env/test-database'
import { SupportStage, written } from './support-stage.ts'

const dayMs = 24 * 60 * 60_000
const { open, closedDays } = limits.support

let stage: SupportStage

beforeAll(async () => {
  stage = await SupportStage.set()
})

beforeEach(() => stage.clear())

afterAll(() => stage.strike())

const list = (query: WireInput<typeof adminListSupportMessages> = {}) =>
  stage.call(adminListSupportMessages, query, { token: stage.tokens.admin().token })
const texts = async () => (await list({ sort: 'createdAt', order: 'asc' })).messages.map(({ message }) => message)
/** Sends messages one after the other, a millisecond apart: ids of one millisecond have no order. */
const send = async (messages: readonly string[], token?: string) => {
  for (const message of messages) {
    stage.clock.advance(1)
    await stage.call(sendSupportMessage, { ...written, message }, token === undefined ? {} : { token })
  }
}
const set = async (status: SupportStatus, message: string) => {
  const found = (await list()).messages.find((one) => one.message === message)
  stage.clock.advance(1)
  const token = stage.tokens.admin('support').token
  await stage.call(setSupportMessageStatus, { id: found?._id ?? '', status }, { token })
}

describe('a closed message', () => {
  it('is deleted so many days after it was closed, however old it is; one that is open, or open again, stays', async () => {
    await send(['closed', 'closed later', 'opened again', 'open'])
    await set('closed', 'closed')
    await set('closed', 'opened again')
    await set('open', 'opened again')
    stage.clock.advance(closedDays * dayMs - 1)
    await set('closed', 'closed later')
    await stage.clearUp()
    expect(await texts()).toEqual(['closed later', 'opened again', 'open'])
    stage.clock.advance(closedDays * dayMs - 1)
    await stage.clearUp()
    expect(await texts()).toEqual(['closed later', 'opened again', 'open'])
    stage.clock.advance(1)
    await stage.clearUp()
    expect(await list()).toMatchObject({ open: 2, total: 2 })
  })
})

describe('open messages', () => {
  it('of strangers leave players half of the room', () => {
    expect(open.ofAll).toBeGreaterThanOrEqual(2 * open.ofStrangers)
  })

  it('of strangers are so many at a time: then strangers are refused, players are not, and what was taken is answered again', async () => {
    stage.setRoom({ ofPlayer: 9, ofSite: 9, ofStrangers: 2, ofAll: 9 })
    const { token } = stage.tokens.player()
    await send(['of a player'], token)
    stage.clock.advance(1)
    await stage.call(sendSupportMessage, { ...written, message: 'one' }, { key: 'message-one' })
    await send(['two'])
    await expect(send(['three'])).rejects.toMatchObject({
      code: 'support_full',
      message:
        'Too many messages wait for an answer. If you have an account, copy your message, log in and send it again.',
      params: { whose: 'strangers' },
    })
    await stage.call(sendSupportMessage, { ...written, message: 'one' }, { key: 'message-one' })
    await send(['of a player too'], token)
    await set('closed', 'one')
    await send(['three'])
    expect(await texts()).toEqual(['of a player', 'one', 'two', 'of a player too', 'three'])
  })

  it('of one player are so many at a time; others are taken', async () => {
    stage.setRoom({ ofPlayer: 2, ofSite: 9, ofStrangers: 9, ofAll: 9 })
    const { token } = stage.tokens.player()
    await send(['one', 'two'], token)
    await expect(send(['three'], token)).rejects.toMatchObject({ code: 'support_full', params: { whose: 'player' } })
    await send(['of another'], stage.tokens.player().token)
    await send(['of a stranger'])
  })

  it('of strangers of one site are so many at a time, so that a few sites do not fill the room of all strangers', async () => {
    stage.setRoom({ ofPlayer: 9, ofSite: 2, ofStrangers: 9, ofAll: 9 })
    const sendFrom = (ip: string) => stage.call(sendSupportMessage, written, { ip })
    await sendFrom('2001:db8:1:1::1')
    await sendFrom('2001:db8:1:2::1')
    const refused = { code: 'support_full', params: { whose: 'strangers' } }
    await expect(sendFrom('2001:db8:1:3::1')).rejects.toMatchObject(refused)
    await sendFrom('203.0.113.9')
    await stage.call(sendSupportMessage, written, { ip: '2001:db8:1:3::1', token: stage.tokens.player().token })
  })

  it('are so many in all, whoever has written them', async () => {
    stage.setRoom({ ofPlayer: 9, ofSite: 9, ofStrangers: 9, ofAll: 3 })
    await send(['one', 'two'])
    await send(['three'], stage.tokens.player().token)
    const refused = { code: 'support_full', params: { whose: 'all' } }
    await expect(send(['four'])).rejects.toMatchObject(refused)
    await expect(send(['four'], stage.tokens.player().token)).rejects.toMatchObject(refused)
    expect(await list()).toMatchObject({ open: 3, total: 3 })
  })
})

describe('a read that takes too long', () => {
  it('is unavailable, and ends at the server, too', async () => {
    const { postgresUrl } = stage.mongo
    // A table of MongoDB cannot be locked.
    if (postgresUrl === undefined) return
    await send(['one'])
    await asSuperuser(postgresUrl, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE tablename LIKE 'messages%'`,
      )
      await client.query(`BEGIN; LOCK TABLE ${tables[0]?.name}`)
      const reading = [list(), list({ search: 'nothing of this' }), list({ status: 'open' })]
      for (const outcome of await Promise.allSettled(reading))
        expect(outcome).toMatchObject({ reason: { code: 'unavailable' } })
      await eventually('nobody waits for the table', async () => {
        const { rows } = await client.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)
        return rows.length === 0
      })
    })
    expect(await texts()).toEqual(['one'])
  })
})
