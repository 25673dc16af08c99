import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import { StaleNote } from './stale-note.tsx'
import type { Answer } from './standing.ts'
import { standingOf } from './standing.ts'

/** Whether the server does not have the data. */
export function isNotFound({ currentData, error }: Answer<unknown>): boolean {
  if (currentData !== undefined || error === undefined) return false
  const { kind, code } = asCallError(error)
  return kind === 'refused' && code === 'not_found'
}

interface QueryStateProps<Data> {
  /** The name of the data in messages, such as "the limits". */
  what: string
  result: Answer<Data>
  /** The number of rows that usually load. */
  rows?: number
  /** Shown until the answer arrives, instead of rows. */
  fallback?: ReactNode
  /** Shown if the server does not have the data. */
  notFound?: ReactNode
  children: (data: Data) => ReactNode
}

/** The answer of a query, with a note above stale data. Without an answer: the fallback, or the failure with a retry. */
export function QueryState<Data>(props: QueryStateProps<Data>): ReactNode {
  const { what, result, rows = 3, fallback, notFound, children } = props
  const { currentData, error, isFetching, refetch } = result
  const failed = `Failed to load ${what}`
  if (currentData !== undefined)
    return (
      <>
        <StaleNote text={`${failed}.`} listing={standingOf(result)} />
        {children(currentData)}
      </>
    )
  if (error === undefined) return fallback ?? <Skeleton variant="table" rows={rows} label={`Loading ${what}`} />
  if (notFound !== undefined && isNotFound(result)) return notFound
  return (
    <ErrorState icon={CircleAlert} title={failed} busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(asCallError(error))}
    </ErrorState>
  )
}
