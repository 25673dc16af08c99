import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminListSupportMessages,
  answerSupport,
  errorCatalogue,
  limits,
  listOwnConversations,
  replySupportMessage,
  requestRates,
  sendSupportMessage,
  setSupportMessageStatus,
  supportThreadChanged,
} from '@kismet/contracts'
import { createClient } from '@kismet/service-kit/database'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

const written = { name: 'Asha Rao', email: 'asha@example.in', message: 'My deposit is still pending.' }

describe('the support of the casino', () => {
  let casino: TestCasino
  let owner: AdminActor
  let asha: PlayerActor

  beforeAll(async () => {
    casino = await TestCasino.create({ trustedProxies: 'loopback' })
    owner = await casino.admin()
    asha = await casino.player()
    await fund(asha, owner, 1_000)
  })

  afterAll(() => casino.close())

  const isGatewayReady = () => fetch(`${casino.gatewayUrl}/ready`).then(({ status }) => status === 200)
  const audited = async () => {
    const client = createClient({ url: casino.database.ownerUrl, schema: 'auth' })
    await client.connect()
    const { rows } = await client.query(
      `SELECT action, target, admin_name FROM audit WHERE action LIKE 'support-message.%' ORDER BY sequence`,
    )
    await client.end()
    return rows as unknown[]
  }

  it('takes messages of strangers and of players, once a key, and an admin closes one', async () => {
    const stranger = casino.stranger()
    const key = 'one-message'
    expect((await stranger.api.call(sendSupportMessage, written, { key })).status).toBe(200)
    const again = await stranger.api.call(sendSupportMessage, written, { key })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    await asha.api.must(sendSupportMessage, written)
    const { messages, open } = await owner.api.must(adminListSupportMessages, {})
    expect(open).toBe(2)
    expect(messages.map(({ user }) => user?._id ?? null)).toEqual([null, asha.id])
    const id = messages[0]?._id ?? ''
    const { message } = await owner.api.must(setSupportMessageStatus, { id, status: 'closed' })
    expect(message).toMatchObject({ _id: id, status: 'closed', changedBy: 'owner' })
    expect(await audited()).toEqual([{ action: 'support-message.close', target: id, admin_name: 'owner' }])
  })

  it('is a conversation: a reply is mailed and told, its player answers, and the message waits again', async () => {
    const socket = await PlayerSocket.open(casino.gatewayUrl, asha.api.token)
    const { conversations } = await asha.api.must(listOwnConversations, {})
    const id = conversations[0]?._id ?? ''
    await owner.api.must(replySupportMessage, { id, text: 'Which UTR?' }, { key: 'one-reply' })
    const again = await owner.api.call(replySupportMessage, { id, text: 'Which UTR?' }, { key: 'one-reply' })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    await eventually('the app is told', () => socket.heard(supportThreadChanged).length > 0)
    expect(socket.heard(supportThreadChanged)[0]).toEqual({ _id: id })
    await casino.mailbox.mail(asha.email, 'Which UTR?')
    const { replies } = await asha.api.must(answerSupport, { id, text: '432876441802' })
    expect(replies.map(({ by, text }) => [by, text])).toEqual([
      ['us', 'Which UTR?'],
      ['player', '432876441802'],
    ])
    expect(await owner.api.must(adminListSupportMessages, { view: 'us' })).toMatchObject({ messages: [{ _id: id }] })
    // The code of the sign-up, the deposit and one reply. The mail about the deposit leaves by itself.
    await eventually('three mails came', () => casino.mailbox.count(asha.email) === 3)
    socket.close()
  })

  it('takes what somebody writes whose session has ended as that of a stranger', async () => {
    const headers = { authorization: 'Bearer of-something-else' }
    expect((await casino.stranger().api.call(sendSupportMessage, written, { headers })).status).toBe(200)
  })

  it('says what is missing in a message', async () => {
    const answer = await casino.stranger().api.call(sendSupportMessage, { ...written, name: '' })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please fill in all fields.' } })
  })

  it('is not for players to read', async () => {
    expect((await asha.api.call(adminListSupportMessages)).status).toBe(401)
  })

  it('is unavailable while MongoDB is away: play goes on, the gateway stays ready, and what was written is there again', async () => {
    await casino.mongo.stop('SIGKILL')
    const refused = await asha.api.call(sendSupportMessage, written)
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: errorCatalogue.unavailable.message },
    })
    expect((await owner.api.call(adminListSupportMessages)).status).toBe(503)
    expect(await isGatewayReady()).toBe(true)
    const { balance } = await asha.rollDice({ betAmount: 100, rollOver: 50 })
    expect(await asha.balance()).toBe(balance)
    await casino.mongo.start()
    await eventually('support answers', async () => (await owner.api.call(adminListSupportMessages)).status === 200)
    await asha.api.must(sendSupportMessage, written)
    expect(await owner.api.must(adminListSupportMessages, {})).toMatchObject({ open: 3, total: 4 })
  })

  it('strangers of one site have so many messages open, whatever addresses of it they come from', async () => {
    const send = async (address: string) =>
      (await casino.stranger().api.call(sendSupportMessage, written, { headers: { 'x-forwarded-for': address } }))
        .status
    const { ofSite } = limits.support.open
    for (let at = 0; at < ofSite; at += 1) expect(await send(`2001:db8:1:${at}::1`)).toBe(200)
    expect(await send('2001:db8:1:ffff::1')).toBe(422)
    expect(await send('2001:db8:2::1')).toBe(200)
  })
})

it('a stranger writes so often from one address and no more', async () => {
  const casino = await TestCasino.create({ env: { gateway: { RATE_LIMIT_FACTOR: '1' } } })
  const send = async () => (await casino.stranger().api.call(sendSupportMessage, written)).status
  const statuses: number[] = []
  for (let at = 0; at <= requestRates.message.address.points; at += 1) statuses.push(await send())
  expect(statuses).toEqual([...Array<number>(requestRates.message.address.points).fill(200), 429])
  await casino.close()
}, 60_000)
