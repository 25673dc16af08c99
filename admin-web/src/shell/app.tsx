import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { DraftKeeper } from '../core/kept-drafts.ts'
import { useAppSelector } from '../core/store.ts'
import { Notices } from '../entities/notices/notices.tsx'
import { selectEndReason, selectSession } from '../entities/session/session-slice.ts'
import { PageBoundary } from './frame/gates.tsx'
import { keepRunning } from './keep-running.ts'
import { Router } from './router.tsx'
import type { Store } from './store.ts'

/** Every page of the app, and what goes on while it is open. */
export function App({ store, live }: { store: Store; live: Live }): ReactNode {
  useEffect(() => keepRunning(store, live), [store, live])
  const admin = useAppSelector(selectSession)?.admin
  const hasLeft = useAppSelector(selectEndReason) === 'logout'
  return (
    <PageBoundary>
      <DraftKeeper owner={hasLeft ? null : admin?._id}>
        <Router />
      </DraftKeeper>
      <Notices />
    </PageBoundary>
  )
}
