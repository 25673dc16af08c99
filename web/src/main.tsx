import '@kismet/app-kit/zod-jitless.ts'
import '@kismet/ui/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { sessionStarted } from './app/session/session-slice.ts'
import { readSession } from './app/session/storage.ts'
import { createStore } from './app/store.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')

const store = createStore()
const session = readSession()
if (session) store.dispatch(sessionStarted(session))

createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
)
