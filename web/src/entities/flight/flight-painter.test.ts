import { beforeEach, describe, expect, it } from '@jest/globals'
import { flightInstantMs } from '@kismet/fairness'
import type { FlightFrame } from './flight-frame.ts'
import { newFrame } from './flight-frame.ts'
import { FlightPainter } from './flight-painter.ts'

const [width, height] = [1_000, 400]

/** What is written on a canvas, the line of the curve, how far down each picture begins, and the circle in a burst. */
interface Drawn {
  readonly texts: string[]
  readonly tops: number[]
  readonly radii: number[]
  readonly line: { readonly x: number; readonly y: number }[]
}

/** A canvas that only takes notes, and who paints on it. */
function notedPainter(): { painter: FlightPainter; drawn: Drawn } {
  const drawn: Drawn = { texts: [], tops: [], radii: [], line: [] }
  const parts = {
    canvas: document.createElement('canvas'),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
    fillText: (text: string) => drawn.texts.push(text),
    drawImage: (_picture: unknown, _x: number, y: number) => drawn.tops.push(y),
    arc: (_x: number, _y: number, radius: number) => drawn.radii.push(radius),
    lineTo: (x: number, y: number) => drawn.line.push({ x, y }),
  }
  const context = new Proxy(parts, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : () => undefined),
    set: () => true,
  }) as unknown as CanvasRenderingContext2D
  const painter = new FlightPainter(context, { sky: {} as never, crash: '#f00', font: '12px sans' })
  painter.resize(width, height, 1)
  painter.hang('5a')
  return { painter, drawn }
}

/** A flight at a multiplier. */
function drawnAt(multiplier: number): Drawn {
  const { painter, drawn } = notedPainter()
  const elapsedMs = flightInstantMs(Math.round(multiplier * 100))
  painter.draw({ ...newFrame(), phase: 'flying', elapsedMs })
  return drawn
}

const wantsNoMotion = (matches: boolean): void => {
  const more = { onchange: null, addListener: () => undefined, removeListener: () => undefined }
  window.matchMedia = (media) => Object.assign(new EventTarget(), { matches, media, ...more })
}

beforeEach(() => {
  wantsNoMotion(false)
  // What is painted ahead is not looked at.
  HTMLCanvasElement.prototype.getContext = () => null
})

describe('the scale of the curve (spec 2.4)', () => {
  it.each([1.5, 3, 5])('runs from 1x to 5x while the flight is at %dx', (multiplier) => {
    const { texts, line } = drawnAt(multiplier)
    expect(texts.toSorted()).toEqual(['2x', '3x', '4x', '5x'])
    const [start, end] = [line[0]?.y ?? 0, line.at(-1)?.y ?? 0]
    const top = height * 0.16
    expect((start - end) / (start - top)).toBeCloseTo((multiplier - 1) / 4, 2)
  })

  it('follows the plane above 5x', () => {
    const { texts, line } = drawnAt(20)
    expect(texts).toContain('20x')
    expect(line.at(-1)?.y).toBeCloseTo(height * 0.16, 0)
    for (const [at, { x, y }] of line.entries()) {
      expect(x).toBeGreaterThanOrEqual(line[at - 1]?.x ?? 0)
      expect(y).toBeLessThanOrEqual(line[at - 1]?.y ?? height)
    }
  })
})

describe('a flight and its crash', () => {
  const flight = [0, 600, 1_200, 9_000].map((elapsedMs) => ({ phase: 'flying', elapsedMs }) as const)
  const crash = [0, 160, 400].map((crashedForMs) => ({ phase: 'crashed', elapsedMs: 9_000, crashedForMs }) as const)
  const drawnOf = (frames: readonly Partial<FlightFrame>[]): Drawn => {
    const { painter, drawn } = notedPainter()
    for (const frame of frames) painter.draw({ ...newFrame(), ...frame })
    return drawn
  }
  const count = (numbers: readonly number[]) => new Set(numbers).size

  it('move the land and grow the burst', () => {
    const lands = drawnOf(flight).tops.filter((_top, nth) => nth % 2 === 1)
    expect(count(lands)).toBe(flight.length)
    expect(count(drawnOf(crash).radii)).toBe(crash.length)
  })

  it('leave the land in its place and the burst as large as it gets, where nothing is to move, and draw the curve all the same', () => {
    const whole = drawnOf(crash).radii.at(-1)
    wantsNoMotion(true)
    const flown = drawnOf(flight)
    expect(count(flown.tops)).toBe(1)
    expect(count(flown.line.map(({ x }) => x))).toBeGreaterThan(100)
    expect(drawnOf(crash).radii).toEqual([whole])
  })
})

it('paints nothing anew that is as it was', () => {
  const { painter, drawn } = notedPainter()
  const marksOf = (change: () => void, frame: Partial<FlightFrame>): number => {
    change()
    drawn.texts.length = 0
    painter.draw({ ...newFrame(), ...frame })
    return drawn.texts.length
  }
  const nothing = (): void => undefined
  const over: Partial<FlightFrame> = { phase: 'crashed', elapsedMs: 9_000, crashedForMs: 400 }
  expect(marksOf(nothing, { phase: 'betting' })).toBe(4)
  expect(marksOf(nothing, { phase: 'betting' })).toBe(0)
  expect(marksOf(nothing, { phase: 'flying', elapsedMs: 16 })).toBe(4)
  expect(marksOf(nothing, { ...over, crashedForMs: 100 })).toBe(4)
  expect(marksOf(nothing, over)).toBe(4)
  expect(marksOf(nothing, { ...over, crashedForMs: 500 })).toBe(0)
  expect(marksOf(() => painter.hang('ab'), over)).toBe(4)
  expect(marksOf(() => painter.hang('ab'), over)).toBe(0)
  expect(marksOf(() => painter.take(new Image()), over)).toBe(4)
  expect(marksOf(() => painter.resize(900, height, 1), over)).toBe(4)
})

it('paints a sky when it is to be seen, and those of the flight ahead while bets are taken', () => {
  let painted = 0
  HTMLCanvasElement.prototype.getContext = () => {
    painted += 1
    return null
  }
  const { painter } = notedPainter()
  const paintedFor = (frame: Partial<FlightFrame>): number => {
    painted = 0
    painter.draw({ ...newFrame(), ...frame })
    return painted
  }
  painter.hang('')
  expect(paintedFor({ phase: 'flying', elapsedMs: 16 })).toBe(0)
  painter.hang('ab')
  // The sky and the land.
  expect(paintedFor({ phase: 'flying', elapsedMs: 16 })).toBe(2)
  painter.take(new Image())
  expect(paintedFor({ phase: 'flying', elapsedMs: 32 })).toBe(1)
  expect(paintedFor({ phase: 'flying', elapsedMs: 48 })).toBe(0)
  painter.hang('cd')
  expect(Array.from({ length: 4 }, () => paintedFor({ phase: 'betting' }))).toEqual([1, 1, 1, 0])
  expect(paintedFor({ phase: 'flying', elapsedMs: 16 })).toBe(0)
  expect(paintedFor({ phase: 'crashed', elapsedMs: 16 })).toBe(0)
})
