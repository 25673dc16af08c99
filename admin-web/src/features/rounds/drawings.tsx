import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import type { Result } from './results.ts'
import type { BetReplay } from './rounds-api.ts'
import type { ReplayAnimation } from './replay-animation.ts'
import { laterThan, useMoment } from './replay-animation.ts'
import styles from './drawings.module.css'

const tiles = 25

/** A tile that was opened; `atMs` from the beginning of the replay, undefined where that was not kept. */
export interface OpenedTile {
  readonly tile: number
  readonly atMs: number | undefined
}

/** The board: opened tiles with the place in which they were, mines where they are known; each from the moment on at which it was seen. */
function MinesBoard({
  opened,
  mines,
  animation,
}: {
  opened: readonly OpenedTile[]
  /** Null while nobody may know. */
  mines: readonly number[] | null
  animation: ReplayAnimation | null
}): ReactNode {
  const moment = useMoment(animation)
  return (
    <ol className={styles.board} aria-label="The board">
      {Array.from({ length: tiles }, (_, tile) => {
        const place = opened.findIndex((step) => step.tile === tile)
        const isMine = mines?.includes(tile) === true
        const atMs = place >= 0 ? opened[place]?.atMs : isMine ? animation?.endMs : undefined
        return (
          <li
            key={tile}
            className={classNames(place >= 0 && styles.opened, isMine && styles.mine)}
            {...laterThan(moment, atMs)}
          >
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
          <b className={textClass(roll >= rollOver ? 'win' : 'loss')} style={{ left: `${roll}%` }}>
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

/** The result of a bet as a picture. A bet that goes on shows what its player knows. */
export function Drawing({
  game,
  params,
  opened,
  result,
  animation,
}: {
  game: BetReplay['game']
  params: Readonly<Record<string, unknown>>
  opened: readonly OpenedTile[]
  result: Result | null
  animation: ReplayAnimation | null
}): ReactNode {
  const { rollOver } = params
  if (game === 'mines')
    return (
      <MinesBoard
        opened={opened}
        mines={result?.game === 'mines' ? result.minePositions : null}
        animation={animation}
      />
    )
  if (game === 'dice' && typeof rollOver === 'number')
    return <DiceBar rollOver={rollOver} roll={result?.game === 'dice' ? result.roll : null} />
  if (result?.game === 'slots') return <Reels reels={result.reels} />
  return null
}
