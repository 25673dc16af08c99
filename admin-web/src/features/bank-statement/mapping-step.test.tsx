import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { postBankStatement, previewBankStatement } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import { openBank } from '../../testing/bank-office.ts'
import { preview, statement } from '../../testing/bank-statements.ts'

afterEach(() => localStorage.clear())

/** The columns of each preview that was asked for; null before a choice. */
const columnsSent = ({ office }: ReturnType<typeof openBank>): unknown[] =>
  office
    .requestsOf(previewBankStatement)
    .map(({ body }) => JSON.parse(((body as FormData).get('columns') ?? 'null') as string) as unknown)

it('a file with a column that is asked for cannot be kept; an amount with a minus may be its own column of CR or DR', async () => {
  const app = openBank([], '')
  const header = ['Date', 'Narration', 'Amount', 'How']
  const columns = { ...preview.columns, reference: null, credit: null, debit: null, amount: 2, balance: null }
  const confirmed = { by: 'some.cashier', at: statement.readAt }
  app.office.answer(previewBankStatement, () =>
    ok({ ...preview, header, columns, confirmed, missing: ['sign'], rows: [], count: 0 }),
  )
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Choose the column of CR or DR.')
  screen.getByText('Choose the column for CR or DR.')
  expect(screen.queryByText(/^recognised/)).toBeNull()
  expect(screen.getByRole('button', { name: /^Match/ }).hasAttribute('disabled')).toBe(true)
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'CR or DR' }), 'Amount')
  await waitFor(() => expect(app.office.requestsOf(previewBankStatement)).toHaveLength(2))
  expect(columnsSent(app)[1]).toMatchObject({ amount: 2, sign: 2 })
})

it.each([
  ['Balance', 'balance'],
  ['Debit', 'debit'],
  ['Reference', 'reference'],
] as const)('a question for the column of %s can be answered with “no such column”', async (name, meaning) => {
  const app = openBank([], '')
  const columns = { ...preview.columns, [meaning]: null }
  app.office.answer(previewBankStatement, ({ body }) => {
    const chosen = (body as FormData).get('columns')
    if (chosen !== null) return ok({ ...preview, columns: JSON.parse(chosen as string) as typeof columns })
    return ok({ ...preview, columns, missing: [meaning], rows: [], count: 0 })
  })
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  expect((await screen.findByRole('alert')).textContent).toContain('“no such column”')
  const box = screen.getByRole<HTMLSelectElement>('combobox', { name })
  expect(box.selectedOptions[0]?.textContent).toBe('choose')
  await app.user.selectOptions(box, 'no such column')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Match/ }).hasAttribute('disabled')).toBe(false))
  expect(box.selectedOptions[0]?.textContent).toBe('no such column')
  expect(columnsSent(app)[1]).toEqual({ ...columns, [meaning]: -1 })
})

it('lines with a fault are left out only once an admin agrees, and the call says how many', async () => {
  const app = openBank([], '')
  const fault = { line: 14, column: 'Deposit Amt.', message: '“12x” is no amount.' }
  app.office.answer(previewBankStatement, () => ok({ ...preview, faults: [fault], faultCount: 1, canLeaveOut: true }))
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.xlsx'))
  const go = await screen.findByRole('button', { name: /^Match/ })
  expect(go.hasAttribute('disabled')).toBe(true)
  await app.user.click(screen.getByRole('checkbox', { name: /^Leave this line out, and read the other 214 rows/ }))
  await app.user.click(go)
  await waitFor(() => expect(app.office.requestsOf(postBankStatement)).toHaveLength(1))
  const [sent] = app.office.requestsOf(postBankStatement)
  expect((sent?.body as FormData | undefined)?.get('leaveOut')).toBe('1')
})

it.each([
  ['The text: 409512345699', { reference: -1 }],
  ['The column: 632512345785', { isReferenceFirst: true }],
])('which of two numbers is the reference is asked, and answered with “%s”', async (name, answer) => {
  const app = openBank([], '')
  const twoNumbers = { line: 14, inColumn: '632512345785', inText: '409512345699' }
  app.office.answer(previewBankStatement, () =>
    ok({ ...preview, missing: ['reference'], twoNumbers, rows: [], count: 0 }),
  )
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  await app.user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(columnsSent(app)).toHaveLength(2))
  expect(columnsSent(app)[1]).toMatchObject(answer)
})

it.each([
  [preview.columns, 'columns as some.cashier confirmed them on'],
  [{ ...preview.columns, reference: 3 }, 'Reference is “Chq./Ref.No.”'],
])('columns that an admin confirmed say who, when, and what is not as proposed', async (proposed, text) => {
  const app = openBank([], '')
  const confirmed = { by: 'some.cashier', at: statement.readAt }
  app.office.answer(previewBankStatement, () => ok({ ...preview, proposed, confirmed }))
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  expect((await screen.findByText(/^columns as some\.cashier|^some\.cashier chose/)).textContent).toContain(text)
})

it.each([
  [0, 'There are no rows below the header.'],
  [3, 'No line below the header has a day and an amount.'],
])('a file without rows says so, with %s other lines', async (leftOut, text) => {
  const app = openBank([], '')
  app.office.answer(previewBankStatement, () => ok({ ...preview, rows: [], count: 0, from: null, to: null, leftOut }))
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

it('two columns that the file does not have are both no such column', async () => {
  const app = openBank([], '')
  app.office.answer(previewBankStatement, ({ body }) => {
    const chosen = (body as FormData).get('columns')
    return ok(
      chosen === null ? preview : { ...preview, columns: JSON.parse(chosen as string) as typeof preview.columns },
    )
  })
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  for (const name of ['Debit', 'Balance'])
    await app.user.selectOptions(await screen.findByRole('combobox', { name }), 'no such column')
  await waitFor(() => expect(app.office.requestsOf(previewBankStatement)).toHaveLength(3))
  expect(columnsSent(app)[2]).toMatchObject({ debit: -1, balance: -1 })
})

it('a file of one row has 1 row, not rows', async () => {
  const app = openBank([], '')
  app.office.answer(previewBankStatement, () => ok({ ...preview, count: 1, leftOut: 1 }))
  await app.user.upload(await screen.findByLabelText('Bank statement'), new File(['x'], 'a.csv', { type: 'text/csv' }))
  await screen.findByRole('button', { name: 'Match 1 row' })
  expect(screen.getByText(/^1 row, .* · 1 other line left out$/)).toBeTruthy()
})
