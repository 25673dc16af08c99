import '../../testing/browser-parts.ts'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Replay } from './replay.tsx'

let draws = 0

/** A canvas on the page that only counts how often it is drawn on; what is painted ahead is not looked at. */
const counting = new Proxy(
  { canvas: {}, createLinearGradient: () => ({ addColorStop: () => undefined }), setTransform: () => (draws += 1) },
  { get: (parts, name): unknown => Reflect.get(parts, name) ?? (() => undefined), set: () => true },
)

beforeEach(() => {
  draws = 0
  jest.useFakeTimers()
  Object.defineProperties(HTMLCanvasElement.prototype, {
    clientWidth: { configurable: true, value: 800 },
    clientHeight: { configurable: true, value: 400 },
    getContext: {
      configurable: true,
      value(this: HTMLCanvasElement) {
        return this.isConnected ? counting : null
      },
    },
  })
  window.ResizeObserver = class implements ResizeObserver {
    readonly #tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell
    }
    observe(): void {
      this.#tell([], this)
    }
    unobserve(): void {
      return undefined
    }
    disconnect(): void {
      return undefined
    }
  }
})
afterEach(() => void jest.useRealTimers())

const frames = (count: number): void =>
  act(() => {
    for (let frame = 0; frame < count; frame += 1) jest.advanceTimersToNextFrame()
  })

it('a flight that stands still is drawn once for each moment, and asks for no frame', () => {
  render(<Replay crashPoint={2} hash="ab" />)
  frames(2)
  const atRest = draws
  expect(atRest).toBeGreaterThan(0)
  frames(10)
  expect([draws, jest.getTimerCount()]).toEqual([atRest, 0])
  fireEvent.change(screen.getByRole('slider'), { target: { value: '8000' } })
  frames(10)
  expect([draws, jest.getTimerCount()]).toEqual([atRest + 1, 0])
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  frames(10)
  expect(draws).toBeGreaterThan(atRest + 9)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  frames(2)
  const paused = draws
  frames(10)
  expect([draws, jest.getTimerCount()]).toEqual([paused, 0])
})
