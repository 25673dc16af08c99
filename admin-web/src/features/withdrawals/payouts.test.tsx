import { afterEach, describe, expect, it } from '@jest/globals'
import { file, ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListWithdrawals,
  approveWithdrawal,
  createPayoutFile,
  downloadPayoutFile,
  exportPayoutFiles,
  listPayoutFiles,
  payWithdrawal,
  socketEvents,
  withdrawalHints,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { detail } from '../../testing/deposit-queue.tsx'
import { openApp } from '../../testing/open-app.tsx'
import { asha, WithdrawalOffice } from '../../testing/withdrawal-office.ts'
import { firstOf, markPaid, openQueue } from '../../testing/withdrawal-queue.tsx'
import { withdrawal } from '../../testing/withdrawals.ts'

afterEach(() => localStorage.clear())

describe('a payout', () => {
  it('is started by P, shown in the list, and released by hand', async () => {
    const app = await openQueue()
    expect(within(detail()).getByText(/Start the payout, then pay at the bank/)).toBeTruthy()
    await app.user.keyboard('p')
    expect(await within(detail()).findByText(/You are paying this since/)).toBeTruthy()
    expect(screen.getByText('Being paid by you')).toBeTruthy()
    const reject = () => within(detail()).getByRole('button', { name: /^Reject/ })
    expect(reject()).toHaveProperty('disabled', true)
    expect(detail().textContent).toContain('To reject, release the payout first.')
    await app.user.keyboard('r1')
    expect(within(detail()).queryByRole('group', { name: /^Reason/ })).toBeNull()
    await app.user.click(within(detail()).getByRole('button', { name: 'Release' }))
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Release/ }))
    await waitFor(() => expect(firstOf(app).payout).toBeNull())
    expect(reject()).toHaveProperty('disabled', false)
  })

  it('of another admin turns the decisions off, and an owner can release it', async () => {
    const app = await openQueue((office) => {
      office.requests = office.requests.map((one) => ({ ...one, payout: office.payoutOf(asha) }))
    })
    expect(detail().textContent).toContain('asha is paying this withdrawal. You can read it.')
    await app.user.keyboard(`${markPaid}p`)
    expect(app.office.requestsOf(approveWithdrawal)).toEqual([])
    expect(app.office.requestsOf(payWithdrawal)).toEqual([])
    expect(within(detail()).getByRole('button', { name: 'Release' })).toBeTruthy()
  })

  it('that expired asks for a look at the bank before it is paid', async () => {
    const app = await openQueue((office) => {
      office.requests = office.requests.map((one) => ({ ...one, payout: office.payoutOf(asha, -1) }))
    }, 'cashier')
    expect(within(detail()).getByText(/Was being paid by asha since .* Check the bank before you pay/)).toBeTruthy()
    await app.user.keyboard('p')
    expect(app.office.requestsOf(payWithdrawal)).toEqual([])
    await app.user.click(within(detail()).getByRole('button', { name: 'Checked: not paid' }))
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Checked/ }))
    await waitFor(() => expect(firstOf(app).payout).toBeNull())
    await app.user.keyboard('p')
    await waitFor(() => expect(app.office.requestsOf(payWithdrawal)).toHaveLength(1))
  })
})

