import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { MaintenanceScreen } from '../features/maintenance/maintenance-screen.tsx'
import { PageBoundary } from './frame/page-boundary.tsx'
import { Toasts } from './notices/notices.tsx'
import { Router } from './router.tsx'
import { useSessionRules } from './session/use-session.ts'
import { useMaintenance } from './site/use-maintenance.ts'
import type { Store } from './store.ts'

/** Every page, or the maintenance screen in its place, with the rules that hold everywhere. */
export function Site(): ReactNode {
  useSessionRules()
  if (useMaintenance()) return <MaintenanceScreen />
  return (
    <>
      <Router />
      <Toasts />
    </>
  )
}

/** The player app. */
export function App({ store }: { store: Store }): ReactNode {
  return (
    <PageBoundary>
      <Provider store={store}>
        <BrowserRouter>
          <Site />
        </BrowserRouter>
      </Provider>
    </PageBoundary>
  )
}
