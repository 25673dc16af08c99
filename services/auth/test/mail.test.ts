import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { limits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openSmtp } from '../src/mail/smtp.ts'
import { AuthWorld } from './auth-world.ts'

/** A mail server that answers each delivery as the test says; '250' accepts it. */
let answer: (delivery: number) => string | Promise<string>
let sources: string[]
let deliveries: number
let server: SMTPServer
let port: number
let world: AuthWorld

const [unknown, denied] = ['unknown@example.in', 'denied@example.in']
const refusal = (said: string) =>
  Object.assign(new Error(`${said.slice(4)} as said`), { responseCode: Number(said.slice(0, 3)) })

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const said = { [unknown]: '550 5.1.1', [denied]: '554 5.7.1' }[address]
      done(said === undefined ? null : refusal(said))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void Promise.resolve(answer((deliveries += 1))).then((said) => {
          if (said === '250') sources.push(Buffer.concat(chunks).toString('utf8'))
          done(said === '250' ? null : refusal(said))
        })
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.server.address() as AddressInfo).port
  world = await AuthWorld.open({ SMTP_URL: `smtp://127.0.0.1:${port}`, WEB_ORIGIN: 'http://127.0.0.1:3000' })
}, 60_000)
beforeEach(() => {
  answer = () => '250'
  sources = []
  deliveries = 0
  world.service.registry.resetMetrics()
})
afterEach(() => world.rows('DELETE FROM mail'))
afterAll(async () => {
  await world.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const context = () => world.service.context
/** Queues a code as a request does. */
async function queueCode(to = 'player@example.in', kind: 'signup' | 'reset' = 'signup'): Promise<void> {
  const letter = { kind, to, language: 'en', code: '123456' } as const
  await context().outbox.add(context().db, kind, letter)
  context().outbox.wake()
}
const queueNotice = (to: string, id?: string) =>
  context().outbox.add(context().db, 'notice', { kind: 'password_changed', to, language: 'en' }, { id })

async function counted(): Promise<Record<string, number>> {
  const metric = await world.service.registry.getSingleMetric('auth_mails_total')?.get()
  const values = metric?.values.filter(({ value }) => value > 0) ?? []
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}
const isCounted = (outcome: string, times: number) =>
  eventually(`${times} mails are ${outcome}`, async () => (await counted())[outcome] === times)

describe('a mail', () => {
  it('has sender, receiver, subject, a text and an HTML part, each with the code', async () => {
    await queueCode()
    const source = await eventually('the mail arrives', () => sources[0])
    const read = await PostalMime.parse(source)
    expect(read.from).toMatchObject({ name: 'Kismet', address: 'no-reply@example.in' })
    expect(read.to).toMatchObject([{ address: 'player@example.in' }])
    expect(read.subject).toBe('Your Kismet sign-up code')
    expect(read.text?.match(/\d{6}/g)).toEqual(['123456'])
    expect(read.html).toContain('>123456<')
    await isCounted('sent', 1)
  })

  it('is retried until the server accepts it', async () => {
    answer = (delivery) => (delivery < 3 ? '451' : '250')
    await queueCode()
    await isCounted('retried', 1)
    world.clock.advance(1_000)
    await isCounted('retried', 2)
    world.clock.advance(4_000)
    await isCounted('sent', 1)
    expect(deliveries).toBe(3)
  })

  it.each([
    { to: unknown, why: 'the mailbox does not exist', outcome: 'refused' },
    { to: denied, why: 'the server refuses all mails of ours', outcome: 'retried' },
  ])('is $outcome when $why', async ({ to, outcome }) => {
    await queueCode(to)
    await isCounted(outcome, 1)
    expect(await counted()).toEqual({ [outcome]: 1 })
  })

  it('is dropped when its code has expired', async () => {
    answer = () => '451'
    await queueCode()
    await isCounted('retried', 1)
    world.clock.advance(limits.otp.lifetimeMs)
    await isCounted('too_late', 1)
    expect(deliveries).toBe(1)
  })

  it('does not hold up the others', async () => {
    const held = Promise.withResolvers<string>()
    answer = (delivery) => (delivery === 1 ? held.promise : '250')
    for (let count = 0; count < 10; count += 1) await queueCode(`player-${count}@example.in`)
    await eventually('nine mails arrive', () => sources.length === 9)
    held.resolve('250')
    await eventually('all mails arrive', () => sources.length === 10)
  })

  it('with a code leaves before notices, and a code of an account before one of a sign-up', async () => {
    const held = Promise.withResolvers<string>()
    answer = () => held.promise
    for (let count = 0; count < 8; count += 1) await queueNotice('notice@example.in')
    await eventually('the server has four', () => deliveries === 4)
    for (let count = 0; count < 4; count += 1) await queueCode(`signup-${count}@example.in`)
    await queueCode('reset@example.in', 'reset')
    answer = () => '250'
    held.resolve('250')
    await eventually('all mails arrive', () => sources.length === 13)
    const order = sources.slice(4).map((source) => /To: (reset|signup|notice)/.exec(source)?.[1])
    // The last code may be claimed together with three notices.
    expect(order.slice(0, 8).filter((kind) => kind !== 'notice')).toHaveLength(5)
    expect(order.slice(0, 4)).toContain('reset')
  })

  it('waits encrypted, and leaves after a restart, once, whichever replica sends it', async () => {
    answer = () => '451'
    await queueCode('later@example.in')
    await isCounted('retried', 1)
    const [row] = await world.rows<{ sealed: Buffer }>('SELECT * FROM mail')
    expect(JSON.stringify(row)).not.toContain('later@')
    expect(row?.sealed.toString('latin1')).not.toContain('123456')
    await world.service.stop()
    answer = () => '250'
    world.clock.advance(60_000)
    world.service = await world.startReplica()
    const other = await world.startReplica()
    await eventually('the mail arrives', () => sources.length === 1)
    await eventually(
      'it has ended',
      async () => (await world.rows('SELECT 1 FROM mail WHERE sealed IS NOT NULL')).length === 0,
    )
    await other.stop()
    expect(sources).toHaveLength(1)
  }, 30_000)

  it('goes to no server of a network that does not encrypt', async () => {
    // This address reaches the same server and counts as a foreign one.
    const abroad = openSmtp(`smtp://0.0.0.0:${port}?ignoreTLS=true`, 'no-reply@example.in')
    await expect(abroad.send({ to: 'a@example.in', subject: '', text: '', html: '' })).rejects.toThrow(
      /: 50\d \(STARTTLS\)$/,
    )
    expect(deliveries).toBe(0)
    abroad.close()
  })
})
