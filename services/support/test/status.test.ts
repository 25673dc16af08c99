import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminListSupportMessages,
  sendSupportMessage,
  setSupportMessageStatus,
  SupportMessage,
} from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { SupportStage, written } from './support-stage.ts'

let stage: SupportStage
let id: string

const list = (status?: 'open' | 'closed') =>
  stage.call(adminListSupportMessages, status === undefined ? {} : { status }, { token: stage.tokens.admin().token })
const set = (status: 'open' | 'closed', admin = stage.tokens.admin('support')) =>
  stage.call(setSupportMessageStatus, { id, status }, { token: admin.token })
const actions = () => [...stage.booked.values()].map(({ input }) => input.action)

beforeAll(async () => {
  stage = await SupportStage.set()
})

beforeEach(async () => {
  await stage.clear()
  await stage.call(sendSupportMessage, written)
  id = (await list()).messages[0]?._id ?? ''
})

afterAll(() => stage.strike())

describe('the status of a message', () => {
  it('is closed and opened again, each time one action in the audit log', async () => {
    const admin = stage.tokens.admin('support')
    const { message } = await set('closed', admin)
    expect(message).toMatchObject({ status: 'closed', changedBy: admin.username })
    expect(Object.keys(message).toSorted()).toEqual(Object.keys(SupportMessage.shape).toSorted())
    await eventually('admins are told', () => stage.queue.at(-1) === 0)
    expect(await list('open')).toMatchObject({ messages: [], open: 0, total: 1 })
    expect((await list('closed')).messages).toEqual([message])
    expect((await set('open')).message.status).toBe('open')
    expect((await set('closed')).message.status).toBe('closed')
    expect(actions()).toEqual(['support-message.close', 'support-message.reopen', 'support-message.close'])
    const [{ input } = { input: undefined }] = stage.booked.values()
    expect(input).toMatchObject({ target: id, detail: { playerId: null } })
    expect(JSON.stringify(input)).not.toContain(written.email)
  })

  it('closed by two at once, or twice, is one action, of whoever was first', async () => {
    const answers = await Promise.all([set('closed'), set('closed'), set('closed')])
    expect(new Set(answers.map(({ message }) => message.changedBy)).size).toBe(1)
    await set('closed')
    expect(actions()).toEqual(['support-message.close'])
  })

  it('stays as it is while the action cannot be booked; then the same call does it', async () => {
    stage.books = false
    await expect(set('closed')).rejects.toMatchObject({ code: 'unavailable' })
    expect((await list('open')).messages).toHaveLength(1)
    stage.books = true
    expect((await set('closed')).message.status).toBe('closed')
  })

  it('of an action that was booked before support broke off is written when it is asked for again', async () => {
    const first = stage.tokens.admin('owner')
    const key = `support-message:${id}:closed:1`
    const input = { key, action: 'support-message.close' as const, target: id, detail: {} }
    stage.booked.set(key, { by: first.username, input })
    expect((await set('closed')).message).toMatchObject({ status: 'closed', changedBy: first.username })
    expect(stage.booked.size).toBe(1)
  })

  it.each(['cashier', 'auditor'] as const)('is not for a %s to change', async (role) => {
    await expect(set('closed', stage.tokens.admin(role))).rejects.toMatchObject({ code: 'forbidden' })
    expect(stage.booked.size).toBe(0)
  })

  it('of what is not there is not found', async () => {
    const token = stage.tokens.admin().token
    for (const unknown of ['x', '019a8f00-0000-7000-8000-000000000001']) {
      const call = stage.call(setSupportMessageStatus, { id: unknown, status: 'closed' }, { token })
      await expect(call).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
