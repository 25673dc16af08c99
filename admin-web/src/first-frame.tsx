import '@kismet/app-kit/zod-jitless.ts'
import type { RenderFirstFrame } from '@kismet/app-kit/build/first-frames.ts'
import { liveConnection } from '@kismet/app-kit/live/live-connection.ts'
import { adminNamespace } from '@kismet/contracts'
import { text } from 'node:stream/consumers'
import { Provider } from 'react-redux'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './shell/app.tsx'
import { createStore } from './shell/store.ts'

const nobody = { token: '-', admin: { _id: '', username: '', role: 'owner' } } as const

/** A page as HTML, with nothing asked and nothing stored; when the app is built (libs/app-kit, `page-files.ts`). */
export const renderFirstFrame: RenderFirstFrame = async (address, viewer) => {
  const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  Object.assign(globalThis, { localStorage: empty, sessionStorage: empty })
  const live = liveConnection(adminNamespace)
  const store = createStore(viewer === 'member' ? nobody : null)
  const { prelude } = await prerenderToNodeStream(
    <Provider store={store}>
      <StaticRouter location={address}>
        <App store={store} live={live} />
      </StaticRouter>
    </Provider>,
    { progressiveChunkSize: Infinity },
  )
  return text(prelude)
}
