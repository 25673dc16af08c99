import { expect, it } from '@jest/globals'
import { Playback } from './playback.ts'

it('begins at its end, plays from its beginning, and ends where it ended', () => {
  const played = new Playback(10_000)
  expect([played.at(5), played.isPlaying]).toEqual([10_000, false])
  played.play(1_000)
  expect([played.at(1_000), played.at(4_000), played.at(99_000)]).toEqual([0, 3_000, 10_000])
})

it('stands where it is sent, within its time, and plays on from there', () => {
  const played = new Playback(10_000)
  played.go(-5)
  expect(played.at(1)).toBe(0)
  played.go(99_000)
  expect(played.at(1)).toBe(10_000)
  played.go(4_000)
  expect([played.at(50_000), played.isPlaying]).toEqual([4_000, false])
  played.play(60_000)
  expect(played.at(61_000)).toBe(5_000)
})

it('changes its speed where it is, while it plays and while it stands', () => {
  const played = new Playback(10_000)
  played.play(0)
  played.setSpeed(4, 1_000)
  expect([played.at(1_000), played.at(2_000), played.speed]).toEqual([1_000, 5_000, 4])
  played.go(2_000)
  played.setSpeed(1, 7_000)
  expect([played.at(8_000), played.isPlaying]).toEqual([2_000, false])
  played.play(8_000)
  expect(played.at(8_500)).toBe(2_500)
})
