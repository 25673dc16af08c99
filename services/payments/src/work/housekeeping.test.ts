import { expect, it } from '@jest/globals'
import { createLogger } from '@kismet/service-kit/logger'
import type { Context } from '../context.ts'
import { keepHouse } from './housekeeping.ts'

it('a failing step of the housekeeping does not keep the later steps from running', async () => {
  const lines: string[] = []
  const log = createLogger('payments', 'error', { write: (line) => void lines.push(line) })
  const statements: string[] = []
  const query = (sql: string) => {
    statements.push(sql)
    const answer = { rows: [], rowCount: 0 }
    return sql.includes('FROM attempt') ? Promise.reject(new Error('broken')) : Promise.resolve(answer)
  }
  const db = { query } as unknown as Context['db']
  await keepHouse({ clock: { now: () => Date.now() }, db, log })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ what: 'attempt' }])
  expect(statements.some((sql) => sql.includes('proof_deleted_at'))).toBe(true)
})
