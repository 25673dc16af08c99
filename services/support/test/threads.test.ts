import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminGetSupportMessage,
  adminListSupportMessages,
  answerSupport,
  eraseSupportOfPlayer,
  getOwnConversation,
  limits,
  listOwnConversations,
  markSupportRead,
  replySupportMessage,
  sendSupportMessage,
  setSupportMessageStatus,
  supportLimits,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { SupportStage, written } from './support-stage.ts'

const dayMs = 24 * 60 * 60_000

let stage: SupportStage
let player: ReturnType<SupportStage['tokens']['player']>
let supporter: ReturnType<SupportStage['tokens']['admin']>
let id: string

const list = (query: WireInput<typeof adminListSupportMessages> = {}) =>
  stage.call(adminListSupportMessages, query, { token: supporter.token })
const ids = async (view: WireInput<typeof adminListSupportMessages>['view']) =>
  (await list({ view })).messages.map(({ _id }) => _id)
let keys = 0
interface Meta {
  readonly key?: string
  readonly token?: string
}
/** The gateway makes a key for each call without one. Ids of one millisecond have no order. */
const nextKey = () => {
  stage.clock.advance(1)
  return `key-${(keys += 1)}`
}
const reply = (text: string, meta: Meta = {}) =>
  stage.call(replySupportMessage, { id, text }, { token: supporter.token, key: nextKey(), ...meta })
const answer = (text: string, meta: Meta = {}) =>
  stage.call(answerSupport, { id, text }, { token: player.token, key: nextKey(), ...meta })
const own = async () => (await stage.call(listOwnConversations, {}, { token: player.token })).conversations
const close = () => stage.call(setSupportMessageStatus, { id, status: 'closed' }, { token: supporter.token })
const mails = (count: number) =>
  eventually(`${count} mails`, () => stage.mails.size === count && [...stage.mails.values()])

beforeAll(async () => {
  stage = await SupportStage.set()
  player = stage.tokens.player()
  supporter = stage.tokens.admin('support')
})

beforeEach(async () => {
  await stage.clear()
  await stage.call(sendSupportMessage, written, { token: player.token })
  id = (await list()).messages[0]?._id ?? ''
})

afterAll(() => stage.strike())

describe('a reply of an admin', () => {
  it('is mailed once, shown to its player and leaves the queue', async () => {
    const { message, replies } = await reply(' It is on its way. ')
    expect(message).toMatchObject({ status: 'open', waitsFor: 'player', assignee: supporter.username, replyCount: 1 })
    expect(replies).toMatchObject([{ by: 'us', admin: supporter.username, text: 'It is on its way.' }])
    const [mail] = await mails(1)
    expect(mail).toMatchObject({
      playerId: player.id,
      threadId: id,
      replyId: replies[0]?._id,
      text: 'It is on its way.',
    })
    expect(await own()).toMatchObject([{ _id: id, isAnswered: true, isUnread: true, replyCount: 1 }])
    const seen = await stage.call(getOwnConversation, { id }, { token: player.token })
    expect(seen.replies).toEqual([{ _id: replies[0]?._id, by: 'us', text: 'It is on its way.', at: replies[0]?.at }])
    expect(stage.told).toEqual([player.id])
    await eventually('the queue is empty', () => stage.queue.at(-1) === 0)
    expect(await list()).toMatchObject({ open: 1, waiting: 0 })
    expect([...stage.booked.values()].map(({ input }) => [input.action, input.target])).toEqual([
      ['support-message.reply', id],
    ])
  })

  it('with one key is one reply, one action and one mail, also from concurrent calls', async () => {
    await Promise.all(Array.from({ length: 4 }, () => reply('Once', { key: 'reply-key-1' })))
    expect((await reply('Once', { key: 'reply-key-1' })).replies).toHaveLength(1)
    await expect(reply('Another', { key: 'reply-key-1' })).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await mails(1)
    expect(stage.booked.size).toBe(1)
  })

  it('is kept when another reply is stored at the same time', async () => {
    await Promise.all([reply('One'), reply('Two'), answer('Three')])
    const { replies = [] } = await stage.call(adminGetSupportMessage, { id }, { token: supporter.token })
    expect(replies.map(({ text }) => text).toSorted()).toEqual(['One', 'Three', 'Two'])
    await mails(2)
  })

  it('is refused when a message came that its admin has not read', async () => {
    await reply('One')
    const two = { id, text: 'Two' }
    const meta = { token: supporter.token, key: nextKey() }
    await expect(stage.call(replySupportMessage, { ...two, read: 0 }, meta)).rejects.toMatchObject({
      code: 'conversation_changed',
    })
    expect(stage.booked.size).toBe(1)
    const { replies } = await stage.call(replySupportMessage, { ...two, read: 1 }, meta)
    expect(replies).toHaveLength(2)
    // The repeated call is the same reply, although there are more replies now.
    expect(await stage.call(replySupportMessage, { ...two, read: 1 }, meta)).toMatchObject({ replies })
  })

  it('is stored only after its audit row, and mailed when auth is back', async () => {
    stage.books = false
    await expect(reply('Hello')).rejects.toMatchObject({ code: 'unavailable' })
    expect((await list()).messages).toMatchObject([{ replyCount: 0 }])
    stage.books = true
    await reply('Hello')
    await mails(1)
  })

  it('to a stranger is mailed to the address of the message, in the script of the message', async () => {
    const message = 'मेरा पैसा कहाँ है?'
    await stage.call(sendSupportMessage, { ...written, message })
    id = (await list()).messages.find(({ user }) => user === null)?._id ?? ''
    await reply('Here')
    const [mail] = await mails(1)
    expect(mail).toMatchObject({ playerId: null, email: written.email, language: 'hi' })
    expect(stage.told).toEqual([])
  })

  it.each([
    { what: 'nothing', text: '', message: 'Please write a reply.' },
    { what: 'blanks', text: '   ', message: 'Please write a reply.' },
    { what: 'too much', text: 'x'.repeat(supportLimits.replyMaxLength + 1), message: 'The reply is too long.' },
  ])('of $what is refused and changes nothing', async ({ text, message }) => {
    await expect(reply(text)).rejects.toMatchObject({ code: 'invalid_request', message })
    await expect(answer(text)).rejects.toMatchObject({ code: 'invalid_request', message })
    expect((await list()).messages).toMatchObject([{ replyCount: 0 }])
  })

  it.each(['cashier', 'auditor'] as const)('is not for a %s to write', async (role) => {
    const { token } = stage.tokens.admin(role)
    await expect(reply('Hello', { token })).rejects.toMatchObject({ code: 'forbidden' })
    expect(stage.booked.size).toBe(0)
  })
})

