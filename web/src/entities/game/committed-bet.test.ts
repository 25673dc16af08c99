import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { refusal, unanswered } from '@kismet/app-kit/call-error.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { i18n } from '@kismet/ui/words/lingui.tsx'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Seeds } from './committed-bet.ts'
import { betOnCommitment, sendPatiently, unknownBetText } from './committed-bet.ts'

interface Answer {
  betId: string
}

const refused = (status: number, code: CallError['code'], retryAfterSeconds: number | null = null): CallError =>
  refusal(status, { code }, retryAfterSeconds === null ? null : String(retryAfterSeconds))
const data: Answer = { betId: 'bet' }
const lost = unanswered('timeout')

/** Orders on commitments, which get these ends, the last one again and again. */
function betting(ends: OrderOutcome<Answer>[], isFirst = true) {
  const ordered: Seeds[] = []
  const commitmentsRead: boolean[] = []
  const ended = betOnCommitment<Answer>({
    readCommitment: (fresh) => {
      commitmentsRead.push(fresh)
      return Promise.resolve({ data: { serverSeedHash: (fresh ? 'b' : 'a').repeat(64), nonce: 7, clientSeed: 'asha' } })
    },
    order: (seeds) => {
      ordered.push(seeds)
      return Promise.resolve(ends[Math.min(ordered.length, ends.length) - 1] ?? null)
    },
    isFirst: () => isFirst,
  })
  return { ended, ordered, commitmentsRead }
}
const usedUp: OrderOutcome<Answer> = { is: 'refused', error: refused(409, 'commitment_changed') }

describe('a bet on a commitment', () => {
  it('has the commitment that was seen and a client seed made after that', async () => {
    const { ended, ordered } = betting([{ is: 'done', data }])
    expect(await ended).toEqual({ is: 'done', data })
    expect(ordered).toEqual([
      { clientSeed: expect.stringMatching(/^asha-[A-Za-z0-9]{16}$/), serverSeedHash: 'a'.repeat(64) },
    ])
  })

  it('never uses a client seed twice', async () => {
    const all = Array.from({ length: 50 }, () => betting([{ is: 'done', data }]))
    await Promise.all(all.map(({ ended }) => ended))
    expect(new Set(all.map(({ ordered }) => ordered[0]?.clientSeed)).size).toBe(50)
  })

  it('reads a commitment that was used up again and orders anew, once', async () => {
    const once = betting([usedUp, { is: 'done', data }])
    expect(await once.ended).toEqual({ is: 'done', data })
    expect(once.commitmentsRead).toEqual([false, true])
    expect(once.ordered[1]?.serverSeedHash).toBe('b'.repeat(64))
    expect(once.ordered[1]?.clientSeed).not.toBe(once.ordered[0]?.clientSeed)

    const stubborn = betting([usedUp])
    expect(await stubborn.ended).toEqual(usedUp)
    expect(stubborn.ordered).toHaveLength(2)
  })

  it('is not ordered anew after its outcome was unknown', async () => {
    const checked = betting([usedUp], false)
    expect(await checked.ended).toEqual(usedUp)
    expect(checked.ordered).toHaveLength(1)
  })
})

describe('a bet that is sent', () => {
  const waits: number[] = []
  beforeEach(() => {
    waits.length = 0
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      waits.push(ms)
      run()
      return 0
    }) as unknown as typeof setTimeout)
  })
  afterEach(() => void jest.restoreAllMocks())

  /** Sends a bet to a server that answers this, the last answer again and again. */
  async function sent(...answers: (Answer | CallError)[]): Promise<{ end: OrderAnswer<Answer>; sends: number }> {
    let sends = 0
    const end = await sendPatiently<Answer>(() => {
      const answer = answers[Math.min(sends++, answers.length - 1)] ?? lost
      return Promise.resolve('kind' in answer ? { error: answer } : { data: answer })
    })
    return { end, sends }
  }

  it.each([
    ['the network failed', unanswered('network')],
    ['no answer came in time', lost],
    ['the answer could not be read', unanswered('malformed', 200)],
    ['the server failed', refused(500, 'internal')],
    ['a part was down', refused(503, 'unavailable')],
  ])('is sent again when %s', async (_, error) => {
    expect(await sent(error, error, data)).toEqual({ end: { data }, sends: 3 })
    expect(waits).toEqual([1_000, 2_000])
  })

  it('is unknown after three more tries', async () => {
    expect(await sent(lost)).toEqual({ end: { error: lost }, sends: 4 })
  })

  it('waits as long as it is told when it was too fast, but not for long', async () => {
    expect(await sent(refused(429, 'too_many_requests', 2), data)).toEqual({ end: { data }, sends: 2 })
    expect(waits).toEqual([2_000])
    expect(await sent(refused(429, 'too_many_requests', 60))).toMatchObject({
      sends: 1,
      end: { error: { status: 429 } },
    })
  })

  it.each([
    refused(422, 'insufficient_balance'),
    refused(403, 'limit_reached'),
    refused(503, 'maintenance'),
    refused(409, 'commitment_changed'),
  ])('is answered by a refusal: $code', async (error) => {
    expect(await sent(error)).toEqual({ end: { error }, sends: 1 })
    expect(await sent(lost, error)).toEqual({ end: { error }, sends: 2 })
  })

  it.each([refused(429, 'too_many_requests', 60), refused(401, 'unauthenticated')])(
    'stays unknown after a refusal that does not look which bet it is: $code',
    async (error) => expect(await sent(lost, error)).toEqual({ end: { error: lost }, sends: 2 }),
  )
})

it('the text about an unknown outcome follows a later change of the language', () => {
  expect(unknownBetText()).toMatch(/^We could not check your last bet/)
  i18n.setMessagesCompiler(() => ['in another one'])
  i18n.loadAndActivate({ locale: 'another', messages: {} })
  expect(unknownBetText()).toBe('in another one')
  i18n.setMessagesCompiler((message) => compileMessage(message))
  i18n.activate('en')
})
