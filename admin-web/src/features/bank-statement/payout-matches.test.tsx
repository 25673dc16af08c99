import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { payPayoutMatches, readPayoutMatches, settlePayoutProblem } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import { openBank } from '../../testing/bank-office.ts'
import { statement } from '../../testing/bank-statements.ts'
import { withdrawal } from '../../testing/withdrawals.ts'

type Match = WireOutput<typeof readPayoutMatches>['rows'][number]
afterEach(() => localStorage.clear())

const match = (row: number, change: Partial<Match> = {}): Match => ({
  rowId: `0190b2a0-0000-7000-8000-00000000020${row}`,
  ...{ row, day: '2026-11-21', text: `IMPS row ${row}`, utr: '412345678901', amount: -1_000, kind: 'debit' },
  ...{ tab: 'exact', problem: null, withdrawal: withdrawal(row) },
  ...change,
})

function openPayouts(rows: Match[]) {
  const app = openBank([], `?id=${statement._id}&side=payouts`)
  app.office.answer(readPayoutMatches, ({ query }) => {
    const tab = query.get('tab') ?? 'exact'
    const of = (one: string) => ({ count: rows.filter((row) => row.tab === one).length, amount: 0 })
    const counts = { exact: of('exact'), near: of('near'), problem: of('problem'), settled: of('settled') }
    const tallies = { ...counts, paid: of('paid'), none: of('none') }
    const unseen = [withdrawal(4, { status: 'approved', decidedBy: 'asha' })]
    return ok({ tallies, rows: rows.filter((row) => row.tab === tab), next: null, unseen, unseenCount: 1 })
  })
  app.office.answer(payPayoutMatches, ({ body }) => {
    const { pairs } = body as { pairs: { withdrawalId: string }[] }
    return ok({ results: pairs.map(({ withdrawalId }) => ({ withdrawalId, outcome: 'paid' as const, message: null })) })
  })
  return app
}

it('the ticked exact debits are marked as paid after a question, and what the bank does not show is listed', async () => {
  const { user, office } = openPayouts([match(1), match(2)])
  expect(await screen.findByText('Booked as paid, not seen at the bank')).toBeTruthy()
  await user.click(screen.getByLabelText('Row 2'))
  await user.click(screen.getByRole('button', { name: /^Mark 1 paid/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Mark paid/ }))
  expect(await screen.findByText('1 of 1 withdrawal marked as paid.')).toBeTruthy()
  expect(office.requestsOf(payPayoutMatches).map(({ body }) => body)).toEqual([
    { match: 'exact', pairs: [{ rowId: match(1).rowId, withdrawalId: withdrawal(1)._id }] },
  ])
})

it('the result names each withdrawal that is not marked as paid', async () => {
  const { user, office } = openPayouts([match(1), match(2)])
  office.answer(payPayoutMatches, ({ body }) => {
    const { pairs } = body as { pairs: { withdrawalId: string }[] }
    const message = 'This request has been approved already by asha.'
    return ok({ results: pairs.map(({ withdrawalId }) => ({ withdrawalId, outcome: 'skipped' as const, message })) })
  })
  await user.click(await screen.findByRole('button', { name: /^Mark 2 paid/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Mark paid/ }))
  const { amount, user: player } = withdrawal(1)
  expect(
    await screen.findByText(new RegExp(`₹${amount.toLocaleString('en-IN')}.00 of ${player.email}: This request`)),
  ).toBeTruthy()
})

it('a bank reference keeps the zeros that it begins with', async () => {
  openPayouts([match(1, { utr: '12345678901' })])
  expect(await screen.findByText('21 Nov 2026, 012345678901')).toBeTruthy()
})

it('a near debit is confirmed alone, and a problem says what to do', async () => {
  const problem = { tab: 'problem', problem: 'rejected' } as const
  const { user, office } = openPayouts([match(1, { tab: 'near' }), match(2, problem)])
  await user.click(await screen.findByRole('button', { name: /^Near/ }))
  await user.click(await screen.findByRole('button', { name: 'It is its payment' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Mark paid/ }))
  expect(await screen.findByText('1 of 1 withdrawal marked as paid.')).toBeTruthy()
  expect(office.requestsOf(payPayoutMatches)).toMatchObject([{ body: { match: 'near' } }])
  await user.click(screen.getByRole('button', { name: /^Problems/ }))
  expect(await screen.findByText(/The player has the money at the bank and in the balance/)).toBeTruthy()
})

it('a problem is corrected with its amount filled in, and resolved with a note', async () => {
  const paid = withdrawal(2, { status: 'approved' })
  const { user, office } = openPayouts([
    match(2, { tab: 'problem', problem: 'twice', amount: -2_000, withdrawal: paid }),
  ])
  office.answer(settlePayoutProblem, () => ok({ message: '' }))
  await user.click(await screen.findByRole('button', { name: /^Problems/ }))
  expect((await screen.findByRole('link', { name: 'Player' })).getAttribute('href')).toContain(paid.user._id)
  await user.click(screen.getByRole('button', { name: 'Correct balance' }))
  const form = within(await screen.findByRole('dialog', { name: 'Correct the balance' }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('2000')
  form.getByRole('radio', { name: 'Take from the player', checked: true })
  await user.click(form.getByRole('button', { name: /^Cancel/ }))
  await user.click(screen.getByRole('button', { name: 'Resolve' }))
  const settle = within(screen.getByRole('dialog'))
  await user.type(settle.getByLabelText('What became of the money'), 'The bank took it back.')
  await user.click(settle.getByRole('button', { name: /^Resolve/ }))
  expect(await screen.findByText('The problem is resolved.')).toBeTruthy()
  expect(office.requestsOf(settlePayoutProblem)).toMatchObject([
    { body: { rowId: match(2).rowId, withdrawalId: paid._id, problem: 'twice', note: 'The bank took it back.' } },
  ])
})

it('a tab without debits says so', async () => {
  const { user } = openPayouts([])
  await screen.findByText('No debit is an exact match now.')
  await user.click(screen.getByRole('button', { name: /^Problems/ }))
  await screen.findByText('The rows and the bookings agree.')
})
