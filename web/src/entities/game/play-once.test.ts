import type { CallError } from '@kismet/app-kit/call-error.ts'
import { refusal, unanswered } from '@kismet/app-kit/call-error.ts'
import { Hex64 } from '@kismet/contracts'
import { describe, expect, it } from '@jest/globals'
import { i18n } from '@kismet/ui/words/lingui.tsx'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Intent, PlayWorld } from './play-once.ts'
import { checkIntent, playOnce } from './play-once.ts'

interface Bet {
  betAmount: number
  rollOver: number
}
interface Answer {
  betId: string
}

const bet: Bet = { betAmount: 10_000, rollOver: 50.5 }
const refused = (status: number, code: CallError['code'], retryAfterSeconds: number | null = null): CallError =>
  refusal(status, { code }, retryAfterSeconds === null ? null : String(retryAfterSeconds))
const answer = { betId: 'bet' }

/** A server that answers what it is told to, in order; the last one again and again. */
function world(replies: ({ data: Answer } | { error: CallError })[]): PlayWorld<Bet, Answer> & {
  sent: Intent<Bet>[]
  waitedMs: number[]
  commitmentsRead: boolean[]
} {
  const sent: Intent<Bet>[] = []
  const waitedMs: number[] = []
  const commitmentsRead: boolean[] = []
  let keys = 0
  return {
    sent,
    waitedMs,
    commitmentsRead,
    readCommitment: (fresh) => {
      commitmentsRead.push(fresh)
      return Promise.resolve({ data: { serverSeedHash: (fresh ? 'b' : 'a').repeat(64), nonce: 7, clientSeed: 'asha' } })
    },
    send: (intent) => {
      sent.push(intent)
      return Promise.resolve(replies[Math.min(sent.length, replies.length) - 1] ?? { error: unanswered('network') })
    },
    wait: (delayMs) => {
      waitedMs.push(delayMs)
      return Promise.resolve()
    },
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    newKey: () => `key-number-${++keys}`,
  }
}

