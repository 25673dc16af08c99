import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { momentText, msBetween, sinceText } from './moments.ts'
import styles from './rounds.module.css'
import type { Screening } from './screening.ts'
import { useDrawn } from './screening.ts'

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
  screening,
}: {
  happened: readonly Happening[]
  screening: Screening | null
}): ReactNode {
  const first = happened.flatMap(({ at }) => at ?? [])[0]
  const place = useDrawn<HTMLOListElement>(screening)
  // What comes after the end of a replay, such as the booking of a round, is there at its end.
  const atOf = (at: string | null): number | undefined =>
    at === null || first === undefined || screening === null
      ? undefined
      : Math.min(msBetween(first, at), screening.endMs)
  return (
    <ol ref={place} className={styles.happened}>
      {happened.map(({ at, what, figure }, n) => (
        <li key={n} data-at={atOf(at)}>
          <code className={textClass('mute')}>{at === null ? 'not kept' : momentText(at)}</code>
          <span>{what}</span>
          <span className={styles.figure}>{figure ?? (at !== null && first ? sinceText(first, at) : '')}</span>
        </li>
      ))}
    </ol>
  )
}
