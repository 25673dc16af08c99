import { flightInstantMs, flightCurve, toHundredths } from '@kismet/fairness'
import { classNames } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Result } from './results.ts'
import { timesText } from './results.ts'
import styles from './drawings.module.css'
import type { Screening } from './screening.ts'
import { useDrawn } from './screening.ts'

const tiles = 25
const samples = 48
/** Left of here, in per cent, there is no room before a mark: its words stand after it. */
const early = 35
/** How wide and high the words of a mark are on a phone, in per cent of the drawing: two that share such a place would stand over each other. */
const wide = 32
const tall = 10

interface Words {
  readonly left: number
  readonly bottom: number
}

/** The ids of the marks whose words stand over none before them, nor over `first`; the others are marks alone. */
function withRoom<Mark extends { readonly id: string }>(
  marks: readonly Mark[],
  first: Words,
  wordsOf: (mark: Mark) => Words,
): ReadonlySet<string> {
  const taken = [first]
  const named = new Set<string>()
  for (const mark of marks) {
    const words = wordsOf(mark)
    const isOver = ({ left, bottom }: Words): boolean =>
      Math.abs(left - words.left) < wide && Math.abs(bottom - words.bottom) < tall
    if (taken.some(isOver)) continue
    taken.push(words)
    named.add(mark.id)
  }
  return named
}

interface CrashCurveProps {
  crashPoint: number
  cashOuts: readonly { readonly id: string; readonly name: string; readonly multiplier: number }[]
  screening: Screening
  /** From the beginning of the replay, in ms. */
  takeoffMs: number
}

/** The multiplier over the flight, up to the crash, with cash-outs on it, as far as it has come. The plot begins at 1.00x and ends a little above the crash. */
export function CrashCurve({ crashPoint, cashOuts, screening, takeoffMs }: CrashCurveProps): ReactNode {
  const clipId = useId()
  const crashMs = flightInstantMs(toHundredths(crashPoint))
  const [longest, high] = [Math.max(crashMs, 1_000) * 1.06, Math.max(crashPoint, 1.2) * 1.08 - 1]
  const across = (ms: number): number => (ms / longest) * 100
  const up = (multiplier: number): number => ((multiplier - 1) / high) * 100
  const points = Array.from({ length: samples + 1 }, (_, n) => {
    const ms = (crashMs * n) / samples
    return `${across(ms).toFixed(2)},${(100 - up(Math.min(flightCurve(ms), crashPoint))).toFixed(2)}`
  })
  const instantOf = (multiplier: number): number => flightInstantMs(toHundredths(multiplier))
  const markOf = (multiplier: number) => ({
    'data-at': takeoffMs + instantOf(multiplier),
    style: { left: `${across(instantOf(multiplier))}%`, bottom: `${up(multiplier)}%` },
  })
  const wordsAt = (multiplier: number) => {
    const at = across(instantOf(multiplier))
    return { left: at < early ? at : at - wide, bottom: up(multiplier) }
  }
  const downwards = cashOuts.toSorted((one, other) => other.multiplier - one.multiplier)
  const named = withRoom(downwards, wordsAt(crashPoint), ({ multiplier }) => wordsAt(multiplier))
  const place = useDrawn<HTMLDivElement>(screening, (element, atMs) => {
    const flownMs = atMs - takeoffMs
    element.querySelector('rect')?.setAttribute('width', String(across(Math.min(crashMs, Math.max(0, flownMs)))))
    const number = element.querySelector('output')
    if (number)
      number.textContent =
        flownMs < 0 || flownMs >= crashMs ? '' : timesText(Math.floor(flightCurve(flownMs) * 100) / 100)
  })
  return (
    <div
      ref={place}
      className={styles.flight}
      role="img"
      aria-label={`The flight of ${(crashMs / 1_000).toFixed(2)} s to its crash at ${timesText(crashPoint)}, with ${cashOuts.length} cash-outs`}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clipId}>
          <rect width={across(crashMs)} height={100} />
        </clipPath>
        <g clipPath={`url(#${clipId})`}>
          <path d={`M0,100 L${points.join(' L')} L${across(crashMs).toFixed(2)},100Z`} />
          <polyline points={points.join(' ')} />
        </g>
      </svg>
      <output aria-live="off" />
      {downwards.map(({ id, name, multiplier }) => (
        <span
          key={id}
          title={`${timesText(multiplier)} ${name}`}
          className={classNames(styles.mark, across(instantOf(multiplier)) < early && styles.early)}
          {...markOf(multiplier)}
        >
          {named.has(id) && (
            <small>
              <b>{timesText(multiplier)}</b> {name}
            </small>
          )}
        </span>
      ))}
      <span className={classNames(styles.mark, styles.crash)} {...markOf(crashPoint)}>
        <small>
          <b>Crashed at {timesText(crashPoint)}</b>
        </small>
      </span>
      <small className={styles.from}>0 s</small>
      <small className={styles.to}>{(crashMs / 1_000).toFixed(2)} s</small>
    </div>
  )
}

