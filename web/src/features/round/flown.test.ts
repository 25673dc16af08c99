import { expect, it } from '@jest/globals'
import { newFrame } from '../../entities/flight/flight-frame.ts'
import { Flown } from './replay.tsx'

it('stands at the crash, goes to any moment, and plays on from there to the crash', () => {
  const flown = new Flown(2)
  const frame = newFrame()
  const seen = (nowMs: number): [string, number] => {
    flown.read(frame, nowMs)
    return [frame.phase, frame.elapsedMs]
  }
  expect(flown.endMs).toBe(13_863)
  expect(seen(50)).toEqual(['crashed', 13_863])
  flown.go(8_000)
  expect(seen(90)).toEqual(['flying', 8_000])
  expect(flown.hundredthsAt(8_000)).toBe(149)
  flown.play(1_000)
  expect(seen(1_500)).toEqual(['flying', 8_500])
  expect(seen(9_000)).toEqual(['crashed', 13_863])
  expect(frame.multiplierHundredths).toBe(200)
  flown.go(flown.endMs)
  flown.play(20_000)
  expect(seen(20_000)).toEqual(['flying', 0])
})

it('crashed at take-off', () => {
  const flown = new Flown(1)
  const frame = newFrame()
  flown.read(frame, 5)
  expect(frame).toMatchObject({ phase: 'crashed', elapsedMs: 0, multiplierHundredths: 100 })
})
