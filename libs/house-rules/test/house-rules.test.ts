import { describe, expect, it } from '@jest/globals'
import { exceptions } from '../src/exceptions.ts'
import { readRepository } from '../src/repository.ts'
import { describeBreach, judge } from '../src/rule.ts'
import { rules } from '../src/rules/index.ts'
import { readWires } from '../src/wires.ts'

const repository = readRepository()
const wires = readWires()

describe('the house rules', () => {
  it.each(rules.map((rule) => ({ says: rule.says, rule })))('$says', ({ rule }) => {
    const { breaches, stale } = judge(rule, repository, wires, exceptions)
    expect(breaches.map(describeBreach)).toEqual([])
    expect(stale.map(({ file, reason }) => `${file}: the exception '${reason}' no longer covers a breach`)).toEqual([])
  })

  it('have exceptions of rules that there are, each with a reason', () => {
    const names = new Set(rules.map((rule) => rule.name))
    for (const { rule, reason } of exceptions) {
      expect(names).toContain(rule)
      expect(reason.length).toBeGreaterThan(10)
    }
  })

  it('look at the whole repository', () => {
    expect(repository.files.length).toBeGreaterThan(300)
    expect(wires.operations.length).toBeGreaterThan(30)
    expect(repository.has('services/wallet/src/rpc/money.ts')).toBe(true)
    expect(repository.texts(/node_modules/)).toEqual([])
  })
})
