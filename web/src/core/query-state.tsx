import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import type { ReactNode } from 'react'
import type { Answer } from './answer.ts'
import { networkErrorText } from './error-text.ts'

interface QueryStateProps<Data> {
  of: Answer<Data>
  /** The text of a failure. Null hides a part that the page does not need. */
  failed?: string | null
  /** Shown until the answer arrives. */
  fallback?: ReactNode
  children: (data: Data) => ReactNode
}

/** The answer of a query, with a notice above stale data. Without an answer: a skeleton, or the failure with a retry. */
export function QueryState<Data>({
  of,
  failed = networkErrorText(),
  fallback = <Skeleton />,
  children,
}: QueryStateProps<Data>): ReactNode {
  const { data, error, isFetching, refetch } = of
  const isFailed = error !== undefined
  const retry = { busy: isFetching, onRetry: () => void refetch() }
  if (data === undefined && !isFailed) return fallback
  if (data === undefined) return failed === null ? null : <ErrorState title={failed} {...retry} />
  return (
    <>
      {isFailed && <StaleNotice {...retry} />}
      {children(data)}
    </>
  )
}
