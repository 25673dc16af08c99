import { expect, it } from '@jest/globals'
import { StatementReader } from '../src/statements/reader.ts'

const file = Buffer.from(
  'Date,Narration,Ref No,Debit,Credit,Balance\n21/11/2026,UPI-ASHA,409512345678,,500.00,1000.00\n',
)

it('a file is read by its proposed columns, and by other columns', async () => {
  const reader = new StatementReader()
  const { columns, rows } = await reader.read(file, 'asha')
  expect(rows).toMatchObject([{ balancePaise: 100_000, reference: '409512345678' }])
  expect((await reader.read(file, 'asha', { ...columns, balance: -1 })).rows).toMatchObject([{ balancePaise: null }])
}, 30_000)

it('a file that takes longer than its time is refused, and its place is free again', async () => {
  const reader = new StatementReader(1)
  for (const _ of [1, 2]) await expect(reader.read(file, 'asha')).rejects.toMatchObject({ code: 'invalid_request' })
}, 30_000)
