import { SkeletonBlock } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { QueryState } from '../../core/table/query-state.tsx'
import { SessionList } from '../../entities/admins/session-list.tsx'
import { useServerNow } from '../../core/use-now.ts'
import { useListPlayerSessionsQuery } from './players-api.ts'

/** Where a player is logged in. */
export function PlayerSessions({ id }: { id: string }): ReactNode {
  const result = useListPlayerSessionsQuery({ id })
  const nowMs = useServerNow(30_000)
  return (
    <Panel title="Sessions" note="most recent first">
      <QueryState what="the sessions" result={result} fallback={<SkeletonBlock heightPx={44} />}>
        {({ sessions }) => (
          <SessionList sessions={sessions.map((session) => ({ ...session, isCurrent: false }))} nowMs={nowMs} />
        )}
      </QueryState>
    </Panel>
  )
}
