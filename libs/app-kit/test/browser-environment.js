import { TestEnvironment } from 'jest-environment-jsdom'

/** What browsers have and jsdom does not: calls over the network, taken from Node, with the signals that they understand. */
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
]

/** jsdom as a test of the apps needs it. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of fromNode) this.global[name] = globalThis[name]
  }
}
