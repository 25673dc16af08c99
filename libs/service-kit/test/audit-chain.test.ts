import { describe, expect, it } from '@jest/globals'
import { auditKey } from '@kismet/test-env/test-audit'
import fc from 'fast-check'
import { ChainKey, genesis, operator } from '../src/audit/chain.ts'
import type { AuditEntry, StoredRow } from '../src/audit/chain.ts'
import { checkChain } from '../src/audit/check.ts'
import type { Queryable } from '../src/database.ts'

const textOf = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
const details = fc.dictionary(textOf, fc.oneof(textOf, fc.integer(), fc.boolean(), fc.constant(null)), {
  maxKeys: 4,
  noNullPrototype: true,
})

describe('property of a chain', () => {
  const key = new ChainKey(auditKey, 'auth')
  const chainOf = (entries: readonly { target: string; detail: AuditEntry['detail'] }[]) =>
    entries.reduce<StoredRow[]>((rows, { target, detail }, index) => {
      const row = {
        sequence: index + 1,
        at: new Date(index),
        admin_id: operator.id,
        admin_name: operator.username,
        action: 'coin.add',
        target,
        detail,
        request_id: 'r',
        ip: null,
        key_id: key.id,
        previous_hash: rows.at(-1)?.hash ?? genesis.hash,
      }
      return [...rows, { ...row, hash: key.hashOf(row) }]
    }, [])
  /** A stand-in for the table: answers each read with the rows that it asks for. */
  const tableOf = (rows: readonly StoredRow[]) => ({
    query: (_sql: string, [after, limit]: unknown[] = []) =>
      Promise.resolve({ rows: rows.filter(({ sequence }) => sequence > Number(after)).slice(0, Number(limit)) }),
  })
  const faultIn = async (rows: readonly StoredRow[], kept: StoredRow | undefined) =>
    (await checkChain({ db: tableOf(rows) as unknown as Queryable, key, kept, isWhole: true })).fault
  const entries = fc.array(fc.record({ target: textOf, detail: details }), { minLength: 2, maxLength: 12 })

  it('whatever is taken out, moved or changed is found, at the first row that it touches', async () => {
    const hows = fc.constantFrom('take out', 'swap', 'change')
    await fc.assert(
      fc.asyncProperty(entries, fc.nat(), fc.nat(), hows, async (given, a, b, how) => {
        const rows = chainOf(given)
        expect(await faultIn(rows, rows.at(-1))).toBeUndefined()
        const [at, other] = [a % rows.length, b % rows.length].toSorted((x, y) => x - y) as [number, number]
        const [row, second] = [rows[at], rows[other]] as [StoredRow, StoredRow]
        if (how === 'swap' && row === second) return
        const touched = {
          'take out': rows.toSpliced(at, 1).map((left, index) => ({ ...left, sequence: index + 1 })),
          swap: rows.with(at, { ...second, sequence: at + 1 }).with(other, { ...row, sequence: other + 1 }),
          change: rows.with(at, { ...row, target: `${row.target}.` }),
        }[how]
        expect((await faultIn(touched, rows.at(-1)))?.sequence).toBe(at + 1)
      }),
    )
  })
})
