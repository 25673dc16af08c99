import { describe, expect, it } from '@jest/globals'
import type { AdminStanding } from '@kismet/contracts'
import { Refusal } from './refusal.ts'
import { areTwoPeople, checkTwoPeople } from './two-admins.ts'

const asha: AdminStanding = { _id: 'asha', role: 'owner', isEnabled: true, madeBy: [] }
const ravi: AdminStanding = { _id: 'ravi', role: 'cashier', isEnabled: true, madeBy: ['kiran'] }

describe('two approvals', () => {
  it.each<[what: string, first: AdminStanding | undefined, second: AdminStanding | undefined, are: boolean]>([
    ['of two admins are of two people', asha, ravi, true],
    ['of one admin are of one person', asha, asha, false],
    ['of an admin and a new admin of the first are of one person', asha, { ...ravi, madeBy: ['asha'] }, false],
    ['of a new admin and its maker are of one person', { ...ravi, madeBy: ['asha'] }, asha, false],
    ['of two new admins of one maker are of one person', { ...asha, madeBy: ['kiran'] }, ravi, false],
    ['do not count after the first admin was disabled', { ...asha, isEnabled: false }, ravi, false],
    ['do not count from a disabled second admin', asha, { ...ravi, isEnabled: false }, false],
    ['do not count after the first admin lost the right to decide', { ...asha, role: 'auditor' }, ravi, false],
    ['do not count from an admin whom auth does not know', undefined, ravi, false],
  ])('%s', (_what, first, second, are) => {
    expect(areTwoPeople(first, second)).toBe(are)
  })

  it('are refused while auth does not answer', async () => {
    const call = () => Promise.reject(new Refusal('unavailable'))
    await expect(checkTwoPeople({ call }, ['asha', 'ravi'], 'test')).rejects.toMatchObject({ code: 'unavailable' })
  })
})
