import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { eventually } from './eventually.ts'
import { closeAtEnd } from './left-behind.ts'

interface Mail {
  readonly to: string
  readonly source: string
}

/** A real SMTP server that keeps what it gets, for one test file. */
export class TestMailbox {
  readonly url: string
  readonly #server: SMTPServer
  readonly #mails: Mail[]

  constructor(url: string, server: SMTPServer, mails: Mail[]) {
    this.url = url
    this.#server = server
    this.#mails = mails
  }

  /** How many mails have come for an address. */
  count(address: string): number {
    return this.#mails.filter((mail) => mail.to === address).length
  }

  /** Waits for mail number `which` (from 1) of an address, or for the first mail with a text, and gives its source. */
  async mail(address: string, which: number | string = 1): Promise<string> {
    const mail = await eventually(`mail ${which} for ${address} arrives`, () => {
      const mails = this.#mails.filter(({ to }) => to === address)
      return typeof which === 'number' ? mails[which - 1] : mails.find(({ source }) => source.includes(which))
    })
    return mail.source
  }

  /** Waits for a mail of an address and gives the code in it: the one run of six digits of its text part. */
  async code(address: string, which: number | string = 1): Promise<string> {
    const source = await this.mail(address, which)
    const text = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)(?:\r?\n--|$)/i.exec(source)?.[1] ?? ''
    const [code, ...others] = text.match(/(?<!\d)\d{6}(?!\d)/g) ?? []
    if (code === undefined || others.length > 0) throw new Error(`The mail does not have exactly one code:\n${text}`)
    return code
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}

export async function startTestMailbox(): Promise<TestMailbox> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address.toLowerCase(), source })
        done()
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailbox = new TestMailbox(`smtp://127.0.0.1:${port}`, server, mails)
  closeAtEnd(() => mailbox.close())
  return mailbox
}
