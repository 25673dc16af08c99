import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const unknown = 'unknown'
const bitsOfGroup = 16

/**
 * What counts as one address where people are counted by it: an IPv4 address, also one that is written as IPv6, or the /64 of an IPv6 address, of which one
 * customer has 2^64. What is no address counts together as one.
 */
export function networkOf(address: string | undefined): string {
  return prefixOf(address, 64)
}

/** The same where somebody may rent addresses to be counted as many: of IPv6 the /48, which one customer may have as a whole. */
export function siteOf(address: string | undefined): string {
  return prefixOf(address, 48)
}

/** An address as it is shown and logged: one of IPv4 that came in over IPv6 as IPv4. @returns undefined for what is none */
export function normalForm(address: string | undefined): string | undefined {
  if (address === undefined || isIPv4(address)) return address
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined
}

function prefixOf(address: string | undefined, bits: number): string {
  const normal = normalForm(address)
  if (normal === undefined || isIPv4(normal)) return normal ?? unknown
  const groups = ipaddr.IPv6.parse(normal).parts.slice(0, bits / bitsOfGroup)
  return `${groups.map((part) => part.toString(16)).join(':')}::/${bits}`
}
