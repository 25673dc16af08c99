import { expect, it } from '@jest/globals'
import { readTarget } from './cash-out-target.ts'

it.each<[string, ReturnType<typeof readTarget>]>([
  ['', { multiplier: null }],
  ['  ', { multiplier: null }],
  ['1.01', { multiplier: 1.01 }],
  ['2', { multiplier: 2 }],
  ['2.5x', { multiplier: 2.5 }],
  ['100', { multiplier: 100 }],
  ['1', 'wrong'],
  ['1.00', 'wrong'],
  ['100.01', 'wrong'],
  ['2.555', 'wrong'],
  ['-2', 'wrong'],
  ['two', 'wrong'],
  ['.', 'wrong'],
])('%j', (text, target) => expect(readTarget(text)).toEqual(target))
