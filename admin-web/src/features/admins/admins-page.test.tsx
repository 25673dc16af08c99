import { afterEach, describe, expect, it } from '@jest/globals'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addAdminAccount,
  endAdminSessions,
  listAdmins,
  listAdminSessions,
  resetAdminPassword,
  setAdminDisabled,
  setAdminRole,
  setAdminRules,
} from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { accounts, ownAccount } from '../../testing/accounts.ts'
import { adminRow, AdminsOffice, firstPassword, openAdmins, openAsha } from '../../testing/admins-office.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

describe('the page of admins', () => {
  it('shows who runs the house, whose password alone opens an account, and what was changed', async () => {
    openAdmins()
    expect((await adminRow(/some\.owner/)).textContent).toMatch(/you.*owner.*now.*on1$/)
    expect((await adminRow(/leela/)).textContent).toMatch(/auditor.*on-$/)
    expect((await adminRow(/prakash/)).textContent).toMatch(/Disabled-on-$/)
    screen.getByText('4 active, 1 disabled')
    expect(screen.getByText('1 admin logs in without a second step').parentElement?.textContent).toMatch(/: ananya\.$/)
    const changes = within(screen.getByRole('table', { name: 'Changes' }))
    expect(changes.getAllByRole('row')[0]?.textContent).toBe('WhatAdminByBeforeAfterWhen')
    expect(changes.getByRole('row', { name: /^two-step login/ }).textContent).toMatch(
      /^two-step loginashaashaoffon\d+ [A-Z][a-z]{2}/,
    )
  })

  it('has an owner add an admin, and shows the first password once', async () => {
    const { user, office, store } = openAdmins()
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
    shown.getByText(firstPassword)
    expect(office.requestsOf(addAdminAccount).at(-1)?.body).toEqual({ username: 'gurpreet', role: 'support' })
    await user.click(shown.getByText('Close', { selector: 'button' }))
    expect(screen.queryByText(firstPassword)).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain(firstPassword)
    await adminRow(/gurpreet.*support/)
  })

  it.each([
    ['was lost', () => null],
    ['says that nobody knows', () => refuse('unavailable')],
  ])('tells an addition whose answer %s as unknown', async (_, answer) => {
    const { user, office } = openAdmins()
    office.answer(addAdminAccount, answer)
    await user.click(await screen.findByRole('button', { name: 'Add admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add an admin' }))
    await user.type(form.getByLabelText('Username'), 'gurpreet')
    await user.click(form.getByRole('button', { name: 'Add admin' }))
    await form.findByText(/^No answer from the server: the admin may have been added\./)
  })

  it('changes a role after a question, which one can leave', async () => {
    const { user, office, asha } = await openAsha()
    const change = asha.getByRole('button', { name: 'Change role' })
    expect(change.hasAttribute('disabled')).toBe(true)
    await user.click(asha.getByRole('radio', { name: /^Support/ }))
    await user.click(change)
    const question = within(await screen.findByRole('dialog', { name: 'Make asha support?' }))
    question.getByText('All sessions of asha end at once. From the next login on asha is support.')
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    expect(office.requestsOf(setAdminRole)).toEqual([])
    await user.click(change)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change role' }))
    await screen.findByText('asha is support now')
    await adminRow(/asha.*support/)
    expect(office.named('asha').role).toBe('support')
  })

  it('disables an account and enables it again, each after a question', async () => {
    const { user, asha } = await openAsha()
    await user.click(asha.getByRole('button', { name: 'Disable' }))
    const off = within(await screen.findByRole('dialog', { name: 'Disable asha?' }))
    off.getByText(/^All sessions of asha end at once. asha cannot log in until an owner enables the account again/)
    await user.click(off.getByRole('button', { name: 'Disable' }))
    await screen.findByText('asha is disabled')
    await adminRow(/asha.*Disabled/)
    await user.click(await asha.findByRole('button', { name: 'Enable' }))
    const on = within(await screen.findByRole('dialog', { name: 'Enable asha?' }))
    on.getByText('asha can log in again as cashier, with the same password.')
    await user.click(on.getByRole('button', { name: 'Enable' }))
    await adminRow(/asha.*cashier/)
  })

  it('resets two-step login of who has lost the phone', async () => {
    const { user, asha } = await openAsha()
    asha.getByText('7 of 10 recovery codes left')
    await user.click(asha.getByRole('button', { name: 'Reset' }))
    const question = within(await screen.findByRole('dialog', { name: 'Turn two-step login of asha off?' }))
    question.getByText(/^All sessions of asha end at once. asha can log in with the password alone/)
    await user.click(question.getByRole('button', { name: 'Reset' }))
    await asha.findByText('Two-step login is off')
    await screen.findByText('2 admins log in without a second step')
    expect(asha.getByRole('button', { name: 'Reset' }).hasAttribute('disabled')).toBe(true)
  })

  it('requires two-step login of all after a question that names who is logged out, and makes it optional again', async () => {
    const { user, office } = openAdmins()
    await user.click(await screen.findByRole('button', { name: 'Make it compulsory' }))
    const question = within(await screen.findByRole('dialog', { name: 'Require two-step login of every admin?' }))
    question.getByText('These admins are logged out now and set it up at their next login: ananya.')
    expect(office.requestsOf(setAdminRules)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Make it compulsory' }))
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
    question.getByText(/The present password stops working\.$/)
    await user.click(question.getByRole('button', { name: 'Reset password' }))
    const shown = within(await screen.findByRole('dialog', { name: 'A password for asha' }))
    shown.getByText(firstPassword)
    await user.click(shown.getByText('Close', { selector: 'button' }))
    expect(screen.queryByText(firstPassword)).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain(firstPassword)
    asha.getByText('Has not set a password yet')
  })

  it('ends one session of an admin, or all after a question', async () => {
    const { user, office, asha } = await openAsha()
    const [, phone] = await asha.findAllByRole('button', { name: 'End' })
    // By a key: a pointer may not press what has only just come.
    phone?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asha.queryByText('Chrome on Android')).toBeNull())
    await user.click(asha.getByRole('button', { name: 'End sessions' }))
    const question = within(await screen.findByRole('dialog', { name: 'End all sessions of asha?' }))
    question.getByText('All sessions of asha end at once. asha can log in again.')
    await user.click(question.getByRole('button', { name: 'End sessions' }))
    await asha.findByText('No active sessions.')
    expect(office.requestsOf(endAdminSessions).map(({ body }) => body)).toEqual([
      { sessionId: ownAccount(0).sessions[1]?._id },
      {},
    ])
  })

  it('tells a change without answer as unknown, one that is refused as not made', async () => {
    const { user, office, asha } = await openAsha()
    const reset = async (): Promise<void> => {
      await user.click(asha.getByRole('button', { name: 'Reset password' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset password' }))
    }
    office.answer(resetAdminPassword, () => null)
    await reset()
    await screen.findByText('No answer came')
    screen.getByText(/^The password may have changed\./)
    expect(screen.queryByText('No change was made')).toBeNull()
    office.answer(setAdminDisabled, () => refuse('unavailable'))
    await user.click(asha.getByRole('button', { name: 'Disable' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable' }))
    await screen.findByText('Your change may still have gone through. Check the list.')
    office.answer(resetAdminPassword, () => refuse('forbidden', 'Another owner has to do this.'))
    await reset()
    await screen.findByText('No change was made')
    screen.getByText('Another owner has to do this.')
  })

  it('says that the sessions of an admin could not be had, and asks again', async () => {
    const { user, office } = openAdmins()
    office.answer(listAdminSessions, () => null)
    await user.click(within(await adminRow(/asha/)).getByRole('link'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Failed to load the sessions.*Network error\./)
    office.answerSessions()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('Chrome on Windows')
  })

  it('leads from the own row to the own account', async () => {
    const { user, address } = openAdmins()
    await user.click(within(await adminRow(/some\.owner/)).getByRole('link'))
    await waitFor(() => expect(address()).toBe(paths.account))
  })

  it('is only read by an auditor, also at the address of an account', async () => {
    const { office } = openAdmins('auditor', `${paths.admins}?id=${accounts(0).admins[2]?._id}`)
    await adminRow(/asha/)
    expect(within(await adminRow(/asha/)).queryByRole('link')).toBeNull()
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
