import { Playback } from '@kismet/app-kit/playback.ts'
import { flightCurve, flightInstantMs } from '@kismet/fairness'
import { classNames } from '@kismet/ui/class-names.ts'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { t } from '@lingui/core/macro'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { ReadFlight } from '../../entities/flight/flight-frame.ts'
import { FlightView } from '../../entities/flight/flight-view.tsx'
import styles from './round.module.css'

/** A flight that is over, at any of its moments, in ms from take-off. */
export class Flown extends Playback {
  readonly crashHundredths: number

  constructor(crashPoint: number) {
    const crashHundredths = Math.round(crashPoint * 100)
    super(flightInstantMs(crashHundredths))
    this.crashHundredths = crashHundredths
  }

  /** The multiplier of a moment, in hundredths. */
  hundredthsAt(atMs: number): number {
    return Math.min(this.crashHundredths, Math.floor(100 * flightCurve(atMs)))
  }

  /** The crash stays in large digits while the curve is played. */
  readonly read: ReadFlight = (frame, nowMs) => {
    const atMs = this.at(nowMs)
    frame.phase = atMs >= this.endMs ? 'crashed' : 'flying'
    frame.elapsedMs = atMs
    frame.endMs = this.endMs
    frame.multiplierHundredths = this.crashHundredths
    frame.crashedForMs = Infinity
  }
}

const lookEveryMs = 100
const secondsOf = (ms: number): string => (ms / 1_000).toFixed(1)

/** The room of a flight that is not known yet. */
export function ReplayRoom(): ReactNode {
  return <div className={classNames(styles.replay, styles.room)} aria-hidden="true" />
}

/** The flight of a round, at any of its moments. */
export function Replay({ crashPoint, hash }: { crashPoint: number; hash: string }): ReactNode {
  const [flown] = useState(() => new Flown(crashPoint))
  const [{ atMs, isPlaying }, setShown] = useState({ atMs: flown.endMs, isPlaying: false })
  const show = (): void => setShown({ atMs: Math.round(flown.at(performance.now())), isPlaying: flown.isPlaying })
  const go = (toMs: number): void => {
    flown.go(toMs)
    show()
  }
  const toggle = (): void => {
    if (flown.isPlaying) flown.go(flown.at(performance.now()))
    else flown.play(performance.now())
    show()
  }
  useInterval(
    () => (flown.at(performance.now()) >= flown.endMs ? go(flown.endMs) : show()),
    isPlaying ? lookEveryMs : null,
  )
  const multiplier = formatMultiplier(flown.hundredthsAt(atMs) / 100)
  const seconds = secondsOf(atMs)
  return (
    <section className={styles.replay} aria-label={t`Flight`}>
      <div className={styles.sky}>
        <FlightView
          hash={hash}
          read={flown.read}
          label={t`The curve of the flight, from 1.00x to ${formatMultiplier(crashPoint)}`}
          numberShown
          moving={isPlaying}
          crashed
        />
      </div>
      <div className={styles.scrub}>
        <button
          type="button"
          className={styles.go}
          aria-label={isPlaying ? t`Pause` : t`Play`}
          disabled={flown.endMs === 0}
          onClick={toggle}
        >
          <Icon of={isPlaying ? Pause : Play} />
        </button>
        <input
          type="range"
          min="0"
          max={flown.endMs}
          step="10"
          value={atMs}
          disabled={flown.endMs === 0}
          aria-label={t`Moment of the flight`}
          aria-valuetext={t`${multiplier} at ${seconds} seconds`}
          onChange={(event) => go(Number(event.target.value))}
        />
        <p className={styles.moment}>
          <b>{t`${multiplier} at ${seconds} s`}</b>
          <span>{t`${secondsOf(flown.endMs)} s`}</span>
        </p>
      </div>
    </section>
  )
}
