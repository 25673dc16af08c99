import { textClass } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Segmented } from '@kismet/ui/controls/choice.tsx'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { durationText, momentText, msBetween, sinceText } from './moments.ts'
import type { ReplayAnimation } from './replay-animation.ts'
import { laterThan, useMoment } from './replay-animation.ts'
import styles from './rounds.module.css'

const speeds = [
  { value: '1', label: '1x' },
  { value: '4', label: '4x' },
] as const
/** What an arrow key moves. */
const stepMs = 100

const secondsText = (ms: number): string => (ms / 1_000).toFixed(1)

/** Plays a replay from its recorded times, at one or four times their speed. P plays and pauses; the slider goes to any moment. */
export function ReplayBar({ animation }: { animation: ReplayAnimation }): ReactNode {
  const { isPlaying, speed } = animation.state.use()
  const moment = useMoment(animation)
  const toggle = (): void => (isPlaying ? animation.pause() : animation.play(performance.now()))
  useShortcuts((key) => {
    if (key === 'P') toggle()
    return key === 'P'
  })
  // Whole steps, so that the slider reaches the end.
  const lastMs = Math.ceil(animation.endMs / stepMs) * stepMs
  const seconds = secondsText(moment)
  return (
    <div className={styles.replay} role="group" aria-label="Replay">
      <Button icon={isPlaying ? Pause : Play} onClick={toggle}>
        {isPlaying ? 'Pause' : 'Replay'}
      </Button>
      <input
        type="range"
        min={0}
        max={lastMs}
        step={stepMs}
        value={moment >= animation.endMs ? lastMs : moment}
        aria-label="Moment of the replay"
        aria-valuetext={`${seconds} of ${secondsText(animation.endMs)} seconds`}
        onChange={({ target }) => animation.go(Number(target.value))}
      />
      <output aria-live="off">{seconds} s</output>
      <Segmented
        label="Speed"
        options={speeds}
        value={speed === 4 ? '4' : '1'}
        onChange={(value) => animation.setSpeed(Number(value), performance.now())}
      />
    </div>
  )
}

/** A part of what happened, in ms from its beginning. */
export interface Phase {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
  /** A phase before the play. */
  readonly tone?: 'waits'
}

/** No phase is narrower than so many hundredths of the longest. */
const leastPercent = 20

const lengthOf = ({ fromMs, toMs }: Phase): number => toMs - fromMs

/** How much of a phase has gone by, 0 to 1. One that begins where the replay ends has gone by there. */
function partOf({ fromMs, toMs }: Phase, atMs: number): number {
  return toMs > fromMs ? Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs))) : Number(atMs >= fromMs)
}

/** The phases side by side, each as wide as it was long, with `marks` on them. The part before the shown moment is filled. */
export function Phases({
  phases,
  marks,
  animation,
}: {
  phases: readonly Phase[]
  marks: readonly number[]
  animation: ReplayAnimation | null
}): ReactNode {
  const moment = useMoment(animation)
  const shownMs = animation !== null && moment >= animation.endMs ? Number.POSITIVE_INFINITY : moment
  const longest = Math.max(1, ...phases.map(lengthOf))
  const widthOf = (phase: Phase): number => Math.max((lengthOf(phase) / longest) * 100, leastPercent)
  return (
    <div
      className={styles.phases}
      style={{ gridTemplateColumns: phases.map((phase) => `${widthOf(phase).toFixed(1)}fr`).join(' ') }}
    >
      {phases.map((phase) => (
        <div key={phase.name} data-tone={phase.tone}>
          <p className={textClass('cut')}>
            <b>{phase.name}</b> <span>{durationText(lengthOf(phase))}</span>
          </p>
          <div className={styles.track} aria-hidden="true">
            <b style={{ transform: `scaleX(${partOf(phase, shownMs)})` }} />
            {marks
              .filter((mark) => mark > phase.fromMs && mark < phase.toMs)
              .map((mark, n) => (
                <i key={n} style={{ left: `${partOf(phase, mark) * 100}%` }} />
              ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Something that happened, and when; `at` null where no time was kept. */
export interface Happening {
  readonly at: string | null
  readonly what: string
  /** At the end of its line. */
  readonly figure?: string | undefined
}

/** What happened, in words with times in ms. What is later than the moment of the replay that is shown is dim. */
export function Timeline({
  happened,
  animation,
}: {
  happened: readonly Happening[]
  animation: ReplayAnimation | null
}): ReactNode {
  const first = happened.flatMap(({ at }) => at ?? [])[0]
  const moment = useMoment(animation)
  // What comes after the end of a replay, such as the booking of a round, is there at its end.
  const atOf = (at: string | null): number | undefined =>
    at === null || first === undefined || animation === null
      ? undefined
      : Math.min(msBetween(first, at), animation.endMs)
  return (
    <ol className={styles.happened}>
      {happened.map(({ at, what, figure }, n) => (
        <li key={n} {...laterThan(moment, atOf(at))}>
          <code className={textClass('mute')}>{at === null ? 'not kept' : momentText(at)}</code>
          <span>{what}</span>
          <span className={styles.figure}>{figure ?? (at !== null && first ? sinceText(first, at) : '')}</span>
        </li>
      ))}
    </ol>
  )
}
