import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState, SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useServerNow } from '../../entities/site/use-now.ts'
import { useListPlayerSessionsQuery } from './players-api.ts'

/** Where a player is logged in. */
export function PlayerSessions({ id }: { id: string }): ReactNode {
  const { data, error, isFetching, refetch } = useListPlayerSessionsQuery({ id })
  const nowMs = useServerNow(30_000)
  return (
    <Panel title="Sessions" note="used last first">
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
