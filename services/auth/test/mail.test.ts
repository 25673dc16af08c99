import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { codeMail } from '../src/domain/code-mail.ts'
import { MailQueue } from '../src/mail/mail-queue.ts'
import { openSmtp } from '../src/mail/smtp.ts'
import type { Smtp } from '../src/mail/smtp.ts'
import type { MailOutcome } from '../src/telemetry.ts'

/** A mail server that answers each delivery as the test says; '250' accepts it. */
let answer: (delivery: number) => string | Promise<string>
let sources: string[]
let deliveries: number
let server: SMTPServer
let smtp: Smtp
let queue: MailQueue
let outcomes: MailOutcome[]
let clock: TestClock
const blocked = 'blocked@example.in'
const blockedLate = 'blocked-late@example.in'

beforeEach(async () => {
  answer = () => '250'
  sources = []
  deliveries = 0
  outcomes = []
  clock = new TestClock(systemClock.now())
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _session, done) => done(address === blocked ? new Error('blocked') : null),
    // As Postfix does: what it has against client and sender it says to the recipient.
    onRcptTo(_recipient, { envelope: { mailFrom } }, done) {
      const isBlocked = mailFrom !== false && mailFrom.address === blockedLate
      done(isBlocked ? Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 }) : null)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void Promise.resolve(answer((deliveries += 1))).then((said) => {
          if (said === '250') sources.push(Buffer.concat(chunks).toString('utf8'))
          const refusal = Object.assign(new Error(`${said.slice(4)} as said`), {
            responseCode: Number(said.slice(0, 3)),
          })
          done(said === '250' ? null : refusal)
        })
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  smtp = openSmtp(`smtp://127.0.0.1:${port}`, 'Kismet <no-reply@example.in>')
  queue = queueOf(smtp)
})

const queueOf = ({ send }: Smtp) =>
  new MailQueue({ send, clock, log: testLogger('mail'), count: (outcome) => outcomes.push(outcome) })

