import { beforeEach, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { betKind } from './use-bet.ts'
import { takeOverOlderBets } from './older-bets.ts'

const plain = { betAmount: paise(10_000), rollOver: 40 }
const input = { ...plain, clientSeed: 'asha', serverSeedHash: 'a'.repeat(64) }
const kept = (key: string): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null')

beforeEach(() => sessionStorage.clear())

it('a bet of release 0.1.0 without an answer keeps its key over the upgrade', () => {
  const bet = { playerId: 'asha', idempotencyKey: 'key-1', input, stakePaise: 10_000, madeAtMs: 7 }
  sessionStorage.setItem('openBet:dice', JSON.stringify(bet))
  takeOverOlderBets()
  const facts = { input, stakePaise: 10_000, sentAtMs: 7 }
  const order = { intent: JSON.stringify(plain), key: 'key-1', facts, state: 'unknown', session: '' }
  expect(kept('order:bet:dice:asha')).toEqual([order])
  expect(betKind('dice', '100').facts.safeParse(facts).success).toBe(true)
  expect(sessionStorage.getItem('openBet:dice')).toBeNull()
  takeOverOlderBets()
  expect(kept('order:bet:dice:asha')).toEqual([order])
})

it('a damaged bet of release 0.1.0 is nothing', () => {
  sessionStorage.setItem('openBet:slots', '{')
  takeOverOlderBets()
  expect(sessionStorage).toHaveLength(0)
})
