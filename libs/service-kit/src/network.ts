import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const unknown = 'unknown'
const bitsOfGroup = 16

/**
 * The network of an address, for limits by network. An IPv4 address is its own network. An IPv6
 * address counts by its /64, because one customer has a whole /64. Texts that are no address share
 * one network.
 */
export function networkOf(address: string | undefined): string {
  return prefixOf(address, 64)
}

/** The same where somebody may rent addresses to be counted as many: of IPv6 the /48, which one customer may have as a whole. */
export function siteOf(address: string | undefined): string {
  return prefixOf(address, 48)
}

/**
 * The normal form of an address: an IPv4-mapped IPv6 address becomes IPv4.
 * @returns undefined for a text that is no address
 */
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
