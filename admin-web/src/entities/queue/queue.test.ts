import { describe, expect, it } from '@jest/globals'
import { paiseOfRupees } from '@kismet/contracts'
import fc from 'fast-check'
import type { QueueRequest, Row } from './request.ts'
import { mergeRows, nextWaiting, sortedRows } from './queue.ts'

/** The `n`th request, each asked a minute after the one before it. */
const request = (n: number): QueueRequest => ({
  _id: `r${n}`,
  user: { _id: 'p', email: 'p@example.com' },
  amount: paiseOfRupees(100),
  status: 'pending',
  createdAt: `2026-11-21T12:0${n}:00.000Z`,
  decidedAt: null,
  decidedBy: null,
  claim: null,
  firstApproval: null,
  risks: [],
  notes: 0,
})
const of = (...numbers: number[]): QueueRequest[] => numbers.map(request)
const numbersOf = (rows: readonly Row<QueueRequest>[]): string[] =>
  rows.map(({ request: { _id }, left }) => `${_id.slice(-1)}${left ? ' left' : ''}`)
const idOf = (n: number): string => request(n)._id
const none = (): boolean => false

describe('a list in an order that was chosen', () => {
  const before = sortedRows([], of(3, 1, 2), none)
  it.each([
    { name: 'is that of the server', fresh: of(2, 4, 3, 1), kept: [], is: ['2', '4', '3', '1'] },
    {
      name: 'one that is looked at stays behind the one above it',
      fresh: of(4, 3, 2),
      kept: [1],
      is: ['4', '3', '1 left', '2'],
    },
    { name: 'and so do two', fresh: of(3), kept: [1, 2], is: ['3', '1 left', '2 left'] },
    { name: 'the first stays first', fresh: of(1, 2), kept: [3], is: ['3 left', '1', '2'] },
  ])('$name', ({ fresh, kept, is }) => {
    expect(numbersOf(sortedRows(before, fresh, (id) => kept.some((n) => idOf(n) === id)))).toEqual(is)
  })
})

describe('the list under news', () => {
  const shown = mergeRows([], of(1, 2, 3), none)

  it.each([
    {
      name: 'the first answer: oldest first, whatever its order',
      rows: [],
      fresh: of(3, 1, 2),
      kept: [],
      is: ['1', '2', '3'],
    },
    { name: 'nothing new', rows: shown, fresh: of(1, 2, 3), kept: [], is: ['1', '2', '3'] },
    { name: 'a new one comes at the end', rows: shown, fresh: of(1, 2, 3, 4), kept: [], is: ['1', '2', '3', '4'] },
    {
      name: 'two new ones, oldest first',
      rows: shown,
      fresh: of(5, 4, 1, 2, 3),
      kept: [],
      is: ['1', '2', '3', '4', '5'],
    },
    { name: 'an answered one goes', rows: shown, fresh: of(1, 3), kept: [], is: ['1', '3'] },
    {
      name: 'an answered one that is kept stays in its place',
      rows: shown,
      fresh: of(1, 3, 4),
      kept: [2],
      is: ['1', '2 left', '3', '4'],
    },
    {
      name: 'an older one that was not known comes at the end too',
      rows: mergeRows([], of(2, 3), none),
      fresh: of(1, 2, 3),
      kept: [],
      is: ['2', '3', '1'],
    },
    { name: 'all are gone', rows: shown, fresh: [], kept: [], is: [] },
  ])('$name', ({ rows, fresh, kept, is }) => {
    expect(numbersOf(mergeRows(rows, fresh, (id) => kept.some((n) => idOf(n) === id)))).toEqual(is)
  })

  it('a kept row that waits again is like the others', () => {
    const gone = mergeRows(shown, of(1, 3), () => true)
    expect(numbersOf(gone)).toEqual(['1', '2 left', '3'])
    expect(numbersOf(mergeRows(gone, of(1, 2, 3), none))).toEqual(['1', '2', '3'])
  })

  it('never moves a row against another, shows all that waits, and shows nothing twice', () => {
    const waiting = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 10 })
    fc.assert(
      fc.property(fc.array(waiting, { minLength: 1, maxLength: 6 }), fc.boolean(), (answers, keep) => {
        let rows: readonly Row<QueueRequest>[] = []
        for (const answer of answers) {
          const before = rows.map((row) => row.request._id)
          rows = mergeRows(rows, of(...answer), () => keep)
          const after = rows.map((row) => row.request._id)
          expect(after.filter((id) => before.includes(id))).toEqual(before.filter((id) => after.includes(id)))
          expect(new Set(after).size).toBe(after.length)
          const waits = rows.filter(({ left }) => !left).map((row) => row.request._id)
          expect([...waits].sort()).toEqual(answer.map(idOf).sort())
        }
      }),
    )
  })
})

describe('what opens after a decision', () => {
  const rows = mergeRows([], of(1, 2, 3), none)
  it.each([
    { name: 'the next below', rows, decided: 1, opens: 2 },
    { name: 'from the top again after the last', rows, decided: 3, opens: 1 },
    { name: 'not one that was answered meanwhile', rows: mergeRows(rows, of(1, 3), () => true), decided: 1, opens: 3 },
    { name: 'the row of the decision itself has gone', rows: mergeRows(rows, of(2, 3), none), decided: 1, opens: 2 },
    { name: 'nothing else waits', rows: mergeRows([], of(1), none), decided: 1, opens: null },
  ])('$name', ({ rows: now, decided, opens }) => {
    expect(nextWaiting(now, idOf(decided))).toBe(opens && idOf(opens))
  })

  it('what another admin has to do comes last', () => {
    const isFree = ({ _id }: QueueRequest): boolean => _id !== idOf(2)
    expect(nextWaiting(rows, idOf(1), isFree)).toBe(idOf(3))
    expect(nextWaiting(rows, idOf(3), ({ _id }) => _id === idOf(3))).toBe(idOf(1))
    expect(nextWaiting(rows, null, isFree)).toBe(idOf(1))
  })
})
