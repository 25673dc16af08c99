import { afterEach, expect, it } from '@jest/globals'
import { postBankStatement, previewBankStatement, socketEvents } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { openBank } from '../testing/bank-office.ts'
import { deposit } from '../testing/deposits.ts'
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

it.each([
  {
    what: 'a bank statement is read',
    last: previewBankStatement,
    begin: () => statementOnItsWay(previewBankStatement),
  },
  { what: 'a bank statement is kept', last: postBankStatement, begin: () => statementOnItsWay(postBankStatement) },
])('a deposit that is asked for while $what is in the queue at once', async ({ last, begin }) => {
  const { office, user, live } = await begin()
  await user.click(screen.getAllByRole('link', { name: /^Deposits/ })[0] ?? document.body)
  await screen.findByText('No pending requests')
  office.pending = [deposit(1)]
  act(() => live.push(socketEvents.queueUpdate, { deposits: 1, withdrawals: 0 }))
  await screen.findByText(deposit(1).user.email)
  expect(office.requestsOf(last)).toHaveLength(1)
})
