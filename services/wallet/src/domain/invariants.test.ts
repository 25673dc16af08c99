import { describe, expect, it } from '@jest/globals'
import { siteLimits } from '@kismet/contracts'
import { newAccount } from './account.ts'
import type { Account } from './account.ts'
import { decideBatch } from './batch.ts'
import type { BatchDecision, BatchInput } from './batch.ts'
import type { Entry } from './entry.ts'
import { assertBatch, LedgerBreach } from './invariants.ts'

const input: BatchInput = {
  requests: [
    { command: { kind: 'deposit', playerId: 'p', reference: 'd', amountPaise: 1000 }, inputHash: 'd' },
    { command: { kind: 'hold', playerId: 'p', reference: 'h', amountPaise: 400 }, inputHash: 'h' },
  ],
  accounts: new Map([['p', newAccount('p')]]),
  recorded: new Map(),
  nowMs: 0,
  bonus: { percent: 10, wagerPercent: 50, minMultiplier: 1.01 },
  limits: siteLimits,
}
const decision = decideBatch(input)

const withEntry = (change: (entry: Entry) => Entry): BatchDecision => ({
  ...decision,
  entries: decision.entries.map((entry, index) => (index === 1 ? change(entry) : entry)),
})
const withAccount = (change: Partial<Account>): BatchDecision => ({
  ...decision,
  changed: new Map([...decision.changed].map(([id, account]) => [id, { ...account, ...change }])),
})

describe('the invariants of a batch', () => {
  it('hold for what the rules decide', () => {
    expect(() => assertBatch(input, decision)).not.toThrow()
  })

  it.each<[string, BatchDecision]>([
    ['does not sum to zero', withEntry((entry) => ({ ...entry, sides: { ...entry.sides, house: 1 } }))],
    ['does not follow', withEntry((entry) => ({ ...entry, sequence: 3 }))],
    ['breaks the chain', withEntry((entry) => ({ ...entry, balanceAfterPaise: 601 }))],
    ['does not end where its entries end', withAccount({ balancePaise: 601 })],
    ['does not end where its entries end', withAccount({ heldPaise: 0 })],
    ['does not end where its entries end', withAccount({ netPaise: 1 })],
    ['does not end where its entries end', withAccount({ houseCorrectionsPaise: 1 })],
    ['does not end where its entries end', withAccount({ sequence: 1 })],
    ['no safe integer', withAccount({ countedPaise: 0.5 })],
    ['have entries', { ...decision, changed: new Map() }],
    ['have entries', { ...decision, changed: new Map([...decision.changed, ['q', newAccount('q')]]) }],
  ])('find a batch that %s', (message, broken) => {
    expect(() => assertBatch(input, broken)).toThrow(LedgerBreach)
    expect(() => assertBatch(input, broken)).toThrow(message)
  })

  it('find held money that is negative', () => {
    const wrong = { ...input, accounts: new Map([['p', { ...newAccount('p'), heldPaise: -500 }]]) }
    expect(() => assertBatch(wrong, decideBatch(wrong))).toThrow('negative open stakes or held money')
  })

  it('find a negative balance', () => {
    const poor = { ...input, accounts: new Map([['p', { ...newAccount('p'), balancePaise: -1100 }]]) }
    expect(() => assertBatch(poor, decideBatch(poor))).toThrow('negative')
  })
})
