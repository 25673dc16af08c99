import { flightInstantMs, flightCurve, toHundredths } from '@kismet/fairness'
import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode, RefObject } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { timesText } from './results.ts'
import type { ReplayAnimation } from './replay-animation.ts'
import { laterThan, useMoment } from './replay-animation.ts'
import styles from './drawings.module.css'

const samples = 48

/** A mark on the curve of a flight, in px from the lower left corner of the drawing. */
interface Mark {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly words: string
}

/** Where words stand, in px from their mark: their left or their right end, and their foot. */
interface WordsPlace {
  readonly left?: number
  readonly right?: number
  readonly bottom: number
}

interface Plot {
  readonly height: number
  /** The height of the curve, in px. It never falls. */
  readonly curveAt: (x: number) => number
}

/** How wide a character is, on average and rather too much, and how high words are. */
const characterPx = 7
const tallPx = 18
/** So far around its point words keep off a mark. */
const reachPx = 10

/**
 * Places the label of each mark. A label ends left of its mark, above the curve and above marks that are close. If it does not
 * fit there, it starts at the left edge, above everything below it. A label that would cover an earlier label is left out.
 */
function placeWords(marks: readonly Mark[], { height, curveAt }: Plot): ReadonlyMap<string, WordsPlace> {
  const taken: { readonly left: number; readonly right: number; readonly bottom: number }[] = []
  const places = new Map<string, WordsPlace>()
  const highestPx = height - tallPx
  for (const { id, x, y, words } of marks) {
    const widthPx = words.length * characterPx
    const before = marks.filter((mark) => mark.x < x && mark.y + reachPx > highestPx)
    const right = Math.max(Math.min(x, ...before.map((mark) => mark.x)) - reachPx, widthPx)
    const left = right - widthPx
    const near = marks.filter((mark) => mark.x > left - reachPx && mark.x < right + reachPx)
    const highest = Math.max(y, curveAt(right), ...near.map((mark) => mark.y + reachPx))
    const bottom = Math.min(highest + 2, highestPx)
    if (taken.some((other) => left < other.right && right > other.left && Math.abs(bottom - other.bottom) < tallPx))
      continue
    taken.push({ left, right, bottom })
    places.set(id, { ...(left > 0 ? { right: x - right } : { left: -x }), bottom: bottom - y })
  }
  return places
}

interface Size {
  readonly width: number
  readonly height: number
}

/** How large an element is, in px, as a phone has it until that is known. */
function useSize(place: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 310, height: 180 })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0) setSize((last) => (last.width === width && last.height === height ? last : { width, height }))
    }
    // Measures at once, so that the labels stay in place after the first frame.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return size
}

interface CrashCurveProps {
  crashPoint: number
  /** Null while they are not known. */
  cashOuts: readonly { readonly id: string; readonly name: string; readonly multiplier: number }[] | null
  /** Which of them are drawn, in words behind that one. */
  part: string
  animation: ReplayAnimation
  /** From the beginning of the replay, in ms. */
  takeoffMs: number
}

/** The multiplier over the flight, up to the crash, with cash-outs on it, as far as it has come. The plot begins at 1.00x and ends a little above the crash. */
export function CrashCurve({ crashPoint, cashOuts, part, animation, takeoffMs }: CrashCurveProps): ReactNode {
  const clipId = useId()
  const crashMs = flightInstantMs(toHundredths(crashPoint))
  const [longest, high] = [Math.max(crashMs, 1_000) * 1.06, Math.max(crashPoint, 1.2) * 1.08 - 1]
  const across = (ms: number): number => (ms / longest) * 100
  const up = (multiplier: number): number => ((multiplier - 1) / high) * 100
  const upAt = (ms: number): number => up(Math.min(flightCurve(ms), crashPoint))
  const points = Array.from({ length: samples + 1 }, (_, n) => {
    const ms = (crashMs * n) / samples
    return `${across(ms).toFixed(2)},${(100 - upAt(ms)).toFixed(2)}`
  })
  const flownMs = useMoment(animation) - takeoffMs
  const isInFlight = flownMs >= 0 && flownMs < crashMs
  const place = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(place)
  const marks = [
    { id: 'crash', multiplier: crashPoint, figure: `Crashed at ${timesText(crashPoint)}`, name: '' },
    ...(cashOuts ?? [])
      .toSorted((one, other) => other.multiplier - one.multiplier)
      .map((cashOut) => ({ ...cashOut, figure: timesText(cashOut.multiplier) })),
  ].map((mark) => {
    const ms = flightInstantMs(toHundredths(mark.multiplier))
    const [x, y] = [(across(ms) * width) / 100, (up(mark.multiplier) * height) / 100]
    return { ...mark, ms, x, y, words: `${mark.figure} ${mark.name}`.trim() }
  })
  const places = placeWords(marks, { height, curveAt: (x) => (upAt((x / width) * longest) * height) / 100 })
  return (
    <div
      ref={place}
      className={styles.flight}
      role="img"
      aria-label={`The flight of ${(crashMs / 1_000).toFixed(2)} s to its crash at ${timesText(crashPoint)}, with ${cashOuts === null ? '' : `${cashOuts.length} `}cash-outs${part}`}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clipId}>
          <rect width={across(Math.min(crashMs, Math.max(0, flownMs)))} height={100} />
        </clipPath>
        <g clipPath={`url(#${clipId})`}>
          <path d={`M0,100 L${points.join(' L')} L${across(crashMs).toFixed(2)},100Z`} />
          <polyline points={points.join(' ')} />
        </g>
      </svg>
      <output aria-live="off">{isInFlight && timesText(Math.floor(flightCurve(flownMs) * 100) / 100)}</output>
      {marks.toReversed().map(({ id, ms, multiplier, words, figure, name }) => (
        <span
          key={id}
          title={words}
          className={classNames(styles.mark, id === 'crash' && styles.crash)}
          {...laterThan(flownMs, ms)}
          style={{ left: `${across(ms)}%`, bottom: `${up(multiplier)}%` }}
        >
          {places.has(id) && (
            <small style={places.get(id)}>
              <b>{figure}</b> {name}
            </small>
          )}
        </span>
      ))}
      <small className={styles.from}>0 s</small>
      <small className={styles.to}>{(crashMs / 1_000).toFixed(2)} s</small>
    </div>
  )
}