describe('a payment file', () => {
  it('stays open when the queue behind it opens its first request', async () => {
    const office = new WithdrawalOffice([withdrawal(1)])
    const list = Promise.withResolvers<undefined>()
    office.answer(adminListWithdrawals, async () => {
      await list.promise
      return ok({ withdrawals: office.requests, nextCursor: null, pending: 1 })
    })
    const app = openApp(paths.withdrawals, { office })
    await app.user.click(await screen.findByRole('button', { name: 'Payment file' }))
    list.resolve(undefined)
    await waitFor(() => expect(app.address()).toContain(`id=${withdrawal(1)._id}`))
    expect(await screen.findByText('1 of 1 withdrawal')).toBeTruthy()
    await app.user.click(screen.getByLabelText('Player 1, ₹1,000.00'))
    expect(within(screen.getByRole('dialog')).getByText('0 of 1 withdrawal')).toBeTruthy()
  })

  it('does not tick a withdrawal that arrives after the list has opened', async () => {
    const app = await openQueue()
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('3 of 3 withdrawals')
    app.office.requests = [...app.office.requests, withdrawal(4)]
    act(() => app.live.push(socketEvents.queueUpdate, { deposits: 0, withdrawals: 4 }))
    expect(await dialog.findByLabelText('Player 4, ₹4,000.00')).toHaveProperty('checked', false)
    expect(await dialog.findByText('3 of 4 withdrawals')).toBeTruthy()
    await app.user.click(dialog.getByLabelText('Tick all 4'))
    expect(dialog.getByText('4 of 4 withdrawals')).toBeTruthy()
  })

  it('shows who asked and risk hints, and begins without the withdrawals that have a hint', async () => {
    const app = await openQueue((office) => {
      office.change(withdrawal(2), { risks: ['account_of_others'] })
    })
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('2 of 3 withdrawals, 1 needs a closer look')).toBeTruthy()
    expect(dialog.getByText('player2@example.com')).toBeTruthy()
    expect(dialog.getByText('Account of two players')).toBeTruthy()
    expect(dialog.getByLabelText('Player 2, ₹2,000.00')).toHaveProperty('checked', false)
    app.office.change(withdrawal(3), { risks: ['account_of_others'] })
    act(() => app.live.push(socketEvents.queueUpdate, { deposits: 0, withdrawals: 3 }))
    expect(await dialog.findByText('1 of 3 withdrawals, 2 need a closer look')).toBeTruthy()
    expect(dialog.getByLabelText('Player 3, ₹3,000.00')).toHaveProperty('checked', false)
  })

  it('begins without withdrawals that have a hint, and says which', async () => {
    const app = await openQueue((office) => office.hints.set(withdrawal(2)._id, ['first_withdrawal', 'account_new']))
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('2 of 3 withdrawals, 1 needs a closer look')).toBeTruthy()
    expect(dialog.getByText('First withdrawal')).toBeTruthy()
    expect(dialog.getByText('New account')).toBeTruthy()
    expect(dialog.getByLabelText('Player 2, ₹2,000.00')).toHaveProperty('checked', false)
  })

  it('ticks no withdrawal while the hints are not available', async () => {
    const app = await openQueue((office) => office.answer(withdrawalHints, () => refuse('unavailable')))
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/The risk hints are not available/)).toBeTruthy()
    expect(dialog.getByText('0 of 3 withdrawals, 3 need a closer look')).toBeTruthy()
  })

  it('is made of the ticked withdrawals, and is saved', async () => {
    const made = { _id: withdrawal(9)._id, format: 'sbi', fileName: 'PAYOUTS1.txt', by: 'some.owner' } as const
    const fileOf = (ids: readonly string[]) => ({
      ...made,
      at: withdrawal(1).createdAt,
      count: ids.length,
      amount: 3_000,
      open: ids.length,
    })
    const app = await openQueue((office) => {
      office.change(withdrawal(2), { payout: office.payoutOf(asha) })
      office.answer(listPayoutFiles, () => ok({ files: [fileOf(['a', 'b'])], next: null }))
      office.answer(createPayoutFile, ({ body }) => ok({ file: fileOf((body as { ids: string[] }).ids) }))
      office.answer(downloadPayoutFile, () => refuse('unavailable'))
    })
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = await screen.findByRole('dialog')
    await app.user.selectOptions(within(dialog).getByLabelText('Format'), 'sbi')
    expect(within(dialog).queryByText('Player 2')).toBeNull()
    await within(dialog).findByText('2 of 2 withdrawals')
    await app.user.click(within(dialog).getByLabelText('Player 1, ₹1,000.00'))
    const all = within(dialog).getByLabelText('Tick all 2')
    await app.user.click(all)
    await app.user.click(all)
    const make = within(dialog).getByRole('button', { name: /^Make file, ₹0/ })
    expect(make.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(make)
    await app.user.click(within(dialog).getByLabelText('Player 3, ₹3,000.00'))
    await app.user.click(within(dialog).getByRole('button', { name: /^Make file, ₹3,000/ }))
    expect(await screen.findByText('PAYOUTS1.txt has 1 withdrawal. Upload it at the bank once.')).toBeTruthy()
    expect(app.office.requestsOf(createPayoutFile).map(({ body }) => body)).toEqual([
      { ids: [withdrawal(3)._id], format: 'sbi' },
    ])
    expect(app.office.requestsOf(downloadPayoutFile).map(({ params }) => params.id)).toEqual([made._id])
  })

  it('begins without names that banks cannot read, and names each withdrawal that the server refuses', async () => {
    const app = await openQueue((office) => {
      office.change(withdrawal(2), { account: { ...withdrawal(2).account, name: 'आशा राव' } })
      office.answer(createPayoutFile, () => {
        office.change(withdrawal(3), { payout: office.payoutOf(asha) })
        return refuse('payout_file_refused', undefined, { params: { ids: [withdrawal(3)._id] } })
      })
    })
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('2 of 3 withdrawals, 1 needs a closer look')).toBeTruthy()
    expect(dialog.getByText('The name has no Latin letters: pay it by hand')).toBeTruthy()
    expect(dialog.getByLabelText('आशा राव, ₹2,000.00')).toHaveProperty('disabled', true)
    await app.user.click(dialog.getByRole('button', { name: /^Make file, ₹4,000/ }))
    expect(await dialog.findByText('Taken by asha')).toBeTruthy()
    expect(dialog.getByLabelText('Player 3, ₹3,000.00')).toHaveProperty('checked', false)
    expect(dialog.getByRole('button', { name: /^Make file, ₹1,000/ })).toBeTruthy()
  })

  it('is in a list, which is saved as a file', async () => {
    const app = await openQueue((office) => office.answer(exportPayoutFiles, () => file('payment-files.csv', 'x')))
    URL.createObjectURL = () => 'blob:a-file'
    const saved = new Promise<string>((resolve) => {
      HTMLAnchorElement.prototype.click = function click() {
        resolve(this.download)
      }
    })
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Export this list of payment files as CSV' }))
    expect(await saved).toBe('payment-files.csv')
  })

  it('is not ordered while the browser is offline, and the dialog says so', async () => {
    const app = await openQueue()
    await app.user.click(screen.getByRole('button', { name: 'Payment file' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('3 of 3 withdrawals')
    app.office.isAway = true
    act(() => {
      app.live.down()
      app.live.push(socketEvents.queueUpdate, { deposits: 0, withdrawals: 3 })
    })
    await dialog.findByText('This browser is offline.')
    const make = dialog.getByRole('button', { name: /^Make file/ })
    expect(make.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(make)
    expect(app.office.requestsOf(createPayoutFile)).toEqual([])
  })
})
