import { createTransport } from 'nodemailer'
import type { SendMail } from './mail-queue.ts'

const timeoutMs = 10_000
const maxConnections = 4

export interface Smtp {
  readonly send: SendMail
  close(): void
}

/** Sends mails through the server of `url` (`smtp://` or `smtps://`, with user and password where it needs them). Connects with the first mail. */
export function openSmtp(url: string, from: string): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
    },
    close: () => transport.close({ force: true }),
  }
}
