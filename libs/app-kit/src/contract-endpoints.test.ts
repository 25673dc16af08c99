import { describe, expect, it } from '@jest/globals'
import { getBalance, paise, playDice } from '@kismet/contracts'
import { refusal } from './call-error.ts'
import type { CallResult } from './call.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { FakeGateway, ok, refuse } from './testing/fake-gateway.ts'
import type { Reply } from './testing/fake-gateway.ts'

const api = { getState: () => undefined, dispatch: (action: unknown) => action, signal: new AbortController().signal }

/** An app with a session, and a gateway whose answer the test holds back until the session is another one. */
function appWith(reply: Reply): {
  log: unknown[]
  /** A call that no endpoint makes is refused, in a session of this token. */
  refuseUpload: (token: string) => void
  login: (token: string) => void
  read: (beforeAnswer: () => void) => Promise<CallResult<unknown>>
} {
  const log: unknown[] = []
  const gateway = new FakeGateway()
  let token: string | null = 'first'
  const { fromContract, endSessionIfOver } = contractEndpoints({
    tokenOf: () => token,
    endsSession: (_, error) => error.status === 401,
    end: () => {
      log.push('ended')
      token = null
    },
    answered: (answer) => log.push(answer),
  })
  return {
    log,
    refuseUpload: (of) => endSessionIfOver('upload', refusal(401, {}, null), of, api as never),
    login: (next) => {
      token = next
    },
    read: (beforeAnswer) => {
      gateway.answer(getBalance, () => {
        beforeAnswer()
        return reply
      })
      return fromContract(getBalance).queryFn({}, api as never)
    },
  }
}

describe('an answer to a session', () => {
  const unauthenticated = refuse(401, 'unauthenticated', 'Please log in.')
  const balance = ok({ balance: 10, balanceSeq: 3 })

  it('ends it with a 401', async () => {
    const app = appWith(unauthenticated)
    expect(await app.read(() => undefined)).toMatchObject({ error: { status: 401, message: 'Please log in.' } })
    expect(app.log).toEqual(['ended'])
  })

  it('that has been replaced by a new login does not end the new one with its 401', async () => {
    const app = appWith(unauthenticated)
    expect(await app.read(() => app.login('second'))).toMatchObject({ error: { status: 401 } })
    expect(app.log).toEqual([])
  })

  it('of a call that no endpoint makes is judged by the same rule', () => {
    const app = appWith(unauthenticated)
    app.login('second')
    app.refuseUpload('first')
    expect(app.log).toEqual([])
    app.refuseUpload('second')
    expect(app.log).toEqual(['ended'])
  })

  it('is told', async () => {
    const app = appWith(balance)
    expect(await app.read(() => undefined)).toMatchObject({ data: { balance: 1_000, balanceSeq: 3 } })
    expect(app.log).toEqual([{ balance: 1_000, balanceSeq: 3 }])
  })

  it('that has been replaced is kept from the new one', async () => {
    const app = appWith(balance)
    expect(await app.read(() => app.login('second'))).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(app.log).toEqual([])
  })
})

it.each([
  { header: {}, replayed: false },
  { header: { 'Idempotency-Replayed': 'true' }, replayed: true },
])('a money endpoint says whether its answer is an earlier one again: $replayed', async ({ header, replayed }) => {
  const gateway = new FakeGateway()
  const { fromMoneyContract } = contractEndpoints({
    tokenOf: () => 'token',
    endsSession: () => false,
    end: () => false,
  })
  const seal = { serverSeedHash: 'a'.repeat(64), nonce: 1 }
  const seeds = { betId: '01940000-0000-7000-8000-000000000001', version: '1', serverSeed: 'b'.repeat(64), ...seal }
  const roll = { roll: 50, rollOver: 40, result: 'win', multiplier: 1.65, payout: 165, netGain: 65 }
  const rest = {
    clientSeed: 'asha',
    next: seal,
    hash: seal.serverSeedHash,
    balance: 1,
    balanceSeq: 2,
    bonusReleased: false,
  }
  const body = { success: true, ...seeds, ...roll, ...rest }
  gateway.answer(playDice, () => ({ status: 200, body, headers: header }))
  const intent = { input: { betAmount: paise(10_000), rollOver: 40 }, idempotencyKey: 'key-number-1' }
  expect(await fromMoneyContract(playDice).queryFn(intent, api as never)).toMatchObject({ data: { replayed } })
})
