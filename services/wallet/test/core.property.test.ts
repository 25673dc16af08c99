import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Pool } from '@kismet/service-kit/database'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import fc from 'fast-check'
import { stepOf } from '../src/domain/steps.ts'
import type { MoneyCommand, Outcome } from '../src/domain/command.ts'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { breaksOf, deposit, newId, openCore, openPool, reconcileAll } from './fixture.ts'
import { Model } from './model.ts'
import type { Expected } from './model.ts'
import { randomCommand } from './random-commands.ts'

let database: TestDatabase
let pool: Pool
let core: WalletCore

beforeAll(async () => {
  database = await createTestDatabase(['wallet'])
  pool = openPool(database.urlOf('wallet'))
  core = await openCore(database.urlOf('wallet'), { lanes: 3, maxBatch: 8 })
})

afterAll(async () => {
  await core.close()
  await pool.end()
  await database.drop()
})

const names = ['1', '2', '3', '4', '5', '6']
/** Each player has references of his own, so that the order among players does not matter. */
const command = fc.constantFrom('a', 'b', 'c').chain((player) =>
  randomCommand(
    [player],
    names.map((name) => player + name),
  ),
)
/** One key at most once in a burst: a repetition in flight shares its fate, which the model knows nothing of. */
const burst = fc.uniqueArray(command, {
  minLength: 1,
  maxLength: 16,
  selector: ({ reference, kind }) => `${reference} ${stepOf[kind]}`,
})

const expectedOf = (outcome: Outcome): Expected => {
  if (!outcome.ok) return outcome.code
  const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
  return { balancePaise, balanceSeq, bonusReleased, replayed }
}

describe('bursts of random commands on the real database', () => {
  it('come out as the simple model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 12 }), async (bursts) => {
        const ids = new Map<string, string>()
        const idOf = (name: string) => ids.get(name) ?? (ids.set(name, newId()), ids.get(name) ?? name)
        const model = new Model()
        for (const commands of bursts) {
          const named = commands.map((each): MoneyCommand => ({
            ...each,
            playerId: idOf(each.playerId),
            reference: idOf(each.reference),
          }))
          const outcomes = await Promise.all(named.map((each) => core.submit(each)))
          expect(outcomes.map(expectedOf)).toEqual(named.map((each) => model.run(each)))
        }
        expect(model.total).toBe(0)
      }),
      { numRuns: 100 },
    )
    expect(breaksOf(await reconcileAll(pool))).toEqual([])
  }, 60_000)

  it('come out as the model says when so many come that batches overlap: each player keeps the order', async () => {
    const players = Array.from({ length: 150 }, newId)
    const commands = players.map((player) => {
      const references = Array.from({ length: 12 }, newId)
      const random = fc.sample(randomCommand([player], references), 24)
      return [deposit(player, 5_000), ...uniqueKeys(random)]
    })
    // One command of each player after the other, so that every batch has commands of all.
    const longest = Math.max(...commands.map(({ length }) => length))
    const mixed = Array.from({ length: longest }, (_, turn) =>
      commands.flatMap((own) => own.slice(turn, turn + 1)),
    ).flat()
    const model = new Model()
    const outcomes = await Promise.all(mixed.map((each) => core.submit(each)))
    expect(outcomes.map(expectedOf)).toEqual(mixed.map((each) => model.run(each)))
    expect(breaksOf(await reconcileAll(pool))).toEqual([])
  }, 60_000)
})

function uniqueKeys(commands: readonly MoneyCommand[]): MoneyCommand[] {
  const seen = new Set<string>()
  return commands.filter(({ reference, kind }) => {
    const key = `${reference} ${stepOf[kind]}`
    return !seen.has(key) && seen.add(key)
  })
}
