import { describe, expect, it } from '@jest/globals'
import {
  adminGetDepositProof,
  adminLogin,
  getBalance,
  getSiteMaintenance,
  listDeposits,
  playDice,
  postDeposit,
  resendOtp,
} from '@kismet/contracts'
import { call } from '../call.ts'
import { FakeGateway, ok, picture, refuse, strange } from './fake-gateway.ts'

const standing = { balance: 10, balanceSeq: 3, netResult: -2 }

/** `make check` compiles this file: what is marked must not compile, and all else must. */
function replies(gateway: FakeGateway): void {
  gateway.answer(getBalance, () => ok(standing))
  // @ts-expect-error a field is missing
  gateway.answer(getBalance, () => ok({ balance: 10, balanceSeq: 3 }))
  // @ts-expect-error the wire has numbers
  gateway.answer(getBalance, () => ok({ ...standing, balance: '10' }))
  gateway.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
  // @ts-expect-error a picture is no list
  gateway.answer(listDeposits, () => picture('image/jpeg'))
  gateway.answer(adminGetDepositProof, () => picture('image/jpeg'))
  // @ts-expect-error proofs are JPEG
  gateway.answer(adminGetDepositProof, () => picture('image/png'))

  gateway.answer(playDice, () => refuse('commitment_changed'))
  gateway.answer(playDice, () => refuse('maintenance'))
  gateway.answer(playDice, () => refuse('unauthenticated'))
  // @ts-expect-error a bet has no UTR
  gateway.answer(playDice, () => refuse('duplicate_utr'))
  gateway.answer(postDeposit, () => refuse('duplicate_utr'))
  gateway.answer(getSiteMaintenance, () => refuse('unavailable'))
  // @ts-expect-error anyone may ask
  gateway.answer(getSiteMaintenance, () => refuse('unauthenticated'))
  // @ts-expect-error it is asked during maintenance
  gateway.answer(getSiteMaintenance, () => refuse('maintenance'))
  gateway.answer(adminLogin, () => refuse('invalid_credentials'))
  // @ts-expect-error admins have no e-mail
  gateway.answer(adminLogin, () => refuse('email_not_verified'))
  // @ts-expect-error no refusal of this name
  gateway.answer(adminLogin, () => refuse('bad_luck'))
}

describe('the gateway of tests', () => {
  const sent = async (path: string, method = 'GET') => {
    const response = await fetch(path, { method })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  it('takes what its types take, and sends nothing by that', () => {
    const gateway = new FakeGateway()
    replies(gateway)
    expect(gateway.sent).toEqual([])
  })

  it('answers in the form of the real one', async () => {
    const gateway = new FakeGateway()
    gateway.answer(getBalance, () => ok(standing, { replayed: true }))
    gateway.answer(resendOtp, () =>
      refuse('too_many_requests', 'Please wait.', { params: { retryAfterMs: 17_000 }, retryAfterSeconds: 17 }),
    )
    const balance = await sent(getBalance.route.path)
    expect(JSON.parse(balance.body)).toEqual({ success: true, ...standing })
    expect(balance.headers.get('Idempotency-Replayed')).toBe('true')
    const { status, headers, body } = await sent(resendOtp.route.path, 'POST')
    expect([status, headers.get('Retry-After')]).toEqual([429, '17'])
    const params = { retryAfterMs: 17_000 }
    expect(JSON.parse(body)).toEqual({ success: false, code: 'too_many_requests', message: 'Please wait.', params })
  })

  it('is a network as well: a proxy may answer, and nobody', async () => {
    const gateway = new FakeGateway()
    gateway.answer(getBalance, () => strange(502))
    expect(await sent(getBalance.route.path)).toMatchObject({ status: 502 })
    gateway.answer(getBalance, () => null)
    await expect(sent(getBalance.route.path)).rejects.toThrow('fetch failed')
    expect((await sent('/api/elsewhere')).status).toBe(404)
  })
})

describe('what a test leaves behind', () => {
  let former: FakeGateway

  it('begins a call at its end, of whose answer another comes', () => {
    former = new FakeGateway()
    void call(getSiteMaintenance, {}, { token: null }).then(() => call(getBalance, {}, { token: 'token' }))
  })

  it('is sent to its own gateway', () => {
    const gateway = new FakeGateway()
    expect(former.sent.map(({ path }) => path)).toEqual([getSiteMaintenance.route.path, getBalance.route.path])
    expect(gateway.sent).toEqual([])
  })
})
