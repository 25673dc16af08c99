import type { ReactNode } from 'react'
import { durationText } from './moments.ts'
import styles from './rounds.module.css'
import type { Screening } from './screening.ts'
import { useDrawn } from './screening.ts'

/** A part of what happened, in ms from its beginning. */
export interface Phase {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
  /** Nothing is played in it yet. */
  readonly tone?: 'waits'
}

/** No phase is narrower than so many hundredths of the longest. */
const leastPercent = 20

const lengthOf = ({ fromMs, toMs }: Phase): number => toMs - fromMs

/** How much of a phase has gone by, 0 to 1. One that begins where the replay ends has gone by there. */
function partOf({ fromMs, toMs }: Phase, atMs: number): number {
  return toMs > fromMs ? Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs))) : Number(atMs >= fromMs)
}

/** The phases side by side, each as wide as it was long, with a mark for each of `marks` within it; what has gone by at the moment that is shown is filled. */
export function Phases({
  phases,
  marks,
  screening,
}: {
  phases: readonly Phase[]
  marks: readonly number[]
  screening: Screening | null
}): ReactNode {
  const place = useDrawn<HTMLDivElement>(screening, (element, atMs) => {
    const isOver = screening !== null && atMs >= screening.endMs
    for (const [n, fill] of element.querySelectorAll<HTMLElement>('[data-fill]').entries()) {
      const phase = phases[n]
      if (phase) fill.style.transform = `scaleX(${isOver ? 1 : partOf(phase, atMs)})`
    }
  })
  const longest = Math.max(1, ...phases.map(lengthOf))
  const widthOf = (phase: Phase): number => Math.max((lengthOf(phase) / longest) * 100, leastPercent)
  return (
    <div
      ref={place}
      className={styles.phases}
      style={{ gridTemplateColumns: phases.map((phase) => `${widthOf(phase).toFixed(1)}fr`).join(' ') }}
    >
      {phases.map((phase) => (
        <div key={phase.name} data-tone={phase.tone}>
          <p>
            <b>{phase.name}</b> <span>{durationText(lengthOf(phase))}</span>
          </p>
          <div className={styles.track} aria-hidden="true">
            <b data-fill />
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
