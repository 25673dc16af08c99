/** @jest-environment node */
import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { leanSocket } from './lean-socket.ts'

const list = new URL('../../../../node_modules/engine.io-client/build/esm/transports/index.js', import.meta.url)

it('leaves the socket WebSockets and polling, and no WebTransport', async () => {
  const { transform } = leanSocket()
  if (typeof transform !== 'object') throw new Error('The plugin transforms by a handler')
  const made = Reflect.apply(transform.handler, {}, [await readFile(list, 'utf8'), list.pathname]) as { code: string }
  expect(made.code).toMatch(/websocket: WS,\n {4}polling: XHR,/)
  expect(made.code).not.toContain('WT')
})
