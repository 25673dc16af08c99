import '@kismet/app-kit/zod-jitless.ts'
import './app/styles/admin.css'
import { liveConnection } from '@kismet/app-kit/live-connection.ts'
import { adminNamespace } from '@kismet/contracts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { readSession } from './app/session/storage.ts'
import { createStore } from './app/store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <Provider store={createStore(readSession(), liveConnection(adminNamespace))}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Provider>
  </StrictMode>,
)
