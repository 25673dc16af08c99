import { afterEach, expect, it, jest } from '@jest/globals'
import '../../testing/browser-parts.ts'
import { ReplayAnimation } from './replay-animation.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

/** Frames that come when a test says so, and a clock of theirs. */
function frames(): { next: (nowMs: number) => void; waiting: () => number } {
  let asked: FrameRequestCallback[] = []
  jest.spyOn(performance, 'now').mockReturnValue(0)
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => asked.push(frame))
  jest.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => (asked = []))
  return {
    next: (nowMs) => {
      jest.spyOn(performance, 'now').mockReturnValue(nowMs)
      const now = asked
      asked = []
      for (const frame of now) frame(nowMs)
    },
    waiting: () => asked.length,
  }
}
const wantsNoMotion = (matches: boolean): void => {
  const media = Object.assign(window.matchMedia('(prefers-reduced-motion: reduce)'), { matches })
  jest.spyOn(window, 'matchMedia').mockReturnValue(media)
}

it.each([
  { name: 'moves', calm: false, speed: 1, drawn: [10_000, 0, 1_700, 10_000] },
  { name: 'moves at four times the speed', calm: false, speed: 4, drawn: [10_000, 0, 6_800, 10_000] },
  { name: 'changes once a second where nothing is to move', calm: true, speed: 1, drawn: [10_000, 0, 1_000, 10_000] },
])('$name, and stops at its end', ({ calm, speed, drawn }) => {
  wantsNoMotion(calm)
  const { next, waiting } = frames()
  const animation = new ReplayAnimation(10_000)
  animation.setSpeed(speed, 0)
  const seen = [animation.moment.now()]
  for (const step of [() => animation.play(0), () => next(1_700), () => next(99_000)]) {
    step()
    seen.push(animation.moment.now())
  }
  expect(seen).toEqual(drawn)
  expect([animation.isPlaying, waiting()]).toEqual([false, 0])
})

it('stays where it is paused, and tells when it plays', () => {
  wantsNoMotion(false)
  const { next, waiting } = frames()
  const animation = new ReplayAnimation(10_000)
  animation.play(0)
  expect(animation.state.now()).toEqual({ isPlaying: true, speed: 1 })
  next(2_000)
  animation.pause()
  expect([animation.moment.now(), waiting()]).toEqual([2_000, 0])
  expect(animation.state.now()).toEqual({ isPlaying: false, speed: 1 })
})
