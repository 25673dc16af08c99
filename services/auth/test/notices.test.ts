import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { mailNotice, readPlayerEmails, setLanguage } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import type { Env } from '@kismet/service-kit/env'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { sendOwedNotice } from '../src/notices.ts'
import { AuthWorld } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const restart = async (env: Env) => {
  await world.service.stop()
  world.service = await world.startReplica(env)
}
const read = async (email: string, nth: number) => PostalMime.parse(await world.mailbox.mail(email, nth))

it.each([
  { language: 'en', notice: 'account_added', subject: 'A bank account was added at Kismet' },
  { language: 'en', notice: 'account_changed', subject: 'A bank account was changed at Kismet' },
  { language: 'en', notice: 'account_deleted', subject: 'A bank account was deleted at Kismet' },
  { language: 'hi', notice: 'account_added', subject: 'Kismet पर एक बैंक खाता जोड़ा गया' },
] as const)('a notice ($notice, $language) goes to the player’s own address, in the words of auth', async (row) => {
  const { email, token, id } = await world.player()
  await world.call(setLanguage, { language: row.language }, { token })
  const noticeId = systemRandomness.id(0)
  await world.payments(mailNotice, { noticeId, playerId: id, notice: row.notice, lastDigits: '6789' })
  const mail = await read(email, 2)
  expect(mail.to).toMatchObject([{ address: email }])
  expect(mail.subject).toBe(row.subject)
  expect(mail.text).toContain('6789')
  expect(mail.html).toContain(`<html lang="${row.language}">`)
})

it('is answered once the mail server has it: while that is away it is unavailable, and comes when it is asked for again, also of an auth that was restarted', async () => {
  const { email, id } = await world.player()
  const noticeId = systemRandomness.id(0)
  const owed = { noticeId, playerId: id, notice: 'account_changed', lastDigits: '6789' } as const
  // No server listens on the port of the discard protocol.
  await restart({ SMTP_URL: 'smtp://127.0.0.1:9' })
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await expect(world.payments(mailNotice, owed)).rejects.toMatchObject({ code: 'unavailable' })
    world.clock.advance(60_000)
  }
  expect(world.service.context.mails.size).toBe(0)
  await restart({})
  await world.payments(mailNotice, owed)
  expect(world.mailbox.count(email)).toBe(2)
}, 60_000)

it('to nobody is no mail, and no failure', async () => {
  const playerId = '0190b2a0-0000-7000-8000-000000000000'
  const owed = { noticeId: systemRandomness.id(0), playerId, notice: 'account_added', lastDigits: '6789' } as const
  expect(await world.payments(mailNotice, owed)).toEqual({})
})

it.each(['678', '67890', 'abcd', '12 4'])('takes four digits and nothing else: not %p', async (lastDigits) => {
  const { id } = await world.player()
  const noticeId = systemRandomness.id(0)
  const call = world.payments(mailNotice, { noticeId, playerId: id, notice: 'account_added', lastDigits })
  await expect(call).rejects.toMatchObject({ code: 'invalid_request' })
})

it('tells the e-mails of players by their ids, and none of who has no account', async () => {
  const players = await Promise.all([world.player(), world.player()])
  const ids = [...players.map(({ id }) => id), '0190b2a0-0000-7000-8000-000000000000']
  const found = await world.as('analytics', readPlayerEmails, { ids })
  expect(new Map(found.players.map(({ _id, email }) => [_id, email]))).toEqual(
    new Map(players.map(({ id, email }) => [id, email])),
  )
  expect(await world.as('analytics', readPlayerEmails, { ids: [] })).toEqual({ players: [] })
})

describe('a notice whose mail server takes long', () => {
  let answered: PromiseWithResolvers<void>
  let server: SMTPServer
  let smtp: Env
  let deliveries: number
  let owed: Input<typeof mailNotice>

  beforeEach(async () => {
    answered = Promise.withResolvers()
    deliveries = 0
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          deliveries += 1
          void answered.promise.then(() => done(), done)
        })
      },
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { id } = await world.player()
    owed = { noticeId: systemRandomness.id(0), playerId: id, notice: 'account_added', lastDigits: '6789' }
    smtp = { SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
    await restart(smtp)
  })
  afterEach(async () => {
    await restart({})
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const isWithServer = () => eventually('the server has it', () => deliveries === 1)

  it('is mailed once, whichever replica is asked again meanwhile and afterwards', async () => {
    const first = world.payments(mailNotice, owed)
    await isWithServer()
    const other = await world.startReplica(smtp)
    for (let repeat = 0; repeat < 4; repeat += 1)
      await expect(world.payments(mailNotice, owed)).rejects.toMatchObject({ code: 'unavailable' })
    answered.resolve()
    expect(await first).toEqual({})
    for (let repeat = 0; repeat < 4; repeat += 1) expect(await world.payments(mailNotice, owed)).toEqual({})
    expect(deliveries).toBe(1)
    await other.stop()
  }, 30_000)

  it('is settled by the mail that goes on when who asked has given up', async () => {
    const { context } = world.service
    const patience = { beginWithinMs: 4_000, answerWithinMs: 1 }
    const notice = { id: owed.noticeId, kind: owed.notice, lastDigits: owed.lastDigits, ...patience }
    expect(await sendOwedNotice(context, { email: 'late@example.in', language: 'en' }, notice)).toBe(false)
    await isWithServer()
    answered.resolve()
    await eventually('it is settled', async () => (await world.redis.get(`notice:${owed.noticeId}`)) === 'settled')
    expect(await world.payments(mailNotice, owed)).toEqual({})
    expect(deliveries).toBe(1)
  }, 30_000)

  it('is tried again once the server has said that it cannot take it now', async () => {
    answered.reject(Object.assign(new Error('not now'), { responseCode: 451 }))
    for (let tries = 1; tries <= 2; tries += 1) {
      await expect(world.payments(mailNotice, owed)).rejects.toMatchObject({ code: 'unavailable' })
      expect(deliveries).toBe(tries)
    }
  }, 30_000)
})
