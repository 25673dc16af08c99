import { createTransport } from 'nodemailer'
import type { MailContent } from '../domain/mail-frame.ts'
import { mailWayTo } from './mail-server.ts'

const timeoutMs = 10_000
/** A server may take long to accept the content of a mail (RFC 5321, section 4.5.3.2.6). */
const silentMs = 30_000
const maxConnections = 4

export type Mail = MailContent & { readonly to: string }

/** A failed mail, without the words of the mail server, which name the recipient. */
export class MailError extends Error {
  readonly code: string | undefined
  /** The number that the mail server answered. */
  readonly responseCode: number | undefined
  /** The SMTP command that failed. */
  readonly command: string | undefined

  constructor(error: unknown) {
    const { code, responseCode, command } = error as Partial<MailError>
    super(`the mail server did not accept a mail: ${responseCode ?? code ?? 'unknown'} (${command ?? 'no command'})`)
    this.name = 'MailError'
    this.code = code
    this.responseCode = responseCode
    this.command = command
  }
}

/** True when the server says that the mailbox does not exist. Other answers may be about this sender, so a retry can help. */
export function isNoMailbox(error: unknown): boolean {
  if (!(error instanceof MailError) || error.command !== 'RCPT TO') return false
  const { responseCode = 0 } = error
  return responseCode >= 550 && responseCode <= 553
}

export interface Smtp {
  /** @throws MailError */
  readonly send: (mail: Mail) => Promise<void>
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
