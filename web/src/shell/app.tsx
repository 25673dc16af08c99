import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { DialogHost } from '@kismet/ui/feedback/open-dialogs.tsx'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { useLocale } from '@kismet/ui/words/lingui.tsx'
import type { ReactNode } from 'react'
import { Activity, Suspense, useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { useLocation, useRoute } from 'wouter'
import { PageBoundary } from './frame/page-boundary.tsx'
import { useTimeout } from '@kismet/ui/feedback/use-timeout.ts'
import { useAppSelector } from '../core/store.ts'
import { selectIsResultAwaited } from '../entities/session/balance-slice.ts'
import { casinoPath } from '../core/paths.ts'
import { selectToken } from '../entities/session/session-slice.ts'
import { useOpenFlight } from '../entities/game/open-flight.ts'
import { Toasts } from '../entities/notices/notices.tsx'
import { Router } from './router.tsx'
import { useWayToLogin } from '../entities/session/use-session.ts'
import { useMaintenance } from '../entities/site/use-maintenance.ts'
import { keepRunning } from './keep-running.ts'
import type { Store } from './store.ts'

const maintenance = lazyPage(() => import('../features/maintenance/maintenance-screen.tsx'), 'MaintenanceScreen')

/** The first paint and its reads come first. */
const preloadAfterMs = 5_000

/** How long a result stays in sight before the maintenance screen takes its place. */
const resultShownMs = 4_000

/** Whether the maintenance screen is shown. A result that is on its way comes first. */
function useIsClosed(): boolean {
  const isOn = useMaintenance()
  const [isAtFlight] = useRoute(casinoPath('aviator'))
  const [isFlightOpen] = useOpenFlight()
  const isAwaited = useAppSelector(selectIsResultAwaited) || (isAtFlight && isFlightOpen)
  // Whoever comes to the page of Aviator may have placed a bet elsewhere: it is asked first.
  const [isSeen, setSeen] = useState(!isAtFlight)
  if (isAwaited && isSeen) setSeen(false)
  useTimeout(() => setSeen(true), isAwaited || isSeen ? null : resultShownMs)
  return isOn && isSeen
}

/** Every page, or the maintenance screen in its place, with the rules that hold everywhere. */
export function Site({ store, live }: { store: Store; live: Live }): ReactNode {
  useEffect(() => keepRunning(store, live), [store, live])
  // A deployment under maintenance removes the chunk that an open page names.
  useTimeout(() => void maintenance.preload(), preloadAfterMs)
  useWayToLogin()
  // Every text is said when it is drawn: another language draws all of them.
  useLocale()
  const isClosed = useIsClosed()
  const [pathname] = useLocation()
  const token = useAppSelector(selectToken)
  return (
    <>
      {isClosed && (
        <PageBoundary>
          <Suspense fallback={<PendingBar />}>
            <maintenance.Page />
          </Suspense>
        </PageBoundary>
      )}
      {/* What was typed and begun stays for afterwards. */}
      <Activity mode={isClosed ? 'hidden' : 'visible'}>
        <Router />
      </Activity>
      {/* Outside, because a hidden question would close while its order is in flight. Maintenance closes idle questions. */}
      <DialogHost key={token} address={isClosed ? '' : pathname} />
      <Toasts />
    </>
  )
}

/** The player app. Where it is changes at once (`Router` says what is shown meanwhile). */
export function App({ store, live }: { store: Store; live: Live }): ReactNode {
  return (
    <PageBoundary>
      <Provider store={store}>
        <Site store={store} live={live} />
      </Provider>
    </PageBoundary>
  )
}
