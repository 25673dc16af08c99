import '@kismet/app-kit/zod-jitless.ts'
import './shell/styles/admin.css'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { adminNamespace } from '@kismet/contracts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { App } from './shell/app.tsx'
import { preloadPage } from './shell/routes.ts'
import { kept } from './entities/session/storage.ts'
import { createStore } from './shell/store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
preloadPage(window.location.pathname)
const live = liveConnection(adminNamespace)
const store = createStore(kept.read())
// As a transition: drawn in short steps, between which the browser answers.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <BrowserRouter useTransitions={false}>
          <App store={store} live={live} />
        </BrowserRouter>
      </Provider>
    </StrictMode>,
  ),
)
