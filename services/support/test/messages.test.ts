import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { adminGetSupportMessage, adminListSupportMessages, limits, sendSupportMessage } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { SupportStage, written } from './support-stage.ts'

let stage: SupportStage

beforeAll(async () => {
  stage = await SupportStage.set()
})

beforeEach(() => stage.clear())

afterAll(() => stage.strike())

const list = (query: WireInput<typeof adminListSupportMessages> = {}) =>
  stage.call(adminListSupportMessages, query, { token: stage.tokens.admin('auditor').token })
const texts = async (query?: WireInput<typeof adminListSupportMessages>) =>
  (await list(query)).messages.map(({ message }) => message)
/** Sends messages one after the other, a millisecond apart: ids of one millisecond have no order. */
const send = async (...messages: readonly string[]) => {
  for (const message of messages) {
    stage.clock.advance(1)
    await stage.call(sendSupportMessage, { ...written, message })
  }
}

describe('a message to the support', () => {
  it('of a stranger is kept open, and admins are told how many are', async () => {
    const answer = await stage.call(sendSupportMessage, { ...written, email: ' Asha@Example.IN ' })
    expect(answer).toEqual({ message: 'Thank you! Our team will get back to you soon.' })
    const { messages, open, total, nextCursor, waiting } = await list()
    const [message] = messages
    const createdAt = '2026-11-21T12:00:00.000Z'
    expect(messages).toEqual([
      {
        ...{ ...written, _id: message?._id, status: 'open', createdAt, user: null, changedAt: null, changedBy: null },
        ...{ waitsFor: 'us', lastAt: null, replyCount: 0, assignee: null, tags: [] },
      },
    ])
    expect({ open, total, nextCursor, waiting }).toEqual({ open: 1, total: 1, nextCursor: null, waiting: 1 })
    await eventually('admins are told', () => stage.queue.at(-1) === 1)
    const token = stage.tokens.admin('cashier').token
    expect(await stage.call(adminGetSupportMessage, { id: message?._id ?? '' }, { token })).toEqual({
      message,
      replies: [],
    })
  })

  it('of a player who is signed in names the player; a token that is not good is none', async () => {
    const player = stage.tokens.player()
    await stage.call(sendSupportMessage, written, { token: player.token })
    await stage.call(sendSupportMessage, written, { token: stage.tokens.admin().token })
    const { messages } = await list()
    const user = { _id: player.id, email: player.email, username: null }
    expect(messages.map((message) => message.user).filter((one) => one !== null)).toEqual([user])
  })

  it('is taken once a key of each sender, also by two replicas at once, and another one under its key is refused', async () => {
    const { token } = stage.tokens.player()
    const key = 'the-same-key-1'
    await Promise.all(Array.from({ length: 8 }, () => stage.call(sendSupportMessage, written, { key })))
    await stage.call(sendSupportMessage, written, { key, token })
    expect((await list()).total).toBe(2)
    const other = stage.call(sendSupportMessage, { ...written, message: 'Another' }, { key })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it.each([
    { what: 'no name', fields: { name: ' ' }, message: 'Please fill in all fields.' },
    { what: 'no email', fields: { email: '' }, message: 'Please fill in all fields.' },
    { what: 'no message', fields: { message: undefined as never }, message: 'Please fill in all fields.' },
    { what: 'a wrong email', fields: { email: 'asha' }, message: 'Please enter a valid email.' },
    {
      what: 'too much',
      fields: { message: 'x'.repeat(limits.support.messageMaxLength + 1) },
      message: 'The message is too long.',
    },
  ])('with $what is refused', async ({ fields, message }) => {
    const sent = stage.call(sendSupportMessage, { ...written, ...fields })
    await expect(sent).rejects.toMatchObject({ code: 'invalid_request', message })
    expect((await list()).total).toBe(0)
  })
})

describe('the list for admins', () => {
  it('has the oldest first, or the newest when it is sorted, in pages that hang together', async () => {
    const all = ['one', 'two', 'three', 'four', 'five']
    await send(...all)
    expect(await texts()).toEqual(all)
    expect(await texts({ sort: 'createdAt' })).toEqual(all.toReversed())
    expect(await texts({ sort: 'createdAt', order: 'asc', search: 'T' })).toEqual(['two', 'three'])
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 2, ...(cursor !== undefined && { cursor }) })
      paged.push(...page.messages.map(({ message }) => message))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all)
  })

  it('finds what people know a message by, letter for letter', async () => {
    await send('100% sure (really)', 'other')
    const [found] = (await list({ search: '100% SURE (' })).messages
    expect(found?.message).toBe('100% sure (really)')
    expect(await texts({ search: '.*' })).toEqual([])
    expect(await texts({ search: 'ASHA@' })).toEqual(['100% sure (really)', 'other'])
    expect(await texts({ search: found?._id.toUpperCase() ?? '' })).toEqual(['100% sure (really)'])
  })

  it('takes no cursor of another list', async () => {
    await send('one', 'two')
    const cursor = (await list({ limit: 1 })).nextCursor ?? ''
    for (const query of [
      { cursor, status: 'closed' as const },
      { cursor, sort: 'createdAt' as const },
      { cursor: 'x' },
    ])
      await expect(list(query)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
