import { selectClockOffsetMs } from '@kismet/app-kit/live/connection-slice.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import { formatRecent } from '../format/time.ts'
import { useAppSelector } from '../store.ts'
import type { Listing } from './table.ts'
import styles from './stale-note.module.css'

interface StaleNoteProps {
  /** What could not be done, in a sentence. */
  text: string
  listing: Pick<Listing<unknown>, 'known' | 'error' | 'asOfMs' | 'busy' | 'retry'>
}

/** Over what was read before and could not be read anew: it stays, and says of when it is by the clock of the server. */
export function StaleNote({ text, listing: { known, error, asOfMs, busy, retry } }: StaleNoteProps): ReactNode {
  const clockOffsetMs = useAppSelector(selectClockOffsetMs)
  if (!known || !error) return null
  return (
    <p className={styles.stale} role="alert">
      {text} {errorDetail(error)}
      {asOfMs !== null && ` As of ${formatRecent(asOfMs + clockOffsetMs)}.`}
      <Button busy={busy} onClick={retry}>
        Try again
      </Button>
    </p>
  )
}
