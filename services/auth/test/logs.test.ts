import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@kismet/service-kit/logger'
import { commandFailed, needed, openForCommands } from '@kismet/service-kit/redis'
import { eventually } from '@kismet/test-env/eventually'
import { startTestRedis } from '@kismet/test-env/test-servers'
import type { TestRedis } from '@kismet/test-env/test-servers'
import { SMTPServer } from 'smtp-server'
import { writeMail } from '../src/domain/letters.ts'
import { openSmtp } from '../src/mail/smtp.ts'

const lines: string[] = []
const log = createLogger('auth', 'info', { write: (line) => void lines.push(line) })
beforeEach(() => {
  lines.length = 0
})

describe('the log of a mail that was not sent', () => {
  const recipient = 'somebody@example.in'

  it.each([
    { what: 'its recipient', refuses: 'RCPT' },
    { what: 'its content', refuses: 'DATA' },
  ])('names neither the recipient nor the code when the server refuses $what', async ({ refuses }) => {
    const words = `5.1.1 <${recipient}> is not known here, nor is 123456`
    const refusal = Object.assign(new Error(words), { responseCode: 550 })
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refuses === 'RCPT' ? refusal : null),
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal))
      },
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const smtp = openSmtp(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'no-reply@example.in')
    const mail = { to: recipient, ...writeMail({ kind: 'signup', code: '123456', language: 'en' }) }
    await smtp.send(mail).catch((error: unknown) => log.error({ err: error }, 'failed'))
    const text = lines.join('')
    expect(text).toContain('did not accept a mail: 550')
    expect(text).not.toContain(recipient)
    expect(text).not.toContain('123456')
    smtp.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
})

describe('the log of a Redis command that failed', () => {
  const secret = 'session-0190-or-the-hash-of-a-code'
  let server: TestRedis
  beforeAll(async () => {
    server = await startTestRedis()
  })
  afterAll(() => server.remove())

  it.each([
    { what: 'a command that Redis does not know', words: ['NOSUCH', secret] },
    { what: 'a key of another type', words: ['LPUSH', 'kept', secret] },
    { what: 'a script that fails', words: ['EVAL', `return redis.call('GET', ARGV[1], 1)`, '0', secret] },
  ])('has its name and none of its arguments: $what', async ({ words }) => {
    const redis = await openForCommands(server.url, log, 'test', 1_000)
    await redis.set('kept', 'text')
    const [command = '', ...args] = words
    await expect(needed(redis, redis.call(command, ...args))).rejects.toMatchObject({ code: 'unavailable' })
    redis.disconnect()
    await once(redis, 'end')
    const [line = ''] = lines
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'ReplyError', message: expect.stringMatching(`^${command}: [A-Z]+$`) },
    })
    expect(lines.join('')).not.toContain(secret)
  })

  it('is one line when Redis goes and one when it is back, however many commands have failed', async () => {
    const own = await startTestRedis()
    const redis = await openForCommands(own.url, log, 'test', 1_000)
    await own.stop()
    // Who tells of it first, the connection or a command on it, is chance.
    await eventually('it is gone', () => lines.length > 0)
    for (let tries = 0; tries < 20; tries += 1)
      await expect(needed(redis, redis.get('any'))).rejects.toMatchObject({ code: 'unavailable' })
    for (let tries = 0; tries < 5; tries += 1)
      await redis.get('any').catch((error: unknown) => commandFailed(redis, error))
    await own.start()
    await eventually('it is back', () => lines.length > 1)
    await needed(redis, redis.get('any'))
    redis.disconnect()
    await once(redis, 'end')
    await own.remove()
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told.slice(0, 2)).toMatchObject([
      { msg: 'Redis connection lost; reconnecting', connection: 'test' },
      { msg: 'Redis connection recovered', connection: 'test' },
    ])
    // The third is the end that the test has brought about.
    expect(told).toHaveLength(3)
  }, 30_000)
})

it('an error is logged with its stack, its code and its causes, and with nothing else that hangs on it', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(a@example.in)' })
  const error = new AggregateError([new Error('one'), 'no error'], 'both failed', { cause })
  log.error({ err: error }, 'failed')
  const { err } = JSON.parse(lines.join('')) as { err: Record<string, unknown> }
  expect(err).toEqual({
    type: 'AggregateError',
    message: 'both failed',
    stack: expect.stringContaining('logs.test.ts'),
    cause: { type: 'Error', message: 'duplicate key', code: '23505', stack: expect.any(String) },
    errors: [
      { type: 'Error', message: 'one', stack: expect.any(String) },
      { type: 'string', message: 'something that is no error was thrown' },
    ],
  })
})
