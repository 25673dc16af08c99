import { describe, expect, it } from '@jest/globals'
import type { MoneyCommand, Outcome, Request } from '../domain/command.ts'
import { recordedStep } from '../../test/recorded-step.ts'
import { BatchQueue } from './batch-queue.ts'
import type { Pending } from './batch-queue.ts'

const nobody: ReadonlySet<string> = new Set()
const bet = (playerId: string, reference: string, payoutPaise = 0): Request => {
  const command: MoneyCommand = { kind: 'play', playerId, reference, game: 'Dice', stakePaise: 1, payoutPaise }
  return { command, inputHash: JSON.stringify(command) }
}
const booked: Outcome = {
  ...{ ok: true, balancePaise: 5, balanceSeq: 1, bonusReleased: false, replayed: false },
  entry: recordedStep(),
}
const named = (batch: readonly Pending[]) => batch.map(({ request }) => request.command.reference)

describe('the queue', () => {
  it('gives those that have waited longest, in the order of their arrival', () => {
    const queue = new BatchQueue(10)
    for (const reference of ['1', '2', '3']) void queue.add(bet('a', reference), 0)
    expect(named(queue.take(2, nobody))).toEqual(['1', '2'])
    expect(named(queue.take(2, nobody))).toEqual(['3'])
    expect(queue.size).toBe(0)
  })

  it('keeps the commands of players who are in another batch, in their order', () => {
    const queue = new BatchQueue(10)
    for (const [player, reference] of [
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
      ['c', 'c1'],
    ] as const)
      void queue.add(bet(player, reference), 0)
    expect(named(queue.take(10, new Set(['a'])))).toEqual(['b1', 'c1'])
    expect(named(queue.take(10, nobody))).toEqual(['a1', 'a2'])
  })

  it('refuses one too many at once', async () => {
    const queue = new BatchQueue(1)
    void queue.add(bet('a', '1'), 0)
    expect(await queue.add(bet('a', '2'), 0)).toEqual({ ok: false, code: 'unavailable' })
  })

  it('lets a repetition share the outcome of the first, until that is answered', async () => {
    const queue = new BatchQueue(10)
    const first = queue.add(bet('a', '1'), 0)
    const again = queue.add(bet('a', '1'), 0)
    const batch = queue.take(10, nobody)
    const late = queue.add(bet('a', '1'), 0)
    expect(batch).toHaveLength(1)
    batch[0]?.answer(booked)
    expect(await Promise.all([first, again, late])).toEqual([
      booked,
      { ...booked, replayed: true },
      { ...booked, replayed: true },
    ])
    void queue.add(bet('a', '1'), 0)
    expect(queue.size).toBe(1)
  })

  it('lets another input under the same key take its turn', () => {
    const queue = new BatchQueue(10)
    void queue.add(bet('a', '1'), 0)
    void queue.add(bet('a', '1', 7), 0)
    expect(queue.take(10, nobody)).toHaveLength(2)
  })

  it('refuses what has waited for longer than its caller', async () => {
    const queue = new BatchQueue(10)
    const old = queue.add(bet('a', '1'), 100)
    void queue.add(bet('a', '2'), 200)
    queue.expire(101)
    expect(await old).toEqual({ ok: false, code: 'unavailable' })
    expect(named(queue.take(10, nobody))).toEqual(['2'])
  })
})
