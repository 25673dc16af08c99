import { describe, expect, it } from '@jest/globals'
import { decideRestart } from './restart-policy.ts'

const now = 10_000_000
const ago = (...seconds: number[]): number[] => seconds.map((second) => now - second * 1_000)

describe('decideRestart', () => {
  it.each<[string, number[], ReturnType<typeof decideRestart>]>([
    ['never died before', [], { restart: true, afterMs: 250 }],
    ['died once a moment ago', ago(1), { restart: true, afterMs: 500 }],
    ['died four times of late', ago(1, 2, 3, 4), { restart: true, afterMs: 3_000 }],
    ['its tenth restart', ago(1, 2, 3, 4, 5, 6, 7, 8, 9), { restart: true, afterMs: 3_000 }],
    ['would be its eleventh', ago(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), { restart: false }],
    ['ten, but one of them long ago', ago(1, 2, 3, 4, 5, 6, 7, 8, 9, 600), { restart: true, afterMs: 3_000 }],
    ['ten, the first just inside the ten minutes', ago(1, 2, 3, 4, 5, 6, 7, 8, 9, 599.999), { restart: false }],
    ['only long ago', ago(700, 800, 900), { restart: true, afterMs: 250 }],
  ])('%s', (_name, restarts, decision) => {
    expect(decideRestart(restarts, now)).toEqual(decision)
  })
})
