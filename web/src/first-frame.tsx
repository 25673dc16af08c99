import '@kismet/app-kit/zod-jitless.ts'
import type { RenderFirstFrame } from '@kismet/app-kit/build/first-frames.ts'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { text } from 'node:stream/consumers'
import { Provider } from 'react-redux'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import { sessionStarted } from './entities/session/session-slice.ts'
import { Site } from './shell/app.tsx'
import { createStore } from './shell/store.ts'

const figures = { balancePaise: 0, balanceSeq: 0, netPaise: 0, netSeq: 0 }
const nobody = { user: { id: '', email: '' }, token: '-', startedAtMs: 0, netAtLoginPaise: 0, figures }

/** A page as HTML, with nothing asked and nothing stored; when the app is built (libs/app-kit, `page-files.ts`). */
export const renderFirstFrame: RenderFirstFrame = async (address, viewer) => {
  const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  Object.assign(globalThis, { localStorage: empty, sessionStorage: empty })
  const live = liveConnection('/')
  const store = createStore(live)
  if (viewer === 'member') store.dispatch(sessionStarted(nobody))
  const { prelude } = await prerenderToNodeStream(
    <Provider store={store}>
      <Router ssrPath={address}>
        <Site store={store} live={live} />
      </Router>
    </Provider>,
    { progressiveChunkSize: Infinity },
  )
  return text(prelude)
}
