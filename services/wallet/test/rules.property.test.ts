import { describe, expect, it } from '@jest/globals'
import { siteLimits } from '@kismet/contracts'
import fc from 'fast-check'
import { requestOf } from '../src/core/input-hash.ts'
import { netResultOf } from '../src/domain/account.ts'
import type { Account } from '../src/domain/account.ts'
import { decideBatch } from '../src/domain/batch.ts'
import type { MoneyCommand, Outcome } from '../src/domain/command.ts'
import type { Entry, Recorded } from '../src/domain/entry.ts'
import { assertBatch } from '../src/domain/invariants.ts'
import { Model } from './model.ts'
import type { Expected } from './model.ts'
import { randomCommand } from './random-commands.ts'

const bonus = { percent: 10, wagerPercent: 50, minMultiplier: 1.01 }
const command = randomCommand(['p1', 'p2', 'p3'], ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'])
const batches = fc.array(fc.array(command, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 })

const expectedOf = (outcome: Outcome): Expected => {
  if (!outcome.ok) return outcome.code
  const { balancePaise, balanceSeq, bonusReleased, replayed } = outcome
  return { balancePaise, balanceSeq, bonusReleased, replayed }
}

/** Keeps what the batches book, as the database does. */
function runBatches(all: readonly (readonly MoneyCommand[])[]): {
  outcomes: Outcome[]
  accounts: Map<string, Account>
  entries: Entry[]
} {
  const accounts = new Map<string, Account>()
  const recorded = new Map<string, Recorded>()
  const outcomes: Outcome[] = []
  const entries: Entry[] = []
  for (const batch of all) {
    const input = {
      requests: batch.map((command) => requestOf(command, {})),
      accounts,
      recorded,
      nowMs: 0,
      bonus,
      limits: siteLimits,
    }
    const decision = decideBatch(input)
    assertBatch(input, decision)
    outcomes.push(...decision.outcomes)
    entries.push(...decision.entries)
    for (const [playerId, account] of decision.changed) accounts.set(playerId, account)
    for (const entry of decision.entries) {
      recorded.set(entry.reference, { ...recorded.get(entry.reference), [entry.step]: entry })
    }
  }
  return { outcomes, accounts, entries }
}

describe('any sequence of commands', () => {
  it('comes out as the simple model says, however it falls into batches', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const model = new Model()
        const { outcomes, accounts } = runBatches(all)
        expect(outcomes.map(expectedOf)).toEqual(all.flat().map((each) => model.run(each)))
        for (const [playerId, account] of accounts) {
          const { balancePaise, openPaise, heldPaise, netPaise, firstDepositPaise, countedPaise, released } =
            model.player(playerId)
          expect(account).toMatchObject({
            balancePaise,
            openPaise,
            heldPaise,
            firstDepositPaise,
            countedPaise,
            bonusReleased: released,
          })
          expect(netResultOf(account)).toBe(netPaise)
        }
        expect(model.total).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  it('conserves money: nothing is made or lost, nothing is negative, each key is booked once', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const { accounts, entries } = runBatches(all)
        const sum = (of: (entry: Entry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
        const own = [...accounts.values()].reduce(
          (total, { balancePaise, openPaise, heldPaise }) => total + balancePaise + openPaise + heldPaise,
          0,
        )
        expect(own + sum(({ sides }) => sides.house + sides.outside + sides.bonus)).toBe(0)
        for (const { balancePaise, openPaise, heldPaise } of accounts.values())
          expect(Math.min(balancePaise, openPaise, heldPaise)).toBeGreaterThanOrEqual(0)
        const keys = entries.map(({ reference, step }) => `${reference} ${step}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(entries.filter(({ kind }) => kind === 'bonus').length).toBeLessThanOrEqual(accounts.size)
      }),
      { numRuns: 300 },
    )
  })

  it('changes nothing when it is sent again', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const once = runBatches(all)
        const booked = all.flat().filter((_command, index) => once.outcomes[index]?.ok)
        const twice = runBatches([...all, booked])
        expect(twice.entries).toEqual(once.entries)
        expect(twice.outcomes.slice(once.outcomes.length).every((outcome) => outcome.ok && outcome.replayed)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
