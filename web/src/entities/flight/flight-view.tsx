import { readSkyColours } from '@kismet/ui/sky/colours.ts'
import { classNames } from '@kismet/ui/class-names.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { ReadFlight } from './flight-frame.ts'
import { newFrame } from './flight-frame.ts'
import { loadPlane } from './flight-layers.ts'
import { FlightPainter } from './flight-painter.ts'
import styles from './flight.module.css'

const greatestDensity = 3
/** Every text that the number can show, so that a frame makes none. */
const wholes = Array.from({ length: 101 }, (_, whole) => String(whole))
const parts = Array.from({ length: 100 }, (_, part) => `.${String(part).padStart(2, '0')}`)

/** Paints on the canvas as it is wide now; null where nothing can be painted. */
function painterOf(canvas: HTMLCanvasElement): FlightPainter | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  const style = getComputedStyle(canvas)
  const crash = style.getPropertyValue('--sky-crash').trim() || '#000'
  const font = `500 ${canvas.clientWidth < 500 ? 12 : 13}px ${style.fontFamily}`
  return new FlightPainter(context, { sky: readSkyColours(canvas), crash, font })
}

/** A flight that is drawn. */
interface Animation {
  /** The constellation of the round. */
  readonly hang: (hash: string) => void
  /** Reads a frame, and goes on while it is `moving`. */
  readonly run: (moving: boolean) => void
  readonly end: () => void
}

/** Draws frame by frame, outside of React. */
function animate(
  { canvas, whole, part }: { canvas: HTMLCanvasElement; whole: Text; part: Text },
  read: ReadFlight,
): Animation {
  const frame = newFrame()
  let painter: FlightPainter | null = null
  let hung = ''
  let isOver = false
  let isMoving = false
  let shown = -1
  let request = 0
  const ask = (): void => {
    if (request === 0) request = requestAnimationFrame(step)
  }
  const step = (nowMs: number): void => {
    request = 0
    read(frame, nowMs)
    const { multiplierHundredths } = frame
    if (multiplierHundredths !== shown) {
      shown = multiplierHundredths
      whole.data = wholes[Math.floor(shown / 100)] ?? ''
      part.data = parts[shown % 100] ?? ''
    }
    painter?.draw(frame)
    if (isMoving) ask()
  }
  const renew = (): void => {
    painter?.forget()
    ask()
  }
  const observer = new ResizeObserver(() => {
    painter ??= painterOf(canvas)
    painter?.hang(hung)
    painter?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(window.devicePixelRatio, greatestDensity))
    // A canvas of another size is empty, and would be seen so until the next frame.
    painter?.draw(frame)
    loadPlane().then(
      (plane) => {
        if (isOver) return
        painter?.take(plane)
        ask()
      },
      (error: unknown) => logWarning('The plane cannot be drawn', error),
    )
  })
  observer.observe(canvas)
  canvas.addEventListener('contextrestored', renew)
  return {
    hang: (hash) => {
      hung = hash
      painter?.hang(hash)
      ask()
    },
    run: (moving) => {
      isMoving = moving
      ask()
    },
    end: () => {
      isOver = true
      cancelAnimationFrame(request)
      observer.disconnect()
      canvas.removeEventListener('contextrestored', renew)
    },
  }
}

/** The sky of a round, its curve and its number. `read` says in each frame what is to be seen; `hash` hangs the constellation; with an empty one, of a round that is not known yet, nothing is painted. One that is not `moving` is read each time it is drawn here. */
export function FlightView({
  hash,
  read,
  label,
  numberShown,
  moving = true,
  crashed = false,
  children,
}: {
  hash: string
  read: ReadFlight
  label: string
  numberShown: boolean
  moving?: boolean
  crashed?: boolean
  children?: ReactNode
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const number = useRef<HTMLElement>(null)
  const drawn = useRef<Animation>(null)
  useEffect(() => {
    const [whole, part] = number.current?.childNodes ?? []
    if (!canvas.current || !(whole instanceof Text) || !(part instanceof Text)) return undefined
    const animation = animate({ canvas: canvas.current, whole, part }, read)
    drawn.current = animation
    return () => animation.end()
  }, [read])
  // The next round has the same canvas: begun anew it would be empty for a frame.
  useEffect(() => drawn.current?.hang(hash), [hash, read])
  useEffect(() => drawn.current?.run(moving))
  return (
    <div className={styles.view}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <div className={classNames(styles.over, crashed && styles.crashed)} hidden={!numberShown}>
        {crashed && <p className={styles.lead}>{t`CRASHED! at`}</p>}
        <p className={styles.multiplier} aria-live="off">
          {/* Two texts, which the frames write. */}
          <span ref={number}>
            {'1'}
            {'.00'}
          </span>
          <small>x</small>
        </p>
      </div>
      {children}
    </div>
  )
}
