import { afterEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { dismissBankPair } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { openBank } from '../../testing/bank-office.ts'
import { wireMatch } from '../../testing/bank-statements.ts'
import { deposit } from '../../testing/deposits.ts'

afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

it('are led to by the keys that move the mark, and the page stays where it is until then', async () => {
  const shown = jest.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const { user } = openBank([wireMatch(1, { near: 'similar' }), wireMatch(2, { near: 'similar' })])
  await screen.findAllByText('UTR is similar')
  const isShown = (): unknown[] =>
    shown.mock.contexts.flatMap((of) => (of instanceof HTMLLIElement ? [/\d of 2/.exec(of.textContent)?.[0]] : []))
  expect(isShown()).toEqual([])
  await user.keyboard('jk')
  expect(isShown()).toEqual(['2 of 2', '1 of 2'])
})

it('are dismissed by N after a question, unless their amounts differ or an admin approved them first', async () => {
  const pairs = [
    wireMatch(1, { near: 'similar' }),
    wireMatch(2, { near: 'amount', amount: 1_500, askedAmount: 1_050 }),
    wireMatch(3, {
      near: 'cut',
      request: deposit(3, { firstApproval: { by: 'asha', at: '2026-11-21T12:00:00.000Z' } }),
    }),
  ]
  const { user, office } = openBank(pairs)
  office.answer(dismissBankPair, () => {
    office.rows = office.rows.slice(1)
    return ok({ message: 'The pair is dismissed.' })
  })
  await screen.findByText('UTR is similar')
  expect(screen.getAllByRole('button', { name: /^Other payment/ })).toHaveLength(1)
  await user.keyboard('n')
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText(/leaves this list for ever/)
  await user.click(dialog.getByRole('button', { name: /^Dismiss/ }))
  await screen.findByText('Dismissed')
  await waitFor(() => expect(screen.queryByText('UTR is similar')).toBeNull())
  const [{ rowId, request } = wireMatch(1)] = pairs
  expect(office.requestsOf(dismissBankPair).map(({ body }) => body)).toEqual([{ rowId, requestId: request?._id }])
})
