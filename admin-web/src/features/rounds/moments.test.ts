import { describe, expect, it } from '@jest/globals'
import { momentText, placeOf, sinceText } from './moments.ts'

const at = (ms: number): string => new Date(Date.parse('2026-11-21T12:10:46.118Z') + ms).toISOString()

describe('times of a replay', () => {
  it('are in ms, in India', () => {
    expect(momentText(at(0))).toBe('17:40:46.118')
    expect(sinceText(at(0), at(24_120))).toBe('+24.120 s')
    expect(sinceText(at(0), at(-5))).toBe('\u22120.005 s')
  })

  it.each([
    { name: 'the middle', to: 100, moment: 50, place: 50 },
    { name: 'before', to: 100, moment: -5, place: 0 },
    { name: 'after', to: 100, moment: 105, place: 100 },
    { name: 'a time of no length', to: 0, moment: 0, place: 0 },
  ])('have a place: $name', ({ to, moment, place }) => {
    expect(placeOf(at(moment), at(0), at(to))).toBe(place)
  })
})
