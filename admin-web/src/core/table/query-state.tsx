import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState } from '@kismet/ui/feedback/states.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { errorDetail } from '../error-text.ts'
import { StaleNote } from './stale-note.tsx'
import type { Answer } from './standing.ts'
import { standingOf } from './standing.ts'

interface QueryStateProps<Data> {
  /** The name of the data in messages, such as "the limits". */
  what: string
  result: Answer<Data>
  /** Shown until the answer arrives. */
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/** The answer of a query, with a note above stale data. Without an answer: the fallback, or the failure with a retry. */
export function QueryState<Data>({ what, result, fallback, children }: QueryStateProps<Data>): ReactNode {
  const { currentData, error, isFetching, refetch } = result
  const failed = `Failed to load ${what}`
  if (currentData !== undefined)
    return (
      <>
        <StaleNote text={`${failed}.`} listing={standingOf(result)} />
        {children(currentData)}
      </>
    )
  if (error === undefined) return fallback
  return (
    <ErrorState icon={CircleAlert} title={failed} busy={isFetching} onRetry={() => void refetch()}>
      {errorDetail(asCallError(error))}
    </ErrorState>
  )
}
