import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  getAccountStatement,
  getBetProof,
  getDiceCommitment,
  getLedgerState,
  getSlotsCommitment,
  listSlotsPlays,
  playSlots,
  setClientSeed,
} from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor
let asha: PlayerActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
  asha = await casino.player()
  await fund(asha, owner, 10_000)
})
afterAll(() => casino.close())

const inPaise = (rupees: number) => Math.round(rupees * 100)

describe('a player of Slots', () => {
  it('spins with a fresh seed under the seal that they saw, once, however often the spin is sent', async () => {
    await asha.api.must(setClientSeed, { clientSeed: 'asha-lotus' })
    const dice = await asha.api.must(getDiceCommitment, {})
    const { serverSeedHash, clientSeed } = await asha.api.must(getSlotsCommitment, {})
    const spin = { bet: 250.5, clientSeed: `${clientSeed}-0123456789abcdef`, serverSeedHash }
    const first = await asha.api.call(playSlots, spin, { key: 'the-first-spin' })
    const again = await asha.api.call(playSlots, spin, { key: 'the-first-spin' })
    // In paise.
    const { payout, netGain, balance, next } = playSlots.output.parse(first.body)
    expect(first.body).toMatchObject({ success: true, serverSeedHash, clientSeed: spin.clientSeed, nonce: 1 })
    expect([netGain, balance]).toEqual([payout - 25_050, 1_000_000 + payout - 25_050])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(inPaise(await asha.balance())).toBe(balance)
    expect(await asha.api.must(getSlotsCommitment, {})).toMatchObject({ ...next, nonce: 2, clientSeed: 'asha-lotus' })
    // A spin uses up the seal of Slots alone.
    expect(await asha.api.must(getDiceCommitment, {})).toEqual(dice)
    expect(await asha.api.call(playSlots, spin)).toMatchObject({ status: 409, body: { code: 'commitment_changed' } })
  })

  it('finds each spin among their own plays, on their statement and with a proof that shows its reels', async () => {
    for (let spin = 0; spin < 4; spin += 1) await asha.api.must(playSlots, { bet: 100 })
    const balance = await asha.balance()
    const { plays } = await asha.api.must(listSlotsPlays, {})
    const net = plays.reduce((paise, { payout, bet }) => paise + inPaise(payout) - inPaise(bet), 0)
    expect([plays.length, 1_000_000 + net]).toEqual([5, inPaise(balance)])
    for (const { betId, reels, bet, payout } of plays) {
      const { proof } = await asha.api.must(getBetProof, { betId })
      expect(proof).toMatchObject({ id: betId, outcome: { reels }, stake: bet, payout })
      expect(verifyProof({ proof })).toMatchObject({ valid: true, game: 'slots', failedStep: null })
    }
    // By the newest spin: an earlier one may have left the same balance.
    const rows = await eventually('the statement has come to the newest spin', async () => {
      const { statements } = await asha.api.must(getAccountStatement, { limit: 50 })
      return statements[0]?.transaction === plays[0]?.betId && statements
    })
    expect(rows[0]?.closeBalance).toBe(balance)
    expect(rows.filter(({ gameType }) => gameType === 'Slots')).toHaveLength(plays.length)
  })

  it("is told in the product's words what cannot be, and it costs nothing", async () => {
    const vikram = await casino.player()
    expect(await vikram.api.call(playSlots, { bet: 100 })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance', message: 'Insufficient balance!' },
    })
    expect(await asha.api.call(playSlots, { bet: 99 })).toMatchObject({
      status: 400,
      body: { message: 'The amount must be ₹100 to ₹50,000.' },
    })
    expect((await casino.stranger().api.call(playSlots, { bet: 100 })).status).toBe(401)
    const betId = (await asha.api.must(listSlotsPlays, {})).plays[0]?.betId ?? ''
    expect((await vikram.api.must(listSlotsPlays, {})).plays).toEqual([])
    expect((await vikram.api.call(getBetProof, { betId })).status).toBe(404)
  })

  it('leaves a ledger that adds up', async () => {
    const ledger = await eventually('the ledger was looked at', async () => {
      const state = await owner.api.must(getLedgerState, {})
      return state.state !== 'unknown' && state.openStakesTotal === 0 && state
    })
    expect(ledger.state).toBe('clean')
  })
})
