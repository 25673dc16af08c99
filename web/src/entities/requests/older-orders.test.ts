import { beforeEach, expect, it } from '@jest/globals'
import { takeOverOlderOrders } from './older-orders.ts'

const keep = (name: string, value: unknown): void =>
  sessionStorage.setItem(`form:${name}`, JSON.stringify({ owner: 'asha', value }))
const kept = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null')

beforeEach(() => sessionStorage.clear())

it('a withdrawal of release 0.1.0 with an unknown outcome keeps its key over the upgrade', () => {
  const intent = JSON.stringify([50_000, 'account-1'])
  const sent = [{ intent, idempotencyKey: 'key-1', accountIndex: 2, state: 'open' }]
  keep('withdraw', { amount: '500.00', accountId: 'account-1', sent })
  takeOverOlderOrders()
  const order = { intent, key: 'key-1', facts: { amountPaise: 50_000, accountIndex: 2 }, state: 'unknown', session: '' }
  expect(kept('order:withdraw:asha')).toEqual([order])
  expect(kept('form:withdraw')).toEqual({ owner: 'asha', value: { amount: '500.00', accountId: 'account-1' } })
  takeOverOlderOrders()
  expect(kept('order:withdraw:asha')).toEqual([order])
})

it('a deposit of release 0.1.0 with an unknown outcome keeps its key over the upgrade', () => {
  const fields = { amount: '2000.00', method: 'UPI', utr: '412345678901' }
  keep('deposit', {
    texts: { amount: '2000', method: 'UPI', utr: '412345678901' },
    sent: { intent: 'intent', idempotencyKey: 'key-2', fields, state: 'asking', earlier: null },
    proofName: 'proof.png',
  })
  takeOverOlderOrders()
  const facts = { amountPaise: 200_000, fields, earlier: null }
  expect(kept('order:deposit:asha')).toEqual([{ intent: 'intent', key: 'key-2', facts, state: 'unknown', session: '' }])
})

it('a draft without orders stays as it is', () => {
  keep('withdraw', { amount: '500.00', accountId: null })
  takeOverOlderOrders()
  expect(kept('order:withdraw:asha')).toBeNull()
  expect(kept('form:withdraw')).toEqual({ owner: 'asha', value: { amount: '500.00', accountId: null } })
})
