import { afterEach, describe, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
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
const thread = (): HTMLElement => screen.getByRole('list', { name: 'Messages' })
const answerField = (): Promise<HTMLElement> => screen.findByLabelText('Answer', { selector: 'textarea' })

describe('a conversation in the back office', () => {
  it('is opened from the list, and leads to the request of a UTR in its text', async () => {
    const office = new SupportOffice()
    const { user } = openApp(paths.support, { office })
    await user.click((await screen.findAllByRole('link', { name: 'Open' }))[0] ?? document.body)
    const utr = await screen.findByRole('link', { name: '432876441802' })
    expect(utr.getAttribute('href')).toBe('/admin/deposit-requests?status=all&search=432876441802')
    expect(screen.getByRole('link', { name: 'lakshmi.narayan@example.com' })).toBeTruthy()
  })

  it('is answered with a prepared answer, by one key for one text', async () => {
    const { user, office } = open()
    await user.type(await answerField(), 'Namaste.')
    await user.selectOptions(await screen.findByLabelText('Prepared answer'), 'UTR')
    expect(await answerField()).toHaveProperty('value', 'Namaste.\n\nPlease send us the UTR.')
    office.answer(replySupportMessage, () => null)
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Send the same text again: it arrives once.')).toBeTruthy()
    office.answerReplies()
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    await within(thread()).findByText(/Please send us the UTR/)
    expect(await answerField()).toHaveProperty('value', '')
    expect(await screen.findByText('waits for the player')).toBeTruthy()
    const keys = office.requestsOf(replySupportMessage).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
  })

  it('is answered and closed', async () => {
    const { user, office } = open()
    await user.type(await answerField(), 'Done.')
    await user.click(screen.getByRole('button', { name: 'Send and close' }))
    await waitFor(() => expect(office.requestsOf(setSupportMessageStatus)[0]?.body).toEqual({ status: 'closed' }))
    expect(office.requestsOf(replySupportMessage)[0]?.body).toEqual({ text: 'Done.' })
  })

  it('is not answered without a text', async () => {
    const { user, office } = open()
    await answerField()
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Please write an answer.')).toBeTruthy()
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

  it('with a stranger says that the answer is only mailed', async () => {
    open('support', 2)
    expect(await screen.findByText('no account, answered by mail only')).toBeTruthy()
    expect(screen.getByText('Plain text. It is mailed to the address of the message.')).toBeTruthy()
  })

  it.each(['cashier', 'auditor'] as const)('is only read by a %s', async (role) => {
    open(role)
    await screen.findByRole('list', { name: 'Messages' })
    expect(screen.queryByRole('button', { name: /Send|Mark Closed|Assign/ })).toBeNull()
    expect(await screen.findByLabelText('Answered by')).toHaveProperty('disabled', true)
  })

  it('that is not there is not found', async () => {
    openApp(listPath(paths.support, { id: 'gone' }), { office: new SupportOffice() })
    expect(await screen.findByText('Message not found')).toBeTruthy()
  })
})

it('prepared answers and tags are changed below the list', async () => {
  const office = new SupportOffice()
  const { user } = openApp(paths.support, { office })
  await user.type(await screen.findByLabelText('Answers'), '# Hello{Enter}Namaste.{Enter}{Enter}# UTR{Enter}Which UTR?')
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
