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

function prefixOf(address: string | undefined, bits: number): string {
  if (address === undefined) return unknown
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return unknown
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const groups = parsed.parts.slice(0, bits / bitsOfGroup).map((part) => part.toString(16))
  return `${groups.join(':')}::/${bits}`
}
