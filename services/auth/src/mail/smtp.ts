import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { MailContent } from '../domain/mail-frame.ts'

const timeoutMs = 10_000
/** A server may take long to accept the content of a mail (RFC 5321, section 4.5.3.2.6). */
const silentMs = 30_000
const maxConnections = 4
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * How mails reach the server of `smtp://` or `smtps://`. Under `smtp://` the server offers encryption, and an attacker
 * on the way can remove the offer and read codes. So encryption is required, unless the server is on this machine, or
 * has a name of an internal network (a mailbox of a test system).
 */
export function mailWayTo(url: string): 'encrypted' | 'loopback' | 'internal' {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'smtps:') return 'encrypted'
  if (loopback.test(hostname)) return 'loopback'
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return isAddress || hostname.includes('.') ? 'encrypted' : 'internal'
}

/** A failed mail, without the words of the mail server, which name the recipient. */
export class MailError extends Error {
  /** The server says that the mailbox does not exist. Other answers may be about this sender, so a retry can help. */
  readonly isNoMailbox: boolean

  constructor(error: unknown) {
    const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
    super(`the mail server did not accept a mail: ${responseCode ?? code ?? 'unknown'} (${command ?? 'no command'})`)
    this.isNoMailbox = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 550 && responseCode <= 553
  }
}

export interface Smtp {
  /** @throws MailError */
  readonly send: (mail: MailContent & { readonly to: string }) => Promise<void>
  close(): void
}

/** Sends mails through the server of `url` (`smtp://` or `smtps://`, with user and password). Connects with the first mail. */
export function openSmtp(url: string, from: string): Smtp {
  const transport = createTransport({
    url,
    // These values take precedence over the URL.
    ...(mailWayTo(url) === 'encrypted' ? { requireTLS: true, ignoreTLS: false } : {}),
    pool: true,
    maxConnections,
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...content }) {
      // Quoted-printable keeps Hindi readable in the source, unlike base64.
      const mail = { from, to: { name: '', address: to }, ...content, textEncoding: 'quoted-printable' } as const
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new MailError(error)
      })
    },
    close: () => transport.close({ force: true }),
  }
}
