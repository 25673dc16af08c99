import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { mailNotice, readPlayerEmails, setLanguage } from '@kismet/contracts'
import type { Env } from '@kismet/service-kit/env'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
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
  { language: 'en', notice: 'withdraw_password_reset', subject: 'A withdraw password was reset at Kismet' },
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

it('asked for again under its id is mailed once, also while the mail server was away', async () => {
  const { email, id } = await world.player()
  const owed = {
    noticeId: systemRandomness.id(0),
    playerId: id,
    notice: 'account_changed',
    lastDigits: '6789',
  } as const
  // No server listens on the port of the discard protocol.
  await restart({ SMTP_URL: 'smtp://127.0.0.1:9' })
  for (let repeat = 0; repeat < 3; repeat += 1) expect(await world.payments(mailNotice, owed)).toEqual({})
  await restart({})
  world.clock.advance(60 * 60_000)
  await world.mailbox.mail(email, 2)
  expect(await world.payments(mailNotice, owed)).toEqual({})
  await eventually('no mail waits', () => world.hasNoMail())
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
