import '@kismet/app-kit/zod-jitless.ts'
import '@kismet/ui/styles/index.css'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keptLanguage, languageNow, showLanguage } from './entities/language/language.ts'
import { sessionStarted } from './entities/session/session-slice.ts'
import { kept } from './entities/session/storage.ts'
import { App } from './shell/app.tsx'
import { preloadPage } from './shell/routes.ts'
import { createStore } from './shell/store.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

preloadPage(window.location.pathname)
const live = liveConnection('/')
const store = createStore(live)
const session = kept.read()
if (session) store.dispatch(sessionStarted(session))

// As a transition: drawn in short steps, between which the browser answers.
const draw = (): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App store={store} live={live} />
      </StrictMode>,
    ),
  )

const language = keptLanguage()
if (language === null || language === languageNow()) draw()
else
  showLanguage(language)
    .catch((error: unknown) => logWarning('A language could not be loaded', error))
    .finally(draw)
