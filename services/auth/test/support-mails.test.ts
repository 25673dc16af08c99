import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { addAdminAccount, listSupporters, mailSupportReply, setAdminDisabled, setLanguage } from '@kismet/contracts'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { AuthWorld } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
  await world.service.stop()
  world.service = await world.startReplica({
    SUPPORT_EMAIL: 'help@kismet.test',
    WEB_ORIGIN: 'https://play.kismet.test',
  })
}, 60_000)
afterAll(() => world.close())

const threadId = systemRandomness.id(0)
const read = async (email: string, nth: number) => PostalMime.parse(await world.mailbox.mail(email, nth))

it('a reply goes to the address of the account, once for its id, in the language of the account', async () => {
  const { email, token, id } = await world.player()
  await world.call(setLanguage, { language: 'hi' }, { token })
  const text = 'The deposit is <b>there</b>.\nPlease look again.'
  const reply = { replyId: systemRandomness.id(0), threadId, playerId: id, text }
  const call = { ...reply, email: 'another@kismet.test', language: 'en' } as const
  for (let repeat = 0; repeat < 3; repeat += 1) await world.as('support', mailSupportReply, call)
  const mail = await read(email, 2)
  expect(mail.subject).toBe('Kismet सपोर्ट ने आपको जवाब दिया है')
  expect(mail.replyTo).toMatchObject([{ address: 'help@kismet.test' }])
  expect(mail.text).toContain(text)
  expect(mail.text).toContain(`https://play.kismet.test/support?thread=${threadId}`)
  expect(mail.html).toContain('&#60;b&#62;there&#60;/b&#62;')
  expect(mail.html).not.toContain('<b>')
  await eventually('no mail waits', () => world.hasNoMail())
  expect([world.mailbox.count(email), world.mailbox.count(call.email)]).toEqual([2, 0])
})

it('a stranger gets the reply at the address of the message, and answers by mail', async () => {
  const email = 'stranger@kismet.test'
  const reply = { replyId: systemRandomness.id(0), threadId, playerId: null, text: 'Hello' }
  await world.as('support', mailSupportReply, { ...reply, email, language: 'en' })
  const mail = await read(email, 1)
  expect(mail.text).toContain('To answer, reply to this email.')
  expect(mail.text).not.toContain('thread=')
})

it('a reply to an unknown player is no mail and no failure', async () => {
  const playerId = systemRandomness.id(0)
  const reply = { replyId: systemRandomness.id(0), threadId, playerId, text: 'Hello', email: 'x@kismet.test' }
  expect(await world.as('support', mailSupportReply, { ...reply, language: 'en' })).toEqual({})
  expect(world.mailbox.count('x@kismet.test')).toBe(0)
})

it('those who answer players are the active owners and support admins', async () => {
  const token = await world.adminToken()
  const add = async (username: string, role: 'support' | 'cashier') =>
    (await world.call(addAdminAccount, { username, role }, { token })).admin._id
  await add('till', 'cashier')
  await add('sana', 'support')
  await world.call(setAdminDisabled, { id: await add('gone', 'support'), disabled: true }, { token })
  expect((await world.call(listSupporters, {}, { token })).names).toEqual(['owner', 'sana'])
})
