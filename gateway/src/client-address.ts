import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

export interface ClientAddresses {
  /** The address of a client: of its connection, or, when that is a trusted proxy, the one that the proxy tells in X-Forwarded-For. */
  of(request: IncomingMessage): string
  /** Whether a connection from here may carry the requests of many clients. */
  isProxy(address: string | undefined): boolean
}

/** `proxies` are addresses, networks, or `loopback`, `linklocal`, `uniquelocal`: whose X-Forwarded-For is believed. */
export function clientAddresses(proxies: readonly string[]): ClientAddresses {
  const trust = proxyAddr.compile([...proxies])
  return {
    of(request) {
      const connected = request.socket.remoteAddress
      const isForwarded = proxies.length > 0 && request.headers['x-forwarded-for'] !== undefined
      const told = isForwarded ? proxyAddr(request, trust) : connected
      return normalForm(told) ?? normalForm(connected) ?? 'unknown'
    },
    isProxy: (address) => address !== undefined && trust(address, 0),
  }
}

/** An address as it is shown and logged: one of IPv4 that came in over IPv6 as IPv4. */
function normalForm(address: string | undefined): string | undefined {
  if (address === undefined || isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return undefined
  return ipaddr.process(address).toString()
}
