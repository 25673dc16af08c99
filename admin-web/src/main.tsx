import '@kismet/app-kit/zod-jitless.ts'
import './shell/styles/admin.css'
import { renderApp } from '@kismet/app-kit/render-app.ts'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { adminNamespace } from '@kismet/contracts'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { App } from './shell/app.tsx'
import { printInLight } from './core/theme/theme.ts'
import { preloadPage } from './shell/routes.ts'
import { storedSession } from './entities/session/storage.ts'
import { createStore } from './shell/store.ts'

preloadPage(window.location.pathname)
printInLight()
const live = liveConnection(adminNamespace)
const store = createStore(storedSession.read())
renderApp(
  <Provider store={store}>
    <BrowserRouter useTransitions={false}>
      <App store={store} live={live} />
    </BrowserRouter>
  </Provider>,
)
