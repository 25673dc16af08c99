import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { addAccount, changeAccount, deleteAccount, listAccounts, requestWithdrawal } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { selectToasts } from '../../entities/notices/notices-slice.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { lockedAccount, openAccount, openWithdrawals, submit } from '../../testing/withdraw-page.ts'

const dialog = () => within(screen.getByRole('dialog'))

/** The form of a new account, filled in as people write it. */
async function fillNew(site: OpenSite): Promise<void> {
  const { user } = site
  await user.click(screen.getByRole('button', { name: 'Add Account' }))
  await user.type(screen.getByLabelText('Account holder'), '  A. Rao   (salary) ')
  await user.type(screen.getByLabelText('Account number'), '3004 0050 0077')
  await user.type(screen.getByLabelText('Account number again'), '300400500077')
  await user.type(screen.getByLabelText('IFSC'), 'sbin0040112')
  await user.type(screen.getByLabelText('Mobile number'), '+91 98450 11724')
  await prove(site)
}

/** Types the password that proves the owner. */
const prove = ({ user }: OpenSite): Promise<void> =>
  user.type(screen.getByLabelText(/^Login password|^Withdraw password of/), 'a-password')

const save = (): HTMLElement => dialog().getByRole('button', { name: /^Save/ })
const bodies = ({ gateway }: OpenSite, operation: Parameters<OpenSite['gateway']['requestsOf']>[0]): unknown[] =>
  gateway.requestsOf(operation).map(({ body }) => body)

const { name, accountNumber, ifsc, mobile } = openAccount
const fields = { name, accountNumber, ifsc, mobile }

