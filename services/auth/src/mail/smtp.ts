import { createTransport } from 'nodemailer'
import type { MailContent } from '../domain/mail-frame.ts'
import type { MailAnswer } from '../domain/mail-retry.ts'
import { mailWayTo } from './mail-server.ts'

const timeoutMs = 10_000
/** A server takes longer to say that it has a mail than to say anything else (RFC 5321, section 4.5.3.2.6): who hangs up before sends it twice. */
const silentMs = 30_000
const maxConnections = 4

export type Mail = MailContent & { readonly to: string }

/** What an error of the library has. */
interface Failure {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
  readonly syscall?: string
}

/** What an answer says of why before its words. */
const enhancedCodeAt = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/

/** Why a mail was not taken, without the words of the mail server or of the library: they name the recipient. */
export class MailRefused extends Error implements MailAnswer {
  readonly code: string | undefined
  /** The number that the mail server answered. */
  readonly responseCode: number | undefined
  /** And what it said of why (RFC 3463), where it did. */
  readonly enhancedCode: string | undefined
  /** To this command. */
  readonly command: string | undefined
  /** The mail server was reached and has said nothing against the mail: it may have it. */
  readonly isUnclear: boolean

  constructor(error: unknown) {
    const { code, responseCode, response = '', command, syscall } = error as Failure
    const enhancedCode = enhancedCodeAt.exec(response)?.[1]
    const why = [responseCode ?? code ?? 'unknown', enhancedCode ?? []].flat().join(' ')
    super(`the mail server did not take a mail: ${why} (${command ?? 'no command'})`)
    this.name = 'MailRefused'
    this.code = code
    this.responseCode = responseCode
    this.enhancedCode = enhancedCode
    this.command = command
    const isReached = code !== 'EDNS' && syscall !== 'connect'
    this.isUnclear = isReached && !(responseCode !== undefined && responseCode >= 400)
  }
}

export interface Smtp {
  /** @throws MailRefused */
  readonly send: (mail: Mail) => Promise<void>
  close(): void
}

/** Sends mails through the server of `url` (`smtp://` or `smtps://`, with user and password where it needs them). Connects with the first mail. `silentForMs`: so long a connection may say nothing. */
export function openSmtp(url: string, from: string, silentForMs = silentMs): Smtp {
  const transport = createTransport({
    url,
    // Of these, what is set here goes before what the URL says.
    ...(mailWayTo(url) === 'encrypted' ? { requireTLS: true, ignoreTLS: false } : {}),
    pool: true,
    maxConnections,
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: silentForMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      // Not base64, in which no text of another script than Latin could be read where the source is.
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        textEncoding: 'quoted-printable',
      } as const
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new MailRefused(error)
      })
    },
    close: () => transport.close({ force: true }),
  }
}
