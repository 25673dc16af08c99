import { describe, expect, it } from '@jest/globals'
import { auditKey } from '@kismet/test-env/test-audit'
import fc from 'fast-check'
import { ChainKey, ChainWalk, genesis, operator } from '../src/audit/chain.ts'
import type { AuditEntry, StoredRow } from '../src/audit/chain.ts'

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
  const faultIn = (rows: readonly StoredRow[], last: StoredRow | undefined) => {
    const walk = new ChainWalk(key, last === undefined ? [] : [last])
    return rows.map((row) => walk.take(row)).find((fault) => fault !== undefined) ?? walk.end()
  }
  const entries = fc.array(fc.record({ target: textOf, detail: details }), { minLength: 2, maxLength: 12 })

  it('whatever is taken out, moved or changed is found, at the first row that it touches', () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.nat(), fc.constantFrom('take out', 'swap', 'change'), (given, a, b, how) => {
        const rows = chainOf(given)
        expect(faultIn(rows, rows.at(-1))).toBeUndefined()
        const [at, other] = [a % rows.length, b % rows.length].toSorted((x, y) => x - y) as [number, number]
        const [row, second] = [rows[at], rows[other]] as [StoredRow, StoredRow]
        if (how === 'swap' && row === second) return
        const touched = {
          'take out': rows.toSpliced(at, 1).map((left, index) => ({ ...left, sequence: index + 1 })),
          swap: rows.with(at, { ...second, sequence: at + 1 }).with(other, { ...row, sequence: other + 1 }),
          change: rows.with(at, { ...row, target: `${row.target}.` }),
        }[how]
        expect(faultIn(touched, rows.at(-1))?.sequence).toBe(at + 1)
      }),
    )
  })
})
