import { expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { StatementReader } from './reader.ts'

const file = Buffer.from('Date,Narration,Ref No,Debit,Credit,Balance\n21/11/2026,UPI-ASHA,409512345678,,500.00,1000.00')
const withinMs = 3_000

it('a file whose time ends while its columns are chosen is refused, and its place is free again', async () => {
  const reader = new StatementReader(withinMs)
  const startedAt = performance.now()
  const slowly = reader.read(file, 'admin', async (_header, proposed) => {
    await eventually('its time is over', () => performance.now() - startedAt > withinMs + 500)
    return proposed
  })
  await expect(slowly).rejects.toMatchObject({ code: 'invalid_request' })
  const next = reader.read(file, 'admin', () => Promise.reject(new Error('It is chosen by nobody')))
  await expect(next).rejects.toThrow()
}, 20_000)
