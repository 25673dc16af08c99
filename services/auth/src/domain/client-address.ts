const unknownAddress = 'unknown'

/** The first four groups of an IPv6 address, which is what one customer of a provider is given (/64). */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}

/**
 * What counts as one address when wrong passwords are counted: an IPv4 address, or an IPv6 network of 64 bits, of which one person has 2^64 addresses.
 * @param address as the gateway saw it
 */
export function clientAddress(address: string | undefined): string {
  const text = address?.trim().toLowerCase().split('%')[0] ?? ''
  if (text === '') return unknownAddress
  const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1]
  if (ipv4 !== undefined) return ipv4
  return /^[0-9a-f:.]{2,45}$/.test(text) && text.includes(':') ? networkOf(text) : unknownAddress
}
