import { isIP } from 'node:net'

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** How mails get to a server: mails have codes, and whoever is on the way of one in the clear can take them. */
export type MailWay = 'encrypted' | 'loopback' | 'internal'

/**
 * Under `smtp://` a server says itself whether it can encrypt, and who is between can take that out. So it has to, unless it is on this machine or has a name of an internal network alone (a
 * mailbox to look at mails with). @param url `smtp://` or `smtps://`
 */
export function mailWayTo(url: string): MailWay {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'smtps:') return 'encrypted'
  if (loopback.test(hostname)) return 'loopback'
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return isAddress || hostname.includes('.') ? 'encrypted' : 'internal'
}
