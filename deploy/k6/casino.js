// What the scripts know of the running stack: LOAD_FILE, written by `make load`, with the addresses, the names of the wire and players with money.
import { SharedArray } from 'k6/data'

const { url, socketUrl, routes, events } = JSON.parse(open(__ENV.LOAD_FILE))
export { url, socketUrl, routes, events }

export const tokens = new SharedArray('tokens', () => JSON.parse(open(__ENV.LOAD_FILE)).tokens)

/** The token of this virtual user, always the same one. */
export function ownToken() {
  return tokens[(__VU - 1) % tokens.length]
}

/** Options of a request in the name of this virtual user; `name` groups its times. */
export function asPlayer(name) {
  return { headers: { authorization: `Bearer ${ownToken()}`, 'content-type': 'application/json' }, tags: { name } }
}
