import '@kismet/app-kit/zod-jitless.ts'
import '@kismet/ui/styles/index.css'
import { drawApp } from '@kismet/app-kit/draw-app.ts'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { keptLanguage, languageNow, showLanguage } from './entities/language/language.ts'
import { sessionStarted } from './entities/session/session-slice.ts'
import { kept } from './entities/session/storage.ts'
import { App } from './shell/app.tsx'
import { preloadPage } from './shell/routes.ts'
import { createStore } from './shell/store.ts'

preloadPage(window.location.pathname)
const live = liveConnection('/')
const store = createStore(live)
const session = kept.read()
if (session) store.dispatch(sessionStarted(session))

const draw = (): void => drawApp(<App store={store} live={live} />)

const language = keptLanguage()
if (language === null || language === languageNow()) draw()
else
  showLanguage(language)
    .catch((error: unknown) => logWarning('A language could not be loaded', error))
    .finally(draw)
