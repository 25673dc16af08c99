import { describe, expect, it } from '@jest/globals'
import { placeOf, scaleEnd } from './return-scale.ts'

const line = (actualPercent: number, standardErrorPercent: number) => ({
  theoryPercent: 97,
  actualPercent,
  standardErrorPercent,
})

describe('the scale of returns', () => {
  it.each([
    { lines: [], end: 1 },
    { lines: [line(97.25, 0.2)], end: 1 },
    { lines: [line(97, 0.39)], end: 2 },
    { lines: [line(97.25, 0.2), line(90, 0.5)], end: 8 },
    { lines: [line(600, 0.5)], end: 128 },
  ])('ends where all of them stand on it: $end', ({ lines, end }) => {
    expect(scaleEnd(lines)).toBe(end)
  })

  it.each([
    { points: 0, place: 50 },
    { points: -4, place: 0 },
    { points: 2, place: 75 },
    { points: 9, place: 100 },
  ])('$points points from the theory stand at $place of 100', ({ points, place }) => {
    expect(placeOf(points, 4)).toBe(place)
  })
})
