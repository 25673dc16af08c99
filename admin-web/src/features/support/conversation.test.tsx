import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { fileSupportMessage, replySupportMessage, setSupportDesk, setSupportMessageStatus } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { listPath, paths } from '../../core/paths.ts'
import { openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'
import type { WireMessage } from '../../testing/messages.ts'
import { SupportOffice } from '../../testing/support-office.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

type Role = 'owner' | 'cashier' | 'support' | 'auditor'

function open(role: Role = 'owner', at = 0): OpenApp & { office: SupportOffice } {
  const office = new SupportOffice()
  office.desk = {
    ...{ version: 1, changedBy: 'sana', tags: ['deposit', 'bonus'] },
    templates: [{ title: 'UTR', text: 'Please send us the UTR.' }],
  }
  return { ...openApp(listPath(paths.support, { id: office.all[at]?._id ?? '' }), { office, role }), office }
}
const messages = (): HTMLElement => screen.getByRole('list', { name: 'Messages' })
const replyField = (): Promise<HTMLElement> => screen.findByLabelText('Reply', { selector: 'textarea' })

describe('a conversation in the back office', () => {
  it('is opened from the list, and leads to the request of a UTR in its text', async () => {
    const office = new SupportOffice()
    const { user } = openApp(paths.support, { office })
    await user.click((await screen.findAllByRole('link', { name: 'Read' }))[0] ?? document.body)
    const utr = await screen.findByRole('link', { name: '432876441802' })
    expect(utr.getAttribute('href')).toBe('/admin/deposit-requests?status=all&search=432876441802')
    expect(screen.getByRole('link', { name: 'lakshmi.narayan@example.com' })).toBeTruthy()
  })

  it('is answered with a prepared reply, by one key for one text', async () => {
    const { user, office } = open()
    await user.type(await replyField(), 'Namaste.')
    await user.selectOptions(await screen.findByLabelText('Prepared reply'), 'UTR')
    expect(await replyField()).toHaveProperty('value', 'Namaste.\n\nPlease send us the UTR.')
    office.answer(replySupportMessage, () => null)
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Send the same text again. The player gets the reply only once.')).toBeTruthy()
    office.answerReplies()
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await within(messages()).findByText(/Please send us the UTR/)
    expect(await replyField()).toHaveProperty('value', '')
    expect(await screen.findByText('waits for the player')).toBeTruthy()
    const keys = office.requestsOf(replySupportMessage).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
  })

  it('is answered and closed', async () => {
    const { user, office } = open()
    await user.type(await replyField(), 'Done.')
    await user.click(screen.getByRole('button', { name: 'Send and close' }))
    await waitFor(() => expect(office.requestsOf(setSupportMessageStatus)[0]?.body).toEqual({ status: 'closed' }))
    expect(office.requestsOf(replySupportMessage)[0]?.body).toEqual({ text: 'Done.', read: 0 })
  })

  it('counts a message that comes while its admin types as not read', async () => {
    const { user, office } = open()
    await user.type(await replyField(), 'Do')
    const theirs = { _id: '0190b2a0-0000-7000-8000-0000000000e9', by: 'us', admin: 'sana', text: 'On it.' } as const
    office.replies = [{ ...theirs, at: new Date().toISOString() }]
    office.all[0] = { ...office.all[0], replyCount: 1 } as WireMessage
    await user.click(await screen.findByRole('checkbox', { name: 'bonus' }))
    await within(messages()).findByText('On it.')
    await user.type(await replyField(), 'ne.')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(office.requestsOf(replySupportMessage)[0]?.body).toEqual({ text: 'Done.', read: 0 }))
  })

  it('is answered only after a message that came meanwhile was read', async () => {
    const { user, office } = open()
    await user.type(await replyField(), 'Done.')
    office.replies = [
      {
        _id: '0190b2a0-0000-7000-8000-0000000000e9',
        by: 'us',
        admin: 'sana',
        text: 'On it.',
        at: new Date().toISOString(),
      },
    ]
    Object.assign(office.all[0] ?? {}, { replyCount: 1 })
    office.answer(replySupportMessage, () => refuse('conversation_changed'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('A new message came. Read it, then reply again.')).toBeTruthy()
    await within(messages()).findByText('On it.')
    expect(await replyField()).toHaveProperty('value', 'Done.')
    office.answerReplies()
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await within(messages()).findByText('Done.')
    expect(office.requestsOf(replySupportMessage).map(({ body }) => body)).toEqual([
      { text: 'Done.', read: 0 },
      { text: 'Done.', read: 1 },
    ])
  })

  it('is not answered without a text', async () => {
    const { user, office } = open()
    await replyField()
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Please write a reply.')).toBeTruthy()
    expect(office.requestsOf(replySupportMessage)).toEqual([])
  })

  it('is assigned and tagged', async () => {
    const { user, office } = open()
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }))
    await waitFor(() => expect(office.all[0]?.assignee).toBe('some.owner'))
    await user.click(screen.getByRole('checkbox', { name: 'bonus' }))
    await waitFor(() => expect(office.requestsOf(fileSupportMessage)).toHaveLength(2))
    expect(office.all[0]?.tags).toEqual(['bonus'])
  })

  it('takes one change at a time, so that none undoes another', async () => {
    const { user, office } = open()
    const answered = Promise.withResolvers<undefined>()
    office.answer(fileSupportMessage, async ({ body }) => {
      await answered.promise
      return ok({ message: Object.assign(office.all[0] ?? {}, body) as WireMessage })
    })
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(screen.getByRole('checkbox', { name: 'bonus' })).toHaveProperty('disabled', true)
    answered.resolve(undefined)
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'bonus' })).toHaveProperty('disabled', false))
    await user.click(screen.getByRole('checkbox', { name: 'bonus' }))
    await waitFor(() => expect(office.requestsOf(fileSupportMessage)).toHaveLength(2))
    expect(office.requestsOf(fileSupportMessage)[1]?.body).toEqual({ assignee: 'some.owner', tags: ['bonus'] })
  })

  it('with a visitor says that replies go by mail only', async () => {
    open('support', 2)
    expect(await screen.findByText('no account, replies by mail only')).toBeTruthy()
    expect(screen.getByText(/^Plain text. It is mailed to the address of the message/)).toBeTruthy()
  })

  it.each(['cashier', 'auditor'] as const)('is only read by a %s', async (role) => {
    open(role)
    await screen.findByRole('list', { name: 'Messages' })
    expect(screen.queryByRole('button', { name: /Send|Mark Closed|Assign/ })).toBeNull()
    expect(await screen.findByLabelText('Assigned to')).toHaveProperty('disabled', true)
  })

  it('that is not there is not found', async () => {
    openApp(listPath(paths.support, { id: 'gone' }), { office: new SupportOffice() })
    expect(await screen.findByText('Message not found')).toBeTruthy()
  })
})

it('prepared replies and tags are changed below the list', async () => {
  const office = new SupportOffice()
  const { user } = openApp(paths.support, { office })
  await user.type(await screen.findByLabelText('Replies'), '# Hello{Enter}Namaste.{Enter}{Enter}# UTR{Enter}Which UTR?')
  await user.type(screen.getByLabelText('Tags'), 'deposit{Enter}bonus')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(office.requestsOf(setSupportDesk)[0]?.body).toEqual({
      ...{ version: 0, tags: ['deposit', 'bonus'] },
      templates: [
        { title: 'Hello', text: 'Namaste.' },
        { title: 'UTR', text: 'Which UTR?' },
      ],
    }),
  )
  expect(await screen.findByRole('combobox', { name: 'Tag' })).toBeTruthy()
})
