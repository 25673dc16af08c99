import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import {
  adminListSupportMessages,
  fileSupportMessage,
  getSupportDesk,
  sendSupportMessage,
  setSupportDesk,
  supportLimits,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { SupportStage, written } from './support-stage.ts'

let stage: SupportStage

beforeAll(async () => {
  stage = await SupportStage.set()
})

beforeEach(() => stage.clear())

afterAll(() => stage.strike())

const token = () => stage.tokens.admin('support').token
const template = { title: 'UTR', text: 'Please send us the UTR of the payment.' }
const set = (desk: Partial<WireInput<typeof setSupportDesk>>, by = token()) =>
  stage.call(setSupportDesk, { templates: [template], tags: ['deposit'], version: 0, ...desk }, { token: by })
const actions = () => [...stage.booked.values()].map(({ input }) => input.action)

it('prepared replies and tags are replaced together, with an audit row for each change', async () => {
  expect(await stage.call(getSupportDesk, {}, { token: token() })).toMatchObject({
    templates: [],
    tags: [],
    version: 0,
  })
  const desk = await set({ tags: ['deposit', 'bonus', 'deposit'] })
  expect(desk).toMatchObject({ templates: [template], tags: ['deposit', 'bonus'], version: 1 })
  await set({ templates: [], version: 1 })
  expect(await stage.call(getSupportDesk, {}, { token: token() })).toMatchObject({ templates: [], version: 2 })
  expect(actions()).toEqual(['support-desk.change', 'support-desk.change'])
})

it('a change on top of another change is refused, and changes nothing', async () => {
  await set({})
  await expect(set({ tags: [] })).rejects.toMatchObject({ code: 'settings_changed' })
  const ended = await Promise.allSettled([set({ version: 1, tags: ['one'] }), set({ version: 1, tags: ['two'] })])
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it.each([
  ['an empty answer', { templates: [{ title: ' ', text: 'x' }] }],
  ['a long tag', { tags: ['x'.repeat(supportLimits.tagMaxLength + 1)] }],
  ['too many tags', { tags: Array.from({ length: supportLimits.desk.tags + 1 }, (_, nth) => `tag ${nth}`) }],
])('%s is refused', async (_, desk) => {
  await expect(set(desk)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(stage.booked.size).toBe(0)
})

it.each(['cashier', 'auditor'] as const)('a %s reads prepared replies and cannot change them', async (role) => {
  const { token: by } = stage.tokens.admin(role)
  expect(await stage.call(getSupportDesk, {}, { token: by })).toMatchObject({ version: 0 })
  await expect(set({}, by)).rejects.toMatchObject({ code: 'forbidden' })
})

it('a message is assigned and tagged, and found by both', async () => {
  const { token: by, username } = stage.tokens.admin('support')
  const list = async (query: WireInput<typeof adminListSupportMessages>) =>
    (await stage.call(adminListSupportMessages, query, { token: by })).messages
  await stage.call(sendSupportMessage, written, { token: stage.tokens.player().token })
  stage.clock.advance(1)
  await stage.call(sendSupportMessage, written)
  const [message] = await list({})
  const id = message?._id ?? ''
  const file = (assignee: string | null, tags: string[] = []) =>
    stage.call(fileSupportMessage, { id, assignee, tags }, { token: by })
  await expect(file('nobody.known')).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await file('leela', ['deposit', 'vip', 'vip'])).message).toMatchObject({
    assignee: 'leela',
    tags: ['deposit', 'vip'],
  })
  await file('leela', ['deposit', 'vip'])
  expect(actions()).toEqual(['support-message.file'])
  expect(await list({ tag: 'vip' })).toMatchObject([{ _id: id }])
  expect(await list({ view: 'mine' })).toEqual([])
  await stage.store(({ messages }) => messages.updateOne({ _id: id }, { $set: { assignee: username } }).exec())
  expect(await list({ view: 'mine' })).toMatchObject([{ _id: id }])
  expect(await list({ player: message?.user?._id ?? '' })).toMatchObject([{ _id: id }])
  expect(await list({ search: message?.user?.email.toUpperCase() ?? '' })).toMatchObject([{ _id: id }])
  await expect(
    stage.call(fileSupportMessage, { id: 'x', assignee: null, tags: [] }, { token: by }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})
