import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { previewBankStatement } from '@kismet/contracts'
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
