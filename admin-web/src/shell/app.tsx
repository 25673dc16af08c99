import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { warnBeforeUnload } from '@kismet/ui/feedback/warn-before-unload.ts'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useAppSelector, useAppDispatch } from '../core/store.ts'
import { useHasDrafts } from '../entities/session/orders.ts'
import { selectEndReason } from '../entities/session/session-slice.ts'
import { PageBoundary } from './frame/gates.tsx'
import { keepRunning } from './keep-running.ts'
import { Router } from './router.tsx'
import type { Store } from './store.ts'
import { ToastStack } from '@kismet/ui/feedback/toast.tsx'
import { toastClosed, selectToasts } from '../entities/notices/notices-slice.ts'

/** The toasts. A success closes after 5 s. A failure stays until the admin closes it. */
function Toasts(): ReactNode {
  const dispatch = useAppDispatch()
  return <ToastStack toasts={useAppSelector(selectToasts)} onClose={(id) => dispatch(toastClosed(id))} />
}

/** Every page of the app, and what goes on while it is open. */
export function App({ store, live }: { store: Store; live: Live }): ReactNode {
  useEffect(() => keepRunning(store, live), [store, live])
  const hasLeft = useAppSelector(selectEndReason) === 'logout'
  const hasDrafts = useHasDrafts()
  useEffect(() => {
    if (hasLeft) deleteDrafts()
  }, [hasLeft])
  useEffect(() => (hasDrafts ? warnBeforeUnload() : undefined), [hasDrafts])
  return (
    <PageBoundary>
      <Router />
      <Toasts />
    </PageBoundary>
  )
}
