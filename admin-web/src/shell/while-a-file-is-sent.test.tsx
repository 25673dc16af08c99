import { afterEach, expect, it } from '@jest/globals'
import { postBankStatement, postDepositSettings, previewBankStatement, socketEvents } from '@kismet/contracts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { openBank } from '../testing/bank-office.ts'
import { deposit } from '../testing/deposits.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import type { OpenApp } from '../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const never = (): Promise<never> => new Promise(() => undefined)

/** A bank statement is on its way: `last` is the call of it that has no answer. */
async function statementOnItsWay(last: typeof postBankStatement | typeof previewBankStatement): Promise<OpenApp> {
  const app = openBank([], '')
  app.office.answer(last, never)
  const sheet = new File(['x'], 'HDFC_22Nov.csv', { type: 'text/csv' })
  await app.user.upload(await screen.findByLabelText('Bank statement'), sheet)
  if (last === postBankStatement) await app.user.click(await screen.findByRole('button', { name: /^Match 214 rows/ }))
  return app
}

/** A new QR code is on its way. */
async function codeOnItsWay(): Promise<OpenApp> {
  const office = new BackOffice()
  office.answer(postDepositSettings, never)
  const app = openApp(paths.qrSettings, { office })
  fireEvent.change(await screen.findByLabelText('UPI ID'), { target: { value: 'KISMET-JAN' } })
  await app.user.click(screen.getByRole('button', { name: 'Save settings' }))
  const question = await screen.findByRole('dialog')
  await app.user.click(within(question).getByRole('button', { name: 'Save settings' }))
  return app
}

it.each([
  {
    what: 'a bank statement is read',
    last: previewBankStatement,
    begin: () => statementOnItsWay(previewBankStatement),
  },
  { what: 'a bank statement is kept', last: postBankStatement, begin: () => statementOnItsWay(postBankStatement) },
  { what: 'a QR code is sent', last: postDepositSettings, begin: codeOnItsWay },
])('a deposit that is asked for while $what is in the queue at once', async ({ last, begin }) => {
  const { office, user, live } = await begin()
  await user.click(screen.getAllByRole('link', { name: /^Deposits/ })[0] ?? document.body)
  await screen.findByText('No pending requests')
  office.pending = [deposit(1)]
  act(() => live.push(socketEvents.queueUpdate, { deposits: 1, withdrawals: 0 }))
  await screen.findByText(deposit(1).user.email)
  expect(office.requestsOf(last)).toHaveLength(1)
})
