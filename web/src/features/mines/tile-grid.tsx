import gem from '@kismet/ui/art/gem.svg'
import mine from '@kismet/ui/art/mine.svg'
import { classNames } from '@kismet/ui/class-names.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { TileLook } from './mines-board.ts'
import styles from './tile-grid.module.css'

/** One tile as it is drawn. */
export interface TileView {
  readonly look: TileLook | 'picked'
  /** Its name, with what it shows. */
  readonly name: string
  /** For a tile that is chosen and not opened. */
  readonly pressed?: boolean
  /** Nothing comes of pressing it. It keeps its place among the arrow keys. */
  readonly inert: boolean
}

const columns = 5
const art: Partial<Record<TileView['look'], string>> = { gem, faded: gem, mine, hit: mine }

/** Where an arrow key leads to from a tile; it stays at the edge. */
function neighbour(tile: number, key: string, count: number): number | null {
  const [row, column] = [Math.floor(tile / columns), tile % columns]
  switch (key) {
    case 'ArrowRight':
      return column === columns - 1 ? tile : tile + 1
    case 'ArrowLeft':
      return column === 0 ? tile : tile - 1
    case 'ArrowDown':
      return tile + columns < count ? tile + columns : tile
    case 'ArrowUp':
      return row === 0 ? tile : tile - columns
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The 5x5 tiles: one stop of the Tab key, with arrow keys over them; Enter and Space press. */
export function TileGrid({
  label,
  tiles,
  onPress,
}: {
  label: string
  tiles: readonly TileView[]
  onPress: (tile: number) => void
}): ReactNode {
  const [here, setHere] = useState(0)
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = neighbour(here, event.key, tiles.length)
    if (next === null) return
    event.preventDefault()
    setHere(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={styles.grid} role="group" aria-label={label} onKeyDown={onKey}>
      {tiles.map(({ look, name, pressed, inert }, tile) => (
        <button
          key={tile}
          type="button"
          className={classNames(styles.tile, styles[look])}
          aria-label={name}
          aria-pressed={pressed}
          aria-disabled={inert || undefined}
          aria-busy={look === 'pending' || undefined}
          tabIndex={tile === here ? 0 : -1}
          onFocus={() => setHere(tile)}
          onClick={() => {
            if (!inert) onPress(tile)
          }}
        >
          {art[look] !== undefined && <img src={art[look]} alt="" draggable={false} />}
        </button>
      ))}
    </div>
  )
}
