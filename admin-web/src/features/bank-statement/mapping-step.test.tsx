import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { previewBankStatement } from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import { openBank } from '../../testing/bank-office.ts'
import { preview, statement } from '../../testing/bank-statements.ts'

afterEach(() => localStorage.clear())

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
  const sent = app.office
    .requestsOf(previewBankStatement)
    .map(({ body }) => (body as FormData).get('columns') as string)
  expect(JSON.parse(sent[1] ?? '')).toMatchObject({ amount: 2, sign: 2 })
})
