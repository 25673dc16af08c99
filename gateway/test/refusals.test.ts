import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Refusal } from '@kismet/service-kit/refusal'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { ask, expectFailure, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'

let network: Network
let gateway: RunningGateway
let player: TestPlayer
let admin: TestAdmin
let auditor: TestAdmin

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway()
  player = await network.player()
  admin = await network.admin()
  auditor = await network.admin('auditor')
})

beforeEach(() => {
  network.behind.diceRefusal = undefined
})

afterAll(() => network.close())

describe('the order of refusals', () => {
  const valid = JSON.stringify({ betAmount: 100.5, rollOver: 50.5 })
  const claims = { sub: '01890000-0000-7000-8000-000000000001', sid: '01890000-0000-7000-8000-000000000002' }
  it.each([
    { first: 'unauthenticated', body: '{', token: 'none', refusal: 'insufficient_balance' },
    { first: 'unauthenticated', body: '{', token: 'dead', refusal: 'insufficient_balance' },
    { first: 'invalid_request', body: '{', token: 'player', refusal: 'insufficient_balance' },
    { first: 'invalid_request', body: '{', token: 'player', refusal: 'maintenance' },
    { first: 'unauthenticated', body: valid, token: 'none', refusal: 'insufficient_balance' },
    { first: 'unauthenticated', body: valid, token: 'rubbish', refusal: 'insufficient_balance' },
    { first: 'unauthenticated', body: valid, token: 'admin', refusal: 'insufficient_balance' },
    { first: 'unauthenticated', body: valid, token: 'ended', refusal: 'insufficient_balance' },
    { first: 'unauthenticated', body: valid, token: 'dead', refusal: 'insufficient_balance' },
    { first: 'maintenance', body: valid, token: 'player', refusal: 'maintenance' },
    { first: 'commitment_changed', body: valid, token: 'player', refusal: 'commitment_changed' },
    { first: 'insufficient_balance', body: valid, token: 'player', refusal: 'insufficient_balance' },
  ] as const)('$first (token: $token)', async ({ first, body, token, refusal }) => {
    const tokens = {
      none: undefined,
      rubbish: 'a.b.c',
      admin: admin.token,
      ended: network.tokens.sign({ ...claims, aud: 'player' }, -10),
      dead: network.tokens.player().token,
      player: player.token,
    }
    network.behind.diceRefusal = Refusal.read(refusal, undefined, { balance: 0 })
    expectFailure(await post(`${gateway.url}/api/dice/play`, body, { token: tokens[token] }), first)
  })

  const decision = JSON.stringify({ status: 'approved' })
  it.each([
    { first: 'unauthenticated', body: '{}', who: 'nobody' },
    { first: 'forbidden', body: '{}', who: 'auditor' },
    { first: 'invalid_request', body: '{}', who: 'owner' },
    { first: 'unauthenticated', body: decision, who: 'nobody' },
    { first: 'unauthenticated', body: decision, who: 'player' },
    { first: 'forbidden', body: decision, who: 'auditor' },
    { first: 'not_found', body: decision, who: 'owner' },
  ] as const)('$first ($who on a route for owners and cashiers)', async ({ first, body, who }) => {
    const token = { nobody: undefined, player: player.token, auditor: auditor.token, owner: admin.token }[who]
    const url = `${gateway.url}/api/admin/deposit-request/01890000-0000-7000-8000-000000000009`
    const answer = await post(url, body, { method: 'PATCH', token })
    expectFailure(answer, first)
    if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('lets all through during maintenance: a bet, too, whose service knows what stands under its key', async () => {
    await network.setMaintenance(gateway, true)
    expect((await post(`${gateway.url}/api/dice/play`, valid, { token: player.token })).status).toBe(200)
    expect((await ask(`${gateway.url}/api/user/balance`, { token: player.token })).status).toBe(200)
    const seed = { method: 'PUT', token: player.token }
    expect((await post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 'mine' }, seed)).status).toBe(200)
  })
})
