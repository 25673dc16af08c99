import { createECDH } from 'node:crypto'
import { keyFor } from '@kismet/service-kit/seal'

/** The key pair by which push services know the operator (RFC 8292), in base64url, and the contact for them. */
export interface Vapid {
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Derives the key pair from PUSH_SECRET. The same secret gives the same keys, which every subscription is bound to.
 * @param mailFrom the sender of mails, whose address is the contact
 */
export function vapidOf(secret: string, mailFrom: string): Vapid {
  const privateKey = keyFor(secret, 'auth push')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return {
    subject: `mailto:${address}`,
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}
