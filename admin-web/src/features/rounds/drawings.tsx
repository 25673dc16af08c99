import { flightInstantMs, flightCurve, toHundredths } from '@kismet/fairness'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Result } from './results.ts'
import type { PlayReplay } from './rounds-api.ts'
import { timesText } from './results.ts'
import styles from './drawings.module.css'
import { placeWords } from './mark-words.ts'
import type { Screening } from './screening.ts'
import { useDrawn } from './screening.ts'
import { useSize } from './use-size.ts'

const tiles = 25
const samples = 48

interface CrashCurveProps {
  crashPoint: number
  /** Null while they are not known. */
  cashOuts: readonly { readonly id: string; readonly name: string; readonly multiplier: number }[] | null
  /** Which of them are drawn, in words behind that one. */
  part: string
  screening: Screening
  /** From the beginning of the replay, in ms. */
  takeoffMs: number
}

/** The multiplier over the flight, up to the crash, with cash-outs on it, as far as it has come. The plot begins at 1.00x and ends a little above the crash. */
export function CrashCurve({ crashPoint, cashOuts, part, screening, takeoffMs }: CrashCurveProps): ReactNode {
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
  const place = useDrawn<HTMLDivElement>(screening, (element, atMs) => {
    const flownMs = atMs - takeoffMs
    element.querySelector('rect')?.setAttribute('width', String(across(Math.min(crashMs, Math.max(0, flownMs)))))
    const number = element.querySelector('output')
    if (number)
      number.textContent =
        flownMs < 0 || flownMs >= crashMs ? '' : timesText(Math.floor(flightCurve(flownMs) * 100) / 100)
  })
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
          <rect width={across(crashMs)} height={100} />
        </clipPath>
        <g clipPath={`url(#${clipId})`}>
          <path d={`M0,100 L${points.join(' L')} L${across(crashMs).toFixed(2)},100Z`} />
          <polyline points={points.join(' ')} />
        </g>
      </svg>
      <output aria-live="off" />
      {marks.toReversed().map(({ id, ms, multiplier, words, figure, name }) => (
        <span
          key={id}
          title={words}
          className={classNames(styles.mark, id === 'crash' && styles.crash)}
          data-at={takeoffMs + ms}
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
            <span className={textClass('sr')}>
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
  game: PlayReplay['game']
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
