import JsdomEnvironment from '@jest/environment-jsdom-abstract'
import * as jsdom from 'jsdom'

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

/** jsdom as a test of the apps needs it: not the one that Jest brings with it, which takes a quarter more of the processor. */
export default class BrowserEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context, jsdom)
  }

  async setup() {
    await super.setup()
    for (const name of fromNode) this.global[name] = globalThis[name]
  }
}
