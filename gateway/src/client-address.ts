import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export type ClientAddress = (request: IncomingMessage) => string

/**
 * Finds the address of a client: of its connection, or, when that is a trusted proxy, the one that the proxy tells in X-Forwarded-For.
 * `proxies` are addresses, networks, or `loopback`, `linklocal`, `uniquelocal`.
 */
export function clientAddress(proxies: readonly string[]): ClientAddress {
  const trust = proxyAddr.compile([...proxies])
  return (request) => {
    const told = proxyAddr(request, trust)
    const address = ipaddr.isValid(told) ? told : (request.socket.remoteAddress ?? '')
    return ipaddr.isValid(address) ? ipaddr.process(address).toString() : 'unknown'
  }
}
