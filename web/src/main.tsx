import '@kismet/app-kit/zod-jitless.ts'
import '@kismet/ui/styles/index.css'
import { renderApp } from '@kismet/app-kit/render-app.ts'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { languageOfDeviceShown } from './entities/language/language-api.ts'
import { sessionStarted } from './entities/session/session-slice.ts'
import { storedSession } from './entities/session/storage.ts'
import { App } from './shell/app.tsx'
import { preloadPage } from './shell/routes.ts'
import { createStore } from './shell/store.ts'

preloadPage(window.location.pathname)
const live = liveConnection('/')
const store = createStore(live)
const session = storedSession.read()
if (session) store.dispatch(sessionStarted(session))

void store.dispatch(languageOfDeviceShown()).finally(() => renderApp(<App store={store} live={live} />))
