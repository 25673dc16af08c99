import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import { StaleNote } from './stale-note.tsx'
import type { Answer } from './standing.ts'
import { standingOf } from './standing.ts'

interface KnownProps<Data> {
  /** What it is, such as 'the limits'. */
  what: string
  result: Answer<Data>
  /** In its place until it has come. */
  coming: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query has answered, under a note of when where it could not be read anew; that it could not be had, and a way to try again. */
export function Known<Data>({ what, result, coming, children }: KnownProps<Data>): ReactNode {
  const { currentData, error, isFetching, refetch } = result
  const failed = `Failed to load ${what}`
  if (currentData !== undefined)
    return (
      <>
        <StaleNote text={`${failed}.`} listing={standingOf(result)} />
        {children(currentData)}
      </>
    )
  if (error === undefined) return coming
  return (
    <ErrorState icon={CircleAlert} title={failed} busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(asCallError(error))}
    </ErrorState>
  )
}
