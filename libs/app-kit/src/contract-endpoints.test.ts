import { describe, expect, it } from '@jest/globals'
import { getBalance, getSiteMaintenance, login, paise, playDice } from '@kismet/contracts'
import { refusal } from './call-error.ts'
import type { CallResult } from './call.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { FakeGateway, ok, refuse } from './testing/fake-gateway.ts'
import type { Reply } from './testing/fake-gateway.ts'

const id = '01940000-0000-7000-8000-000000000001'
const api = { getState: () => undefined, dispatch: (action: unknown) => action, signal: new AbortController().signal }

/** An app with a session, and a gateway whose answer the test holds back until the session is another one. */
function appWith(reply: Reply<typeof getBalance>): {
  log: unknown[]
  /** A call that no endpoint makes is refused. */
  refuseUpload: (beforeAnswer: () => void) => Promise<unknown>
  login: (token: string) => void
  read: (beforeAnswer: () => void) => Promise<CallResult<unknown>>
} {
  const log: unknown[] = []
  const gateway = new FakeGateway()
  let token: string | null = 'first'
  let epoch = 1
  const { fromContract, inSession } = contractEndpoints({
    epochOf: () => ({ token, epoch }),
    endsSession: (_, error) => error.status === 401,
    end: () => {
      log.push('ended')
      token = null
      epoch += 1
    },
    answered: (answer) => log.push(answer),
  })
  return {
    log,
    refuseUpload: (beforeAnswer) =>
      inSession('upload', api as never, (sentWith) => {
        log.push(sentWith)
        beforeAnswer()
        return Promise.resolve({ error: refusal(401, {}, null) })
      }),
    login: (next) => {
      token = next
      epoch += 1
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
  const unauthenticated = refuse('unauthenticated', 'Please log in.')
  const balance = ok({ balance: 10, balanceSeq: 3, netResult: -2 })

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

  it('of a call that no endpoint makes is judged by the same rule', async () => {
    const app = appWith(unauthenticated)
    await app.refuseUpload(() => app.login('second'))
    expect(app.log).toEqual(['first'])
    await app.refuseUpload(() => undefined)
    expect(app.log).toEqual(['first', 'second', 'ended'])
  })

  it('is not waited for in another session: a call that failed in the one before is not sent again with the new token', async () => {
    const gateway = new FakeGateway()
    const tokens: (string | null)[] = []
    let now = { token: 'first', epoch: 1 }
    const { fromContract } = contractEndpoints({ epochOf: () => now, endsSession: () => false, end: () => undefined })
    gateway.answer(getBalance, ({ headers }) => {
      tokens.push(headers.get('Authorization'))
      return null
    })
    const retryAfterMs = (): number => {
      now = { token: 'second', epoch: 2 }
      return 0
    }
    const { queryFn } = fromContract(getBalance, { retryAfterMs })
    expect(await queryFn({}, api as never)).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(tokens).toEqual(['Bearer first'])
  })

  it('of a login is nobody’s when another tab has logged in meanwhile, though it had no token', async () => {
    const gateway = new FakeGateway()
    let now: { token: string | null; epoch: number } = { token: null, epoch: 0 }
    const { fromContract } = contractEndpoints({ epochOf: () => now, endsSession: () => false, end: () => undefined })
    gateway.answer(login, () => {
      now = { token: 'of another tab', epoch: 1 }
      return ok({
        message: '',
        token: 't',
        user: { _id: id, email: 'a@b.in', language: 'en', balance: 0, balanceSeq: 0, netResult: 0 },
      })
    })
    const { queryFn } = fromContract(login)
    expect(await queryFn({ email: 'a@b.in', password: 'p' }, api as never)).toMatchObject({
      error: { code: 'unauthenticated' },
    })
  })

  it('that anybody may read outlives a login', async () => {
    const gateway = new FakeGateway()
    let epoch = 0
    const { fromContract } = contractEndpoints({
      epochOf: () => ({ token: null, epoch }),
      endsSession: () => false,
      end: () => undefined,
    })
    gateway.answer(getSiteMaintenance, () => {
      epoch += 1
      return ok({ siteMaintenance: true })
    })
    const { queryFn } = fromContract(getSiteMaintenance)
    expect(await queryFn({}, api as never)).toMatchObject({ data: { siteMaintenance: true } })
  })

  it('is told', async () => {
    const app = appWith(balance)
    expect(await app.read(() => undefined)).toMatchObject({ data: { balance: 1_000, balanceSeq: 3 } })
    expect(app.log).toEqual([{ balance: 1_000, balanceSeq: 3, netResult: -200 }])
  })

  it('that has been replaced is kept from the new one', async () => {
    const app = appWith(balance)
    expect(await app.read(() => app.login('second'))).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(app.log).toEqual([])
  })
})

it.each([{ replayed: false }, { replayed: true }])(
  'a money endpoint says whether its answer is an earlier one again: $replayed',
  async ({ replayed }) => {
    const gateway = new FakeGateway()
    const { fromMoneyContract } = contractEndpoints({
      epochOf: () => ({ token: 'token', epoch: 1 }),
      endsSession: () => false,
      end: () => false,
    })
    const seal = { serverSeedHash: 'a'.repeat(64), nonce: 1 }
    const seeds = { betId: id, version: '1', serverSeed: 'b'.repeat(64), ...seal }
    const roll = { roll: 50, rollOver: 40, result: 'win' as const, multiplier: 1.65, payout: 165, netGain: 65 }
    const rest = {
      clientSeed: 'asha',
      next: seal,
      hash: seal.serverSeedHash,
      balance: 1,
      balanceSeq: 2,
      bonusReleased: false,
    }
    gateway.answer(playDice, () => ok({ ...seeds, ...roll, ...rest }, { replayed }))
    const intent = { input: { betAmount: paise(10_000), rollOver: 40 }, idempotencyKey: 'key-number-1' }
    expect(await fromMoneyContract(playDice).queryFn(intent, api as never)).toMatchObject({ data: { replayed } })
  },
)