describe('playOnce', () => {
  it('sends the bet with the commitment it saw and a client seed made after that', async () => {
    const server = world([{ data: answer }])
    expect(await playOnce(bet, null, server)).toEqual({ answer })
    expect(server.sent[0]).toEqual({
      idempotencyKey: 'key-number-1',
      input: {
        betAmount: 10_000,
        rollOver: 50.5,
        clientSeed: expect.stringMatching(/^asha-[A-Za-z0-9]{16}$/),
        serverSeedHash: 'a'.repeat(64),
      },
    })
  })

  it('never uses a client seed or a key twice', async () => {
    const server = world([{ data: answer }])
    for (let play = 0; play < 50; play++) await playOnce(bet, null, server)
    expect(new Set(server.sent.map(({ input }) => input.clientSeed)).size).toBe(50)
    expect(new Set(server.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(50)
  })

  it.each([
    ['the network failed', unanswered('network')],
    ['no answer came in time', unanswered('timeout')],
    ['the answer could not be read', unanswered('malformed', 200)],
    ['the server failed', refused(500, 'internal')],
    ['a part was down', refused(503, 'unavailable')],
  ])('sends the very same intent again when %s', async (_, error) => {
    const server = world([{ error }, { error }, { data: answer }])
    expect(await playOnce(bet, null, server)).toEqual({ answer })
    expect(server.waitedMs).toEqual([1_000, 2_000])
    expect(server.sent[1]).toBe(server.sent[0])
    expect(server.sent[2]).toBe(server.sent[0])
  })

  it('gives up after three more tries and keeps the intent for the same bet', async () => {
    const lost = world([{ error: unanswered('network') }])
    const outcome = await playOnce(bet, null, lost)
    expect(lost.sent).toHaveLength(4)
    if (!('error' in outcome)) throw new Error('The play should have failed')
    expect(outcome.unresolved).toBe(lost.sent[0])

    const back = world([{ data: answer }])
    await playOnce(bet, outcome.unresolved, back)
    expect(back.sent).toEqual([lost.sent[0]])
    expect(back.commitmentsRead).toEqual([])

    const other = world([{ data: answer }])
    await playOnce({ ...bet, betAmount: 20_000 }, outcome.unresolved, other)
    expect(other.sent[0]).not.toBe(lost.sent[0])
    expect(other.commitmentsRead).toEqual([false])
  })

  it('reads a commitment that was used up again and plays anew, once', async () => {
    const server = world([{ error: refused(409, 'commitment_changed') }, { data: answer }])
    expect(await playOnce(bet, null, server)).toEqual({ answer })
    expect(server.commitmentsRead).toEqual([false, true])
    expect(server.sent[1]?.input.serverSeedHash).toBe('b'.repeat(64))
    expect(server.sent[1]?.input.clientSeed).not.toBe(server.sent[0]?.input.clientSeed)

    const stubborn = world([{ error: refused(409, 'commitment_changed') }])
    expect(await playOnce(bet, null, stubborn)).toMatchObject({
      error: { code: 'commitment_changed' },
      unresolved: null,
    })
    expect(stubborn.sent).toHaveLength(2)
  })

  it('waits as long as it is told when it was too fast, but not for long', async () => {
    const server = world([{ error: refused(429, 'too_many_requests', 2) }, { data: answer }])
    expect(await playOnce(bet, null, server)).toEqual({ answer })
    expect(server.waitedMs).toEqual([2_000])
    const slow = world([{ error: refused(429, 'too_many_requests', 60) }])
    expect(await playOnce(bet, null, slow)).toMatchObject({ unresolved: null })
    expect(slow.sent).toHaveLength(1)
  })

  it.each([
    refused(422, 'insufficient_balance'),
    refused(403, 'limit_reached'),
    refused(503, 'maintenance'),
    refused(401, 'unauthenticated'),
  ])('takes a refusal for an answer: $code', async (error) => {
    const server = world([{ error }])
    expect(await playOnce(bet, null, server)).toEqual({ error, unresolved: null })
    expect(server.sent).toHaveLength(1)
  })
})

describe('a play of which an earlier sending was not answered', () => {
  it.each([refused(429, 'too_many_requests', 60), refused(401, 'unauthenticated')])(
    'is not taken for refused by those who do not look which play it is: $code',
    async (error) => {
      const server = world([{ error: unanswered('timeout') }, { error }])
      expect(await playOnce(bet, null, server)).toEqual({ error, unresolved: server.sent[0] })
    },
  )

  it.each([refused(422, 'insufficient_balance'), refused(503, 'maintenance')])(
    'is refused by a refusal of itself: $code',
    async (error) => {
      const server = world([{ error: unanswered('timeout') }, { error }])
      expect(await playOnce(bet, null, server)).toEqual({ error, unresolved: null })
    },
  )
})

describe('checkIntent', () => {
  const intent: Intent<Bet> = {
    idempotencyKey: 'key-number-1',
    input: { ...bet, clientSeed: 'asha-1234567890123456', serverSeedHash: Hex64.parse('a'.repeat(64)) },
  }

  it('sends the very same intent until its answer comes', async () => {
    const server = world([
      { error: unanswered('network') },
      { error: refused(429, 'too_many_requests') },
      { data: answer },
    ])
    expect(await checkIntent(intent, server)).toEqual({ answer })
    expect(server.sent).toEqual([intent, intent, intent])
    expect(server.commitmentsRead).toEqual([])
  })

  it('ends with a refusal that says that nothing was booked', async () => {
    const error = refused(409, 'commitment_changed')
    const server = world([{ error }])
    expect(await checkIntent(intent, server)).toEqual({ error, unresolved: null })
    expect(server.sent).toHaveLength(1)
  })

  it.each([unanswered('network'), refused(401, 'unauthenticated')])(
    'never says that the bet does not count when nobody has said so: $kind',
    async (error) => {
      const outcome = await checkIntent(intent, world([{ error }]))
      if ('answer' in outcome) throw new Error('Nobody has answered')
      expect(outcome.unresolved).toEqual(intent)
      // The text follows a later change of the language.
      expect(outcome.says?.()).toMatch(/^We could not check your last bet/)
      i18n.setMessagesCompiler(() => ['in another one'])
      i18n.loadAndActivate({ locale: 'another', messages: {} })
      expect(outcome.says?.()).toBe('in another one')
      i18n.setMessagesCompiler((message) => compileMessage(message))
      i18n.activate('en')
    },
  )
})
