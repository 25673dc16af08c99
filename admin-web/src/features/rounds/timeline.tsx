import type { ReactNode } from 'react'
import { momentText, placeOf, sinceText } from './moments.ts'
import styles from './rounds.module.css'

/** Something that happened, and when; `at` null where no time was kept. */
export interface Happening {
  readonly at: string | null
  readonly what: string
  /** At the end of its line. */
  readonly figure?: string | undefined
}

/** What happened as marks on a line, and below it in words with times in ms. */
export function Timeline({ happened }: { happened: readonly Happening[] }): ReactNode {
  const times = happened.flatMap(({ at }) => at ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return (
    <>
      {first !== undefined && last !== undefined && (
        <div className={styles.line} aria-hidden="true">
          {times.map((at, n) => (
            <i key={n} style={{ left: `${placeOf(at, first, last)}%` }} />
          ))}
        </div>
      )}
      <ol className={styles.happened}>
        {happened.map(({ at, what, figure }, n) => (
          <li key={n}>
            <code className="mute">{at === null ? 'not kept' : momentText(at)}</code>
            <span>{what}</span>
            <span className={styles.figure}>{figure ?? (at !== null && first ? sinceText(first, at) : '')}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