afterEach(async () => {
  await queue.stop(100)
  smtp.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const mail = (to = 'player@example.in') => ({
  to,
  ...codeMail('signup', '123456', 'en', 'http://127.0.0.1:3000'),
  uselessAfterMs: clock.now() + 60_000,
  tag: 'test',
})

describe('a mail', () => {
  it('arrives whole: sender, receiver, subject, a text and an HTML part, each with the code', async () => {
    queue.add('code', mail())
    const source = await eventually('the mail arrives', () => sources[0])
    const read = await PostalMime.parse(source)
    expect(read.from).toMatchObject({ name: 'Kismet', address: 'no-reply@example.in' })
    expect(read.to).toMatchObject([{ address: 'player@example.in' }])
    expect(read.subject).toBe('Your Kismet sign-up code')
    expect(read.text?.match(/\d{6}/g)).toEqual(['123456'])
    expect(read.html).toContain('>123456<')
    await eventually('it is counted', () => outcomes.length === 1)
    expect(outcomes).toEqual(['sent'])
  })

  it('is tried again when the server cannot take it now', async () => {
    answer = (delivery) => (delivery < 3 ? '451' : '250')
    queue.add('code', mail())
    await eventually('the mail arrives', () => sources.length === 1)
    await eventually('it is counted', () => queue.size === 0)
    expect(outcomes).toEqual(['retried', 'retried', 'sent'])
  })

  it('is not tried again when its mailbox will never take it', async () => {
    answer = () => '550 5.1.1'
    queue.add('code', mail())
    await eventually('it is given up', () => queue.size === 0)
    expect(outcomes).toEqual(['refused'])
    expect(deliveries).toBe(1)
  })

  it.each([
    { by: 'a server', said: '451', each: 'retried', ended: 'too_late' },
    { by: 'a server that refuses all', said: '554 5.7.1', each: 'retried', ended: 'too_late' },
    { by: 'its mailbox', said: '452 4.2.2', each: 'put_off', ended: 'refused' },
  ] as const)('that $by puts off until its code has ended was $ended once', async ({ said, each, ended }) => {
    answer = () => said
    queue.add('code', mail())
    await eventually('it is tried again', () => outcomes.length === 2)
    clock.advance(60_000)
    await eventually('it is dropped', () => queue.size === 0)
    expect(outcomes).toEqual([each, each, ended])
  })

  it('is dropped when its code has ended', async () => {
    queue.add('code', mail())
    clock.advance(60_000)
    await eventually('it is dropped', () => queue.size === 0)
    expect(outcomes).toEqual(['too_late'])
    expect(deliveries).toBe(0)
  })

  it.each([
    { what: 'is taken', said: '250', outcome: 'settled', counted: 'sent' },
    { what: 'will never be taken by its mailbox', said: '550 5.1.1', outcome: 'settled', counted: 'refused' },
    { what: 'is not taken now', said: '451', outcome: 'not taken', counted: 'retried' },
    { what: 'is not taken by its mailbox now', said: '452 4.2.2', outcome: 'not taken', counted: 'put_off' },
    { what: 'is refused without a word of why', said: '550', outcome: 'not taken', counted: 'retried' },
    { what: 'is refused as all of ours are', said: '554 5.7.1', outcome: 'not taken', counted: 'retried' },
  ] as const)('that $what is $outcome for who asks again', async ({ said, outcome, counted }) => {
    answer = () => said
    expect(await queue.sendNow(mail())).toBe(outcome)
    expect(outcomes).toEqual([counted])
    expect(deliveries).toBe(1)
  })

  it.each([
    // Comes to the same server, and is no address of this machine alone.
    { what: 'does not encrypt', url: 'smtp://0.0.0.0', from: 'no-reply@example.in' },
    { what: 'knows no such login', url: 'smtp://auth:expired@127.0.0.1', from: 'no-reply@example.in' },
    { what: 'takes nothing from us', url: 'smtp://127.0.0.1', from: blocked },
    { what: 'takes nothing from us, and says so to the recipient', url: 'smtp://127.0.0.1', from: blockedLate },
  ])('is asked for again where the server $what: another mail would fare no better', async ({ url, from }) => {
    const { port } = server.server.address() as AddressInfo
    const relay = openSmtp(`${url}:${port}`, from)
    expect(await queueOf(relay).sendNow(mail())).toBe('not taken')
    expect(outcomes).toEqual(['retried'])
    expect(deliveries).toBe(0)
    relay.close()
  })

  it('of which the server says nothing may have been taken', async () => {
    answer = () => new Promise(() => undefined)
    const { port } = server.server.address() as AddressInfo
    const hasty = openSmtp(`smtp://127.0.0.1:${port}`, 'no-reply@example.in', 200)
    expect(await queueOf(hasty).sendNow(mail())).toBe('unclear')
    hasty.close()
  })

  it('goes to no server of a network that does not encrypt, whoever has seen to that', async () => {
    const { port } = server.server.address() as AddressInfo
    // Comes to the same server, and is no address of this machine alone.
    const abroad = openSmtp(`smtp://0.0.0.0:${port}?ignoreTLS=true`, 'no-reply@example.in')
    await expect(abroad.send(mail())).rejects.toMatchObject({
      code: 'ETLS',
      message: expect.stringMatching(/: 50\d \(STARTTLS\)$/),
    })
    expect(deliveries).toBe(0)
    abroad.close()
  })

  it('whose asker has given up is not sent: it is asked for again', async () => {
    const late = mail()
    clock.advance(60_000)
    expect(await queue.sendNow(late)).toBe('not taken')
    expect(deliveries).toBe(0)
  })

  it('does not hold up the others', async () => {
    const held = Promise.withResolvers<string>()
    answer = (delivery) => (delivery === 1 ? held.promise : '250')
    for (let count = 0; count < 10; count += 1) queue.add('code', mail(`player-${count}@example.in`))
    await eventually('nine mails arrive', () => sources.length === 9)
    held.resolve('250')
    await eventually('all mails arrive', () => sources.length === 10)
  })
})

describe('the queue', () => {
  it('takes no more than fits, and of sign-ups half of it', () => {
    answer = () => new Promise(() => undefined)
    while (queue.hasRoom('signup')) queue.add('code', mail())
    expect(queue.size).toBe(1_000)
    while (queue.hasRoom('reset')) queue.add('code', mail())
    expect(queue.size).toBe(2_000)
    expect(() => queue.add('code', mail())).toThrow('full')
  })

  it('has places for codes that no notices take, and for what is owed that neither takes', () => {
    answer = () => new Promise(() => undefined)
    while (queue.hasRoom('notice')) queue.add('notice', mail())
    expect(queue.size).toBe(1_000)
    expect(() => queue.add('notice', mail())).toThrow('full')
    // What still waits when the queue is stopped is taken back from who waits for it.
    while (queue.hasRoom('owed')) queue.sendNow(mail()).catch(() => undefined)
    expect(queue.size).toBe(2_000)
    while (queue.hasRoom('signup')) queue.add('code', mail())
    expect(queue.size).toBe(3_000)
    while (queue.hasRoom('reset')) queue.add('code', mail())
    expect(queue.size).toBe(4_000)
  })

  it('sends codes before notices that wait, and what is owed too', async () => {
    const held = Promise.withResolvers<string>()
    answer = () => held.promise
    for (let count = 0; count < 20; count += 1) queue.add('notice', mail('notice@example.in'))
    await eventually('the server has four', () => deliveries === 4)
    queue.add('code', mail('code@example.in'))
    const owed = queue.sendNow(mail('owed@example.in'))
    // A mail waits a little before it is one of those that wait for their turn.
    await delay(100)
    held.resolve('250')
    await owed
    await eventually('all mails arrive', () => sources.length === 22)
    const early = sources.slice(0, 10).join('')
    expect(early).toContain('To: code@example.in')
    expect(early).toContain('To: owed@example.in')
  })

  it('sends what it has before it stops, and takes nothing more', async () => {
    for (let count = 0; count < 10; count += 1) queue.add('code', mail())
    await queue.stop(10_000)
    expect(sources).toHaveLength(10)
    expect(queue.hasRoom('reset')).toBe(false)
  })

  it('does not wait for ever when it stops', async () => {
    answer = () => new Promise(() => undefined)
    queue.add('code', mail())
    await eventually('the server has it', () => deliveries === 1)
    await queue.stop(50)
    expect(outcomes).toEqual(['unsent_at_stop'])
  })
})
