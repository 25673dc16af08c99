import type { Plugin } from 'vite'

/** The two lines about WebTransport in the list of transports. */
const webTransport = /^import \{ WT \} from .*\n|^ *webtransport: WT,\n/gm

/** Leaves WebTransport out of the socket's code. The live connection names its transports (`live-connection.ts`). */
export function leanSocket(): Plugin {
  return {
    name: 'lean-socket',
    apply: 'build',
    transform: {
      filter: { id: /\/engine\.io-client\/build\/esm\/transports\/index\.js$/ },
      handler(code, id) {
        const lean = code.replace(webTransport, '')
        if (/\bWT\b/.test(lean) || lean === code) this.error(`${id} is not as this plugin knows it`)
        return { code: lean, map: null }
      },
    },
  }
}
