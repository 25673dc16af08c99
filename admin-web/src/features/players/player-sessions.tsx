import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useServerNow } from '../../entities/site/use-now.ts'
import { useListPlayerSessionsQuery } from './players-api.ts'

/** Where a player is logged in. */
export function PlayerSessions({ id }: { id: string }): ReactNode {
  const result = useListPlayerSessionsQuery({ id })
  const { data, error, isFetching, refetch } = result
  const nowMs = useServerNow(30_000)
  return (
    <Panel title="Sessions" note="used last first">
      <StaleNote text="Failed to load the sessions." listing={standingOf(result)} />
      {data ? (
        <SessionList sessions={data.sessions.map((session) => ({ ...session, isCurrent: false }))} nowMs={nowMs} />
      ) : error ? (
        <ErrorState title="Failed to load the sessions" busy={isFetching} onRetry={() => void refetch()}>
          {errorDetail(asCallError(error))}
        </ErrorState>
      ) : (
        <SkeletonBlock heightPx={44} />
      )}
    </Panel>
  )
}
