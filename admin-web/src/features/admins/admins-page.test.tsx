import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { AdminRole } from '@kismet/contracts'
import {
  addAdminAccount,
  endAdminSessions,
  listAdmins,
  listAdminSessions,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
  setAdminRules,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { accounts, ownAccount } from '../../testing/accounts.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const password = 'kite-74-lamp-River'

type Account = ReturnType<typeof accounts>['admins'][number]

/** A back office that keeps accounts, and changes them as it is told. */
class AdminsOffice extends BackOffice {
  readonly house = accounts(Date.now())
  sessions = ownAccount(Date.now()).sessions.map((session) => ({ ...session, isCurrent: false }))

  constructor() {
    super()
    this.answer(listAdmins, () => ok({ ...this.house, admins: [...this.house.admins] }))
    this.answerSessions()
    this.answer(addAdminAccount, ({ body }) => {
      const { username, role } = body as Pick<Account, 'username' | 'role'>
      if (this.house.admins.some((one) => one.username === username)) return refuse('name_taken')
      const added = { ...this.named('asha'), _id: '0190b2a0-0000-7000-8000-000000000150', username, role }
      this.house.admins.push(added)
      return ok({ admin: added, password })
    })
    this.answer(setAdminRole, ({ params, body }) => this.change(params, body as Pick<Account, 'role'>))
    this.answer(setAdminDisabled, ({ params, body }) => {
      const { disabled } = body as { disabled: boolean }
      return this.change(params, { disabledAt: disabled ? new Date().toISOString() : null, sessions: 0 })
    })
    this.answer(resetAdminTotp, ({ params }) => this.change(params, { totpSince: null, recoveryCodesLeft: 0 }))
    this.answer(resetAdminPassword, ({ params }) => {
      const changed = this.change(params, { mustChangePassword: true })
      return 'answer' in changed ? ok({ ...changed.answer, password }) : changed
    })
    this.answer(setAdminRules, ({ body }) => {
      const rules = body as { totpRequired: boolean }
      Object.assign(this.house, rules)
      return ok(rules)
    })
    this.answer(endAdminSessions, ({ params, body }) => {
      const { sessionId } = body as { sessionId?: string }
      this.sessions = this.sessions.filter(({ _id }) => sessionId !== undefined && _id !== sessionId)
      return this.change(params, { sessions: this.sessions.length })
    })
  }

  answerSessions(): void {
    this.answer(listAdminSessions, () => ok({ sessions: this.sessions }))
  }

  named(username: string): Account {
    const found = this.house.admins.find((one) => one.username === username)
    if (!found) throw new Error(`there is no ${username}`)
    return found
  }

  private change({ id }: Readonly<Record<string, string>>, change: Partial<Account>) {
    const at = this.house.admins.findIndex(({ _id }) => _id === id)
    const found = this.house.admins[at]
    if (!found) return refuse('not_found')
    const changed = { ...found, ...change }
    this.house.admins[at] = changed
    return ok({ admin: changed })
  }
}

function open(role: AdminRole = 'owner', at: string = paths.admins): OpenApp & { office: AdminsOffice } {
  const office = new AdminsOffice()
  return { ...openApp(at, { office, role }), office }
}
const row = async (name: RegExp): Promise<HTMLElement> =>
  within(await screen.findByRole('table', { name: 'Admins' })).findByRole('row', { name })
const detail = async (name: string) => within(await screen.findByRole('region', { name }))

/** Opens the account of asha, a cashier with two-step login and two sessions. */
async function openAsha(): Promise<OpenApp & { office: AdminsOffice; asha: Awaited<ReturnType<typeof detail>> }> {
  const app = open()
  await app.user.click(within(await row(/asha/)).getByRole('button'))
  return { ...app, asha: await detail('asha') }
}

describe('the page of admins', () => {
  it('shows who runs the house, whose password alone opens an account, and what was changed', async () => {
    open()
    expect((await row(/some\.owner/)).textContent).toMatch(/you.*owner.*now.*on1$/)
    expect((await row(/leela/)).textContent).toMatch(/auditor.*on-$/)
    expect((await row(/prakash/)).textContent).toMatch(/Disabled-on-$/)
    screen.getByText('4 active, 1 disabled')
    expect(screen.getByText('1 admin logs in without a second step').parentElement?.textContent).toMatch(/: ananya\.$/)
    const changes = within(screen.getByRole('table', { name: 'Changes' }))
    expect(changes.getByRole('row', { name: /^two-step login/ }).textContent).toMatch(
      /^two-step loginashaashaoffon\d+ Nov/,
    )
  })

  it('has an owner add an admin, and shows the first password once', async () => {
    const { user, office, store } = open()
    await user.click(await screen.findByRole('button', { name: 'Add admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add an admin' }))
    const add = form.getByRole('button', { name: 'Add admin' })
    await user.click(add)
    form.getByText(/^A username has 2 to 64 letters/)
    expect(office.requestsOf(addAdminAccount)).toEqual([])
    await user.type(form.getByLabelText('Username'), 'asha')
    await user.click(add)
    await form.findByText('This name is taken.')
    await user.clear(form.getByLabelText('Username'))
    expect(form.queryByText('This name is taken.')).toBeNull()
    await user.type(form.getByLabelText('Username'), 'gurpreet')
    await user.click(form.getByRole('radio', { name: /^Support/ }))
    await user.click(add)
    const shown = within(await screen.findByRole('dialog', { name: 'A password for gurpreet' }))
    shown.getByText(password)
    expect(office.requestsOf(addAdminAccount).at(-1)?.body).toEqual({ username: 'gurpreet', role: 'support' })
    await user.click(shown.getByText('Close', { selector: 'button' }))
    expect(screen.queryByText(password)).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain(password)
    await row(/gurpreet.*support/)
  })

  it.each([
    ['was lost', () => null],
    ['says that nobody knows', () => refuse('unavailable')],
  ])('tells an addition whose answer %s as unknown', async (_, answer) => {
    const { user, office } = open()
    office.answer(addAdminAccount, answer)
    await user.click(await screen.findByRole('button', { name: 'Add admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add an admin' }))
    await user.type(form.getByLabelText('Username'), 'gurpreet')
    await user.click(form.getByRole('button', { name: 'Add admin' }))
    await form.findByText(/^No answer came: they may have been added\./)
  })

  it('changes a role after a question, which one can leave', async () => {
    const { user, office, asha } = await openAsha()
    const change = asha.getByRole('button', { name: 'Change role' })
    expect(change.hasAttribute('disabled')).toBe(true)
    await user.click(asha.getByRole('radio', { name: /^Support/ }))
    await user.click(change)
    const question = within(await screen.findByRole('dialog', { name: 'Make asha support?' }))
    question.getByText('asha is logged out everywhere at once, and is support from the next login on.')
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    expect(office.requestsOf(setAdminRole)).toEqual([])
    await user.click(change)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change role' }))
    await screen.findByText('asha is support now')
    await row(/asha.*support/)
    expect(office.named('asha').role).toBe('support')
  })

  it('says by itself what others have changed', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const { office, asha } = await openAsha()
    expect(await asha.findAllByRole('button', { name: 'End' })).toHaveLength(2)
    Object.assign(office.named('asha'), { sessions: 1 })
    office.sessions = office.sessions.slice(0, 1)
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    await row(/asha.*1$/)
    await waitFor(() => expect(asha.getAllByRole('button', { name: 'End' })).toHaveLength(1))
  })

  it('disables an account and enables it again, each after a question', async () => {
    const { user, asha } = await openAsha()
    await user.click(asha.getByRole('button', { name: 'Disable' }))
    const off = within(await screen.findByRole('dialog', { name: 'Disable asha?' }))
    off.getByText(/^asha is logged out everywhere at once, and cannot log in until an owner enables the account again/)
    await user.click(off.getByRole('button', { name: 'Disable' }))
    await screen.findByText('asha is disabled')
    await row(/asha.*Disabled/)
    await user.click(await asha.findByRole('button', { name: 'Enable' }))
    const on = within(await screen.findByRole('dialog', { name: 'Enable asha?' }))
    on.getByText('asha can log in again as cashier, with the password of before.')
    await user.click(on.getByRole('button', { name: 'Enable' }))
    await row(/asha.*cashier/)
  })

  it('resets two-step login of who has lost the phone', async () => {
    const { user, asha } = await openAsha()
    asha.getByText('7 of 10 recovery codes left')
    await user.click(asha.getByRole('button', { name: 'Reset' }))
    const question = within(await screen.findByRole('dialog', { name: 'Turn two-step login of asha off?' }))
    question.getByText(/^asha is logged out everywhere at once, and logs in with the password alone/)
    await user.click(question.getByRole('button', { name: 'Reset' }))
    await asha.findByText('Two-step login is off')
    await screen.findByText('2 admins log in without a second step')
    expect(asha.getByRole('button', { name: 'Reset' }).hasAttribute('disabled')).toBe(true)
  })

  it('requires two-step login of all after a question that names who is logged out, and makes it optional again', async () => {
    const { user, office } = open()
    await user.click(await screen.findByRole('button', { name: 'Require it of all' }))
    const question = within(await screen.findByRole('dialog', { name: 'Require two-step login of every admin?' }))
    question.getByText('Logged out at once, and set it up with their next login: ananya.')
    expect(office.requestsOf(setAdminRules)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Require it of all' }))
    await screen.findByText('required of all')
    expect(screen.queryByText(/logs in without a second step/)).toBeNull()
    office.answer(setAdminRules, () => refuse('totp_set_up_required', 'Set up your own two-step login first.'))
    await user.click(screen.getByRole('button', { name: 'Make it optional' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make it optional' }))
    await screen.findByText('Set up your own two-step login first.')
    screen.getByText('required of all')
  })

  it('gives a new password, shown once', async () => {
    const { user, store, asha } = await openAsha()
    await user.click(asha.getByRole('button', { name: 'Reset password' }))
    const question = within(await screen.findByRole('dialog', { name: 'Give asha a new password?' }))
    question.getByText(/the one of now opens nothing any more\.$/)
    await user.click(question.getByRole('button', { name: 'Reset password' }))
    const shown = within(await screen.findByRole('dialog', { name: 'A password for asha' }))
    shown.getByText(password)
    await user.click(shown.getByText('Close', { selector: 'button' }))
    expect(screen.queryByText(password)).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain(password)
    asha.getByText('Has not chosen a password yet')
  })

  it('ends one session of an admin, or all after a question', async () => {
    const { user, office, asha } = await openAsha()
    await user.click((await asha.findAllByRole('button', { name: 'End' }))[1] ?? document.body)
    await waitFor(() => expect(asha.queryByText('Chrome on Android')).toBeNull())
    await user.click(asha.getByRole('button', { name: 'End sessions' }))
    const question = within(await screen.findByRole('dialog', { name: 'End all sessions of asha?' }))
    question.getByText('asha is logged out everywhere at once, and can log in again.')
    await user.click(question.getByRole('button', { name: 'End sessions' }))
    await asha.findByText('Nobody is logged in.')
    expect(office.requestsOf(endAdminSessions).map(({ body }) => body)).toEqual([
      { sessionId: ownAccount(0).sessions[1]?._id },
      {},
    ])
  })

  it('tells a change without an answer as unknown, one that is refused as not made', async () => {
    const { user, office, asha } = await openAsha()
    const reset = async (): Promise<void> => {
      await user.click(asha.getByRole('button', { name: 'Reset password' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset password' }))
    }
    office.answer(resetAdminPassword, () => null)
    await reset()
    await screen.findByText('No answer came')
    screen.getByText(/^The password may be a new one that nobody has seen\./)
    expect(screen.queryByText('Nothing was changed')).toBeNull()
    office.answer(setAdminDisabled, () => refuse('unavailable'))
    await user.click(asha.getByRole('button', { name: 'Disable' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }))
    await screen.findByText('It may have been done: the list shows what became of it.')
    office.answer(resetAdminPassword, () => refuse('forbidden', 'Another owner has to do this.'))
    await reset()
    await screen.findByText('Nothing was changed')
    screen.getByText('Another owner has to do this.')
  })

  it('says that the sessions of an admin could not be had, and asks again', async () => {
    const { user, office } = open()
    office.answer(listAdminSessions, () => null)
    await user.click(within(await row(/asha/)).getByRole('button'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Failed to load the sessions.*Network error\./)
    office.answerSessions()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('Chrome on Windows')
  })

  it('leads from the own row to the own account', async () => {
    const { user, address } = open()
    await user.click(within(await row(/some\.owner/)).getByRole('button'))
    await waitFor(() => expect(address()).toBe(paths.account))
  })

  it('is only read by an auditor, also at the address of an account', async () => {
    const { office } = open('auditor', `${paths.admins}?id=${accounts(0).admins[2]?._id}`)
    await row(/asha/)
    expect(within(await row(/asha/)).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add admin' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'asha' })).toBeNull()
    expect(office.requestsOf(listAdminSessions)).toEqual([])
  })

  it('says why it could not be had', async () => {
    const office = new AdminsOffice()
    office.answer(listAdmins, () => refuse('unavailable', 'Accounts are not available.'))
    openApp(paths.admins, { office })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Failed to load the admins.*Accounts are not available\./,
    )
  })
})