describe('saved accounts', () => {
  it('takes three at most', async () => {
    const third = { ...openAccount, accountId: lockedAccount.accountId.replace(/1$/, '3'), name: 'Third' }
    await openWithdrawals([lockedAccount, openAccount, third])
    expect(screen.getByRole('button', { name: 'Add Account' })).toHaveProperty('disabled', true)
  })

  it('adds one as the contract keeps it, and shows the list anew', async () => {
    const site = await openWithdrawals([lockedAccount])
    const { gateway, user } = site
    await fillNew(site)
    gateway.answer(listAccounts, () => ok({ accounts: [lockedAccount, openAccount] }))
    gateway.answer(addAccount, () => ok({ accounts: [lockedAccount, openAccount], message: '' }))
    await user.click(save())
    expect(await screen.findByText('Account added')).toBeTruthy()
    expect(bodies(site, addAccount)).toEqual([{ ...fields, currentWithdrawPassword: 'a-password' }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('Bank account · 2 of 3 saved')).toBeTruthy()
  })

  it.each([
    { field: 'Account holder', text: '', says: 'Fill in all fields. Only the withdraw password is optional.' },
    { field: 'Mobile number', text: ' ', says: 'Fill in all fields. Only the withdraw password is optional.' },
    { field: 'Account number', text: '1234', says: 'The account number has 9 to 18 digits.' },
    { field: 'Account number again', text: '300400500078', says: 'The account numbers differ. Check both.' },
    { field: 'IFSC', text: 'SBIN1', says: /^The IFSC has 11 characters/ },
    { field: 'Mobile number', text: '12345', says: /^The mobile number has 10 digits/ },
    { field: 'Withdraw password (optional)', text: 'abc', says: 'The withdraw password has 4 to 128 characters.' },
  ])('says at $field what is wrong with "$text", and sends nothing', async ({ field, text, says }) => {
    const site = await openWithdrawals([])
    await fillNew(site)
    await site.user.clear(screen.getByLabelText(field))
    if (text !== '') await site.user.type(screen.getByLabelText(field), text)
    await site.user.click(save())
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true')
    expect(bodies(site, addAccount)).toEqual([])
  })

  it('changes one: its password is asked for, an empty new one stays as it is', async () => {
    const site = await openWithdrawals([openAccount, lockedAccount])
    const { gateway, user } = site
    await user.click(screen.getByRole('button', { name: 'Edit Asha Rao' }))
    // The present number is not typed again, and another number is.
    expect(screen.queryByLabelText('Account number again')).toBeNull()
    await user.type(screen.getByLabelText('Account number'), '1')
    expect(screen.getByLabelText('Account number again')).toBeTruthy()
    await user.type(screen.getByLabelText('Account number'), '{Backspace}')
    await user.clear(screen.getByLabelText('Account holder'))
    await user.type(screen.getByLabelText('Account holder'), 'Asha K. Rao')
    await user.click(save())
    expect(await screen.findByText('Enter the withdraw password of this account')).toBeTruthy()
    const answers = [refuse('wrong_withdraw_password')]
    gateway.answer(changeAccount, () => answers.shift() ?? ok({ accounts: [openAccount, lockedAccount], message: '' }))
    await user.type(dialog().getByLabelText('Withdraw password'), 'saffron-9')
    await user.click(save())
    expect(await screen.findByText('The withdraw password is wrong.')).toBeTruthy()
    await user.click(save())
    expect(await screen.findByText('Account updated')).toBeTruthy()
    const [request] = gateway.requestsOf(changeAccount)
    expect(request?.params).toEqual({ index: '1' })
    expect(request?.body).toEqual({
      accountId: lockedAccount.accountId,
      name: 'Asha K. Rao',
      accountNumber: lockedAccount.accountNumber,
      ifsc: lockedAccount.ifsc,
      mobile,
      currentWithdrawPassword: 'saffron-9',
    })
  })

  it('asks for the login password where no account has a withdraw password, and says at it that it is wrong', async () => {
    const site = await openWithdrawals([openAccount])
    site.gateway.answer(addAccount, () => refuse('wrong_password'))
    await fillNew(site)
    await site.user.clear(dialog().getByLabelText('Login password'))
    await site.user.click(save())
    expect(await screen.findByText('Enter your login password')).toBeTruthy()
    expect(bodies(site, addAccount)).toEqual([])
    await prove(site)
    await site.user.click(save())
    expect(await screen.findByText('The password is wrong.')).toBeTruthy()
    expect(bodies(site, addAccount)).toEqual([{ ...fields, currentPassword: 'a-password' }])
  })

  it('says on the card from when an account that waits takes withdrawals, and at the account when it is refused', async () => {
    const usableFrom = '2026-11-22T13:42:00.000Z'
    const site = await openWithdrawals([{ ...openAccount, usableFrom }])
    expect(screen.getByText(/^Withdrawals from /)).toBeTruthy()
    site.gateway.answer(requestWithdrawal, () => refuse('account_waits', 'It waits.', { params: { usableFrom } }))
    await site.user.type(screen.getByLabelText('Amount'), '300')
    await site.user.click(submit())
    expect(await screen.findByText('It waits.')).toBeTruthy()
  })

  it('takes the withdraw password of an account away', async () => {
    const site = await openWithdrawals([lockedAccount])
    const { gateway, user } = site
    gateway.answer(changeAccount, () => ok({ accounts: [], message: '' }))
    await user.click(screen.getByRole('button', { name: 'Edit Asha Rao' }))
    await user.type(dialog().getByLabelText('Withdraw password'), 'saffron-9')
    await user.click(screen.getByRole('checkbox', { name: 'Remove the withdraw password' }))
    await user.click(save())
    await screen.findByText('Account updated')
    expect(bodies(site, changeAccount)).toEqual([expect.objectContaining({ withdrawPassword: null })])
  })

  it('says that the list has changed, and changes the same account where it stands now', async () => {
    const site = await openWithdrawals([lockedAccount, openAccount])
    const { gateway, user } = site
    await user.click(screen.getByRole('button', { name: 'Edit A. Rao (salary)' }))
    await prove(site)
    gateway.answer(changeAccount, () => refuse('account_changed'))
    gateway.answer(listAccounts, () => ok({ accounts: [openAccount] }))
    await user.click(save())
    expect(await screen.findByText(/^Your bank accounts have changed\./)).toBeTruthy()
    await screen.findByText('Bank account · 1 of 3 saved')
    await prove(site)
    gateway.answer(changeAccount, () => ok({ accounts: [openAccount], message: '' }))
    await user.click(save())
    await screen.findByText('Account updated')
    expect(gateway.requestsOf(changeAccount).map(({ params }) => params.index)).toEqual(['1', '0'])
  })

  it('asks before it deletes one, with its password', async () => {
    const site = await openWithdrawals([lockedAccount])
    const { gateway, user } = site
    await user.click(screen.getByRole('button', { name: 'Delete Asha Rao' }))
    expect(dialog().getByText('Delete this account?')).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Enter the withdraw password of this account')).toBeTruthy()
    expect(bodies(site, deleteAccount)).toEqual([])
    gateway.answer(deleteAccount, () => ok({ accounts: [], message: '' }))
    gateway.answer(listAccounts, () => ok({ accounts: [] }))
    await user.type(dialog().getByLabelText('Withdraw password'), 'saffron-9')
    await user.click(dialog().getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Account deleted')).toBeTruthy()
    expect(bodies(site, deleteAccount)).toEqual([
      { accountId: lockedAccount.accountId, currentWithdrawPassword: 'saffron-9' },
    ])
    expect(await screen.findByText('Bank account · 0 of 3 saved')).toBeTruthy()
  })

  it('leaves the dialog of another account alone when the answer about one comes late', async () => {
    const site = await openWithdrawals([lockedAccount])
    const { gateway, user } = site
    const arrived = Promise.withResolvers<undefined>()
    gateway.answer(addAccount, async () => {
      await arrived.promise
      return ok({ accounts: [lockedAccount, openAccount], message: '' })
    })
    await fillNew(site)
    await user.click(save())
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Edit Asha Rao' }))
    await user.type(dialog().getByLabelText('Account holder'), ' K.')
    arrived.resolve(undefined)
    expect(await screen.findByText('Account added')).toBeTruthy()
    expect(dialog().getByLabelText('Account holder')).toHaveProperty('value', 'Asha Rao K.')
  })

  const unconfirmed = /^Your change may have gone through\. Check your bank accounts/
  it.each([
    { what: 'addition', change: addAccount, answer: refuse('accounts_full'), says: /accounts/ },
    { what: 'addition', change: addAccount, answer: null, says: unconfirmed },
    { what: 'change', change: changeAccount, answer: refuse('wrong_withdraw_password'), says: /password/ },
    { what: 'change', change: changeAccount, answer: null, says: unconfirmed },
  ])('tells what became of the $what whose dialog was closed: $says', async ({ what, change, answer, says }) => {
    const site = await openWithdrawals([openAccount])
    const { gateway, store, user } = site
    const arrived = Promise.withResolvers<undefined>()
    gateway.answer(change, async () => {
      await arrived.promise
      return answer
    })
    if (what === 'addition') await fillNew(site)
    else {
      await user.click(screen.getByRole('button', { name: 'Edit A. Rao (salary)' }))
      await prove(site)
    }
    await user.click(save())
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    gateway.answer(listAccounts, () => refuse('unavailable'))
    arrived.resolve(undefined)
    await waitFor(() =>
      expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual([expect.stringMatching(says)]),
    )
  })

  it('does not offer to cancel a deletion that is in flight', async () => {
    const site = await openWithdrawals([openAccount])
    const { gateway, user } = site
    const arrived = Promise.withResolvers<undefined>()
    gateway.answer(deleteAccount, async () => {
      await arrived.promise
      return ok({ accounts: [], message: '' })
    })
    await user.click(screen.getByRole('button', { name: 'Delete A. Rao (salary)' }))
    await user.click(dialog().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(bodies(site, deleteAccount)).toHaveLength(1))
    await user.click(dialog().getByRole('button', { name: /^Cancel/ }))
    expect(dialog().getByText('Delete this account?')).toBeTruthy()
    arrived.resolve(undefined)
    expect(await screen.findByText('Account deleted')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leaves it where the question is cancelled', async () => {
    const site = await openWithdrawals([openAccount])
    await site.user.click(screen.getByRole('button', { name: 'Delete A. Rao (salary)' }))
    await site.user.click(dialog().getByRole('button', { name: /^Cancel/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bodies(site, deleteAccount)).toEqual([])
  })

  it('finds out from the list that an account was added although its answer was lost, and sends it once', async () => {
    const site = await openWithdrawals([])
    await fillNew(site)
    site.gateway.answer(addAccount, () => null)
    site.gateway.answer(listAccounts, () => ok({ accounts: [openAccount] }))
    await site.user.click(save())
    expect(await screen.findByText('Account added')).toBeTruthy()
    expect(bodies(site, addAccount)).toHaveLength(1)
  })

  it('never says no to what it does not know', async () => {
    const site = await openWithdrawals([openAccount])
    site.gateway.answer(deleteAccount, () => null)
    await site.user.click(screen.getByRole('button', { name: 'Delete A. Rao (salary)' }))
    site.gateway.answer(listAccounts, () => refuse('invalid_request'))
    await site.user.click(dialog().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(bodies(site, deleteAccount)).toHaveLength(1))
    expect(await screen.findByText(/^Your change may have gone through/)).toBeTruthy()
    expect(screen.queryByText('Error deleting account')).toBeNull()
  })
})