/** A tile that was opened; `atMs` from the beginning of the replay, undefined where that was not kept. */
export interface OpenedTile {
  readonly tile: number
  readonly atMs: number | undefined
}

/** The board: opened tiles with the place in which they were, mines where they are known; each from the moment on at which it was seen. */
function MinesBoard({
  opened,
  mines,
  screening,
}: {
  opened: readonly OpenedTile[]
  /** Null while nobody may know. */
  mines: readonly number[] | null
  screening: Screening | null
}): ReactNode {
  const board = useDrawn<HTMLOListElement>(screening)
  return (
    <ol ref={board} className={styles.board} aria-label="The board">
      {Array.from({ length: tiles }, (_, tile) => {
        const place = opened.findIndex((step) => step.tile === tile)
        const isMine = mines?.includes(tile) === true
        const atMs = place >= 0 ? opened[place]?.atMs : isMine ? screening?.endMs : undefined
        return (
          <li key={tile} className={classNames(place >= 0 && styles.opened, isMine && styles.mine)} data-at={atMs}>
            <span className="sr">
              Tile {tile}
              {isMine && ', a mine'}
              {place >= 0 && `, opened as number ${place + 1}`}
            </span>
            <span aria-hidden="true">{place >= 0 ? place + 1 : isMine ? '●' : ''}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** Where the roll fell, and from where on it wins. */
function DiceBar({ rollOver, roll }: { rollOver: number; roll: number | null }): ReactNode {
  return (
    <div
      className={styles.dice}
      role="img"
      aria-label={`Wins from ${rollOver}${roll === null ? '' : `, rolled ${roll}`}`}
    >
      <div className={styles.bar}>
        <i style={{ left: `${rollOver}%` }} />
        {roll !== null && (
          <b className={classNames(roll >= rollOver ? styles.won : styles.lost)} style={{ left: `${roll}%` }}>
            {roll}
          </b>
        )}
      </div>
      <p aria-hidden="true">
        <small>0</small>
        <small>wins from {rollOver}</small>
        <small>100</small>
      </p>
    </div>
  )
}

function Reels({ reels }: { reels: readonly string[] }): ReactNode {
  return (
    <ol className={styles.reels} aria-label="The reels">
      {reels.map((reel, n) => (
        <li key={n}>{reel}</li>
      ))}
    </ol>
  )
}

/** What a play came to, drawn; of one that goes on what its player knows. */
export function Drawing({
  game,
  params,
  opened,
  result,
  screening,
}: {
  game: Result['game']
  params: Readonly<Record<string, unknown>>
  opened: readonly OpenedTile[]
  result: Result | null
  screening: Screening | null
}): ReactNode {
  const { rollOver } = params
  if (game === 'mines')
    return <MinesBoard opened={opened} mines={result?.game === 'mines' ? result.mines : null} screening={screening} />
  if (game === 'dice' && typeof rollOver === 'number')
    return <DiceBar rollOver={rollOver} roll={result?.game === 'dice' ? result.roll : null} />
  if (result?.game === 'slots') return <Reels reels={result.reels} />
  return null
}
