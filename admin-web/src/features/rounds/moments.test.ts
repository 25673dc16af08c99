import { expect, it } from '@jest/globals'
import { durationText, momentText, sinceText } from './moments.ts'

const at = (ms: number): string => new Date(Date.parse('2026-11-21T12:10:46.118Z') + ms).toISOString()

it('has times of a replay in ms, in India', () => {
  expect(momentText(at(0))).toBe('17:40:46.118')
  expect(sinceText(at(0), at(24_120))).toBe('+24.120 s')
  expect(sinceText(at(0), at(-5))).toBe('\u22120.005 s')
  expect([durationText(0), durationText(999), durationText(24_120)]).toEqual(['0 ms', '999 ms', '24.12 s'])
})
