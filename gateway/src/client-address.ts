import type { IncomingMessage } from 'node:http'
import { normalForm } from '@kismet/service-kit/network'
import proxyAddr from 'proxy-addr'

export interface ClientAddresses {
  /** The address of a client: of its connection, or, when that is a trusted proxy, the one that the proxy tells in X-Forwarded-For. */
  of(request: IncomingMessage): string
}

/** Whether to accept a connection from an address: from `networks` and from the machine itself. Without `networks`, from everywhere. */
export function takenFrom(networks: readonly string[]): (address: string | undefined) => boolean {
  if (networks.length === 0) return () => true
  const isNamed = proxyAddr.compile(['loopback', ...networks])
  return (address) => address !== undefined && isNamed(address, 0)
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
  }
}