describe('an answer of the player', () => {
  it('reopens the conversation, which waits for us again', async () => {
    await reply('Done?')
    await close()
    expect(await ids('closed')).toEqual([id])
    const { conversation, replies } = await answer('Not yet')
    expect(conversation).toMatchObject({ status: 'open', isAnswered: false, isUnread: false })
    expect(replies.map(({ by, text }) => [by, text])).toEqual([
      ['us', 'Done?'],
      ['player', 'Not yet'],
    ])
    expect(await ids('us')).toEqual([id])
    expect(await list()).toMatchObject({ waiting: 1 })
    await eventually('admins are told', () => stage.queue.at(-1) === 1)
  })

  it('with one key is one answer', async () => {
    await answer('Twice', { key: 'answer-key-1' })
    expect((await answer('Twice', { key: 'answer-key-1' })).replies).toHaveLength(1)
  })

  it('is only for the player of the conversation', async () => {
    const token = stage.tokens.player().token
    await expect(answer('Mine?', { token })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stage.call(getOwnConversation, { id }, { token })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stage.call(markSupportRead, { id, replyCount: 1 }, { token })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await stage.call(listOwnConversations, {}, { token })).conversations).toEqual([])
  })

  it('is refused while too many messages of the player wait, and when the conversation is full', async () => {
    await reply('Done?')
    await stage.call(sendSupportMessage, { ...written, message: 'Another' }, { token: player.token })
    stage.setRoom({ ...limits.support.open, ofPlayer: 1 })
    await expect(answer('One more')).rejects.toMatchObject({ code: 'support_full', params: { whose: 'player' } })
    stage.setRoom(limits.support.open)
    for (let nth = 1; nth < supportLimits.repliesOfThread; nth += 1) await answer(`Answer ${nth}`)
    await expect(answer('Too many')).rejects.toMatchObject({ code: 'support_full' })
    await expect(reply('Too many')).rejects.toMatchObject({ code: 'support_full' })
  }, 60_000)
})

it('a reply is unread until the page has shown it', async () => {
  await reply('One')
  const mark = (replyCount: number) => stage.call(markSupportRead, { id, replyCount }, { token: player.token })
  await mark(1)
  expect(await own()).toMatchObject([{ isUnread: false }])
  await reply('Two')
  await mark(1)
  expect(await own()).toMatchObject([{ isUnread: true }])
  await mark(2)
  expect(await own()).toMatchObject([{ isUnread: false }])
})

it('a conversation that waits for its player is closed after some days, and one that waits for us is not', async () => {
  await stage.call(sendSupportMessage, { ...written, message: 'Waits for us' })
  await reply('Done?')
  stage.clock.advance(supportLimits.unansweredDays * dayMs - 1)
  await stage.clearUp()
  expect(await ids('player')).toEqual([id])
  stage.clock.advance(1)
  await stage.clearUp()
  expect((await list({ view: 'closed' })).messages).toMatchObject([{ _id: id, waitsFor: null, changedBy: null }])
  expect(await list()).toMatchObject({ open: 1, waiting: 1 })
})

it('a message of the previous release has a conversation without replies, and can be answered', async () => {
  await stage.store(async ({ messages }) => {
    const fields = ['replyCount', 'lastBy', 'lastAt', 'readCount', 'assignee', 'tags']
    await messages.updateOne({ _id: id }, { $unset: Object.fromEntries(fields.map((field) => [field, ''])) })
  })
  expect(await ids('us')).toEqual([id])
  expect(await own()).toMatchObject([{ replyCount: 0, isAnswered: false }])
  await reply('Here')
  await mails(1)
})

it('the conversations of an erased player are gone, and other messages stay', async () => {
  await stage.call(sendSupportMessage, { ...written, message: 'Stays' })
  for (let repeat = 0; repeat < 2; repeat += 1) await stage.callAsAuth(eraseSupportOfPlayer, { playerId: player.id })
  expect((await list()).messages.map(({ message }) => message)).toEqual(['Stays'])
})

it('the export of a player has the conversations with both sides, and no name of an admin', async () => {
  await stage.call(sendSupportMessage, { ...written, message: 'Of a stranger' })
  await reply('Which UTR?')
  await answer('432876441802')
  const program = fileURLToPath(new URL('../src/bin/export-person.ts', import.meta.url))
  const env = { PATH: process.env.PATH, MONGODB_URL: stage.mongo.url }
  const { stdout } = await promisify(execFile)(process.execPath, [program, player.id], { env })
  expect(JSON.parse(stdout)).toMatchObject([
    {
      message: written.message,
      replies: [
        { by: 'support', text: 'Which UTR?' },
        { by: 'player', text: '432876441802' },
      ],
    },
  ])
  expect(stdout).not.toContain('Of a stranger')
})
