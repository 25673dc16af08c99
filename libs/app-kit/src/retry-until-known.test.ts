import type { ErrorCode } from '@kismet/contracts'
import { describe, expect, it } from '@jest/globals'
import type { OrderAnswer } from './retry-until-known.ts'
import { retryUntilKnown } from './retry-until-known.ts'
import type { CallError } from './call-error.ts'
import { refusal, unanswered } from './call-error.ts'

const refused = (status: number, code: ErrorCode): CallError => refusal(status, { code }, null)

/** Answers in order, the last one again and again; and how long was waited before each, in ms. */
function answering(answers: OrderAnswer<string>[]) {
  const waitedMs: number[] = []
  const wait = (delayMs: number): Promise<void> => {
    waitedMs.push(delayMs)
    return Promise.resolve()
  }
  const ask = (): Promise<OrderAnswer<string>> =>
    Promise.resolve(answers[Math.min(waitedMs.length, answers.length) - 1] ?? { error: unanswered('network') })
  return { waitedMs, ask, wait }
}

describe('what became of an order', () => {
  it('is asked until its answer comes, whatever stands in between', async () => {
    const open = [
      unanswered('network'),
      unanswered('timeout'),
      unanswered('malformed', 200),
      refused(503, 'unavailable'),
      refused(429, 'too_many_requests'),
    ]
    const server = answering([...open.map((error) => ({ error })), { data: 'done' }])
    expect(await retryUntilKnown(server)).toEqual({ data: 'done' })
    expect(server.waitedMs).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  })

  it.each([
    ...[refused(409, 'already_decided'), refused(422, 'insufficient_balance'), refused(403, 'forbidden')],
    refused(503, 'maintenance'),
  ])('is known by a refusal that says that nothing was done: $code', async (error) => {
    const server = answering([{ error }])
    expect(await retryUntilKnown(server)).toEqual({ error, isOpen: false })
    expect(server.waitedMs).toHaveLength(1)
  })

  it('stays open when the session ends meanwhile, and is not asked any more', async () => {
    const error = refused(401, 'unauthenticated')
    const server = answering([{ error }])
    expect(await retryUntilKnown(server)).toEqual({ error, isOpen: true })
    expect(server.waitedMs).toHaveLength(1)
  })

  it('stays open after 20 minutes without an answer', async () => {
    const server = answering([{ error: unanswered('network') }])
    expect(await retryUntilKnown(server)).toMatchObject({ isOpen: true })
    expect(server.waitedMs).toHaveLength(240)
  })
})
