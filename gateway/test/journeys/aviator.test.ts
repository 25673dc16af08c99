import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  AviatorReceipt,
  aviatorCashedOut,
  aviatorCashout,
  aviatorCrashed,
  aviatorCrashLoss,
  aviatorGetState,
  aviatorLossesProcessed,
  aviatorPlaceBet,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  getAviatorChain,
  getAviatorHistory,
  getAviatorKeys,
  getBetProof,
  getRoundProof,
  getVolatilityMode,
  listAviatorBets,
  listAviatorTopWins,
  maintenanceChanged,
  setSiteMaintenance,
  setVolatilityMode,
} from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import { hashSeed, verifyProof } from '@kismet/fairness'
import type { PlayerActor } from '@kismet/test-env/actors'
import { AviatorOracle } from '@kismet/test-env/aviator-oracle'
import { eventually } from '@kismet/test-env/eventually'
import { inBetting, nextRound } from '@kismet/test-env/in-betting'
import type { StartedRound } from '@kismet/test-env/in-betting'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let oracle: AviatorOracle
let asha: PlayerActor
let socket: PlayerSocket
let receipt = ''

beforeAll(async () => {
  casino = await TestCasino.create({ env: { aviator: { SPEED: '5' } } })
  oracle = new AviatorOracle(casino.database.urlOf('aviator'), casino.envOf('aviator').CHAIN_SECRETS ?? '')
  const owner = await casino.admin()
  asha = await casino.player()
  await owner.approve(await asha.requestDeposit({ amount: 10_000 }))
  await eventually('the deposit is there', async () => (await asha.balance()) === 10_000)
}, 60_000)
beforeEach(async () => {
  socket = await PlayerSocket.open(casino.gatewayUrl, asha.api.token)
})
afterEach(() => socket.close())
afterAll(async () => {
  await oracle.close()
  await casino.close()
})

/** The next round in which this bet gets in, and which crashes from one multiplier to another, in hundredths. */
const placed = (bet: { amount: number; autoCashout: number }, [from, to]: [number, number]) =>
  inBetting(socket, async ({ roundId }) => {
    const clientSeed = await oracle.clientSeedFor(from, to)
    expect(await socket.ask(aviatorPlaceBet, { ...bet, roundId, clientSeed })).toMatchObject({ success: true })
    return { roundId }
  })
/** What has come of a signal about one round. */
const heardOf = <T = object>(signal: SignalShape, roundId: string) =>
  socket.heard(signal).filter((heard) => (heard as StartedRound).roundId === roundId) as T[]
const after = <T>(what: string, probe: () => T | undefined | false) => eventually(what, probe, 40_000)

describe('a player of Aviator', () => {
  it('cashes out in flight, and can prove the round and the bet', async () => {
    const inTime = await inBetting(socket, async (round) => {
      const { roundId } = round
      const clientSeed = await oracle.clientSeedFor(200, 300)
      const balance = (await asha.balance()) - 500
      const placed = await socket.ask(aviatorPlaceBet, { amount: 500, roundId, clientSeed })
      expect(placed).toMatchObject({ success: true, roundId, betAmount: 500, autoCashout: null, balance })
      expect(await socket.ask(aviatorCashout, { roundId })).toMatchObject({ code: 'round_not_flying' })
      return { ...round, clientSeed }
    })
    const { roundId, roundNumber, fairnessHash, clientSeed } = inTime
    await after('it flies', () => heardOf(aviatorTicked, roundId).length > 5)
    expect(heardOf(aviatorTookOff, roundId)).toMatchObject([{ roundId, clientSeeds: [clientSeed] }])
    const paid = await socket.ask(aviatorCashout, { roundId, multiplier: 99, bet: 9_999 })
    expect(paid).toMatchObject({ success: true, auto: false, betAmount: 500, bonusReleased: false })
    const multiplier = Number(paid.multiplier)
    expect(multiplier).toBeGreaterThan(1)
    expect(paid.payout).toBe(Math.floor(500 * Math.round(multiplier * 100)) / 100)
    expect(await asha.balance()).toBe(paid.balance)
    expect(await socket.ask(aviatorCashout, { roundId })).toMatchObject({ code: 'already_settled', roundId })
    await expect(asha.api.must(getRoundProof, { roundId })).rejects.toThrow('not_finished')

    const crash = await after('it crashes', () => heardOf<{ crashPoint: number }>(aviatorCrashed, roundId)[0])
    const ticks = heardOf<{ multiplier: number; seq: number }>(aviatorTicked, roundId)
    expect(ticks.at(-1)?.multiplier).toBeLessThanOrEqual(crash.crashPoint)
    expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map(({ seq }) => seq).toSorted((a, b) => a - b))
    const { proof } = await asha.api.must(getRoundProof, { roundId })
    expect(proof).toMatchObject({ nonce: roundNumber, serverSeedHash: fairnessHash, clientSeedBy: 'players' })
    expect(verifyProof({ proof }).valid).toBe(true)
    const betProof = await asha.api.must(getBetProof, { betId: String(paid.betId) })
    expect(betProof.proof).toMatchObject({ stake: 500, payout: paid.payout })
    expect(verifyProof(betProof).valid).toBe(true)
    const { wins } = await asha.api.must(listAviatorTopWins, {})
    expect(wins).toMatchObject([{ name: 'p***1', payout: paid.payout, roundId }])
  }, 90_000)

  it('loses a bet at the crash, and is told so once', async () => {
    const { roundId } = await placed({ amount: 100, autoCashout: 50 }, [101, 130])
    const loss = await after('the loss is told', () => heardOf(aviatorLossesProcessed, roundId)[0])
    expect(loss).toMatchObject({ success: true, roundId, betAmount: 100, balance: await asha.balance() })
    expect(await socket.ask(aviatorCrashLoss, { roundId, bet: 7 })).toEqual(loss)
    await nextRound(socket)
    expect(heardOf(aviatorLossesProcessed, roundId)).toHaveLength(1)
    const { bets } = await asha.api.must(listAviatorBets, {})
    expect(bets[0]).toMatchObject({ roundId, status: 'lost', payout: 0, autoCashout: 50 })
    const { rounds } = await casino.stranger().api.must(getAviatorHistory, {})
    expect(rounds[0]).toMatchObject({ roundId, roundNumber: expect.any(Number), crashPoint: expect.any(Number) })
  }, 90_000)

  it('is cashed out at the own target by itself', async () => {
    const { roundId } = await placed({ amount: 100, autoCashout: 1.25 }, [130, 160])
    const paid = await after('the cash-out is told', () => heardOf<{ receipt: string }>(aviatorCashedOut, roundId)[0])
    expect(paid).toMatchObject({ success: true, roundId, auto: true, multiplier: 1.25, payout: 125 })
    receipt = paid.receipt
  }, 90_000)

  it('is refused what cannot be, in the words of the product', async () => {
    const poor = await casino.player()
    const poorSocket = await PlayerSocket.open(casino.gatewayUrl, poor.api.token)
    const refusal = async (of: PlayerSocket, payload: object) => {
      const { success, code, message } = await of.ask(aviatorPlaceBet, payload)
      return { success, code, message }
    }
    await inBetting(socket, async ({ roundId }) => {
      const bet = { amount: 100, roundId }
      expect(await refusal(socket, { amount: 99, roundId })).toMatchObject({ success: false, code: 'invalid_payload' })
      expect(await refusal(socket, { amount: 100, roundId: 'none' })).toEqual({
        success: false,
        code: 'betting_closed',
        message: 'Betting is closed for this round!',
      })
      expect(await refusal(poorSocket, bet)).toEqual({
        success: false,
        code: 'insufficient_balance',
        message: 'Insufficient balance!',
      })
      expect(await socket.ask(aviatorPlaceBet, bet)).toMatchObject({ success: true })
      expect(await refusal(socket, bet)).toEqual({
        success: false,
        code: 'bet_already_placed',
        message: 'Bet already placed!',
      })
      expect(await socket.ask(aviatorGetState)).toMatchObject({ roundId, bet: { status: 'open', betAmount: 100 } })
    })
    poorSocket.close()
  }, 90_000)

  it('can check the chain and the receipts with what is published', async () => {
    const chain = await asha.api.must(getAviatorChain, {})
    expect(chain).toMatchObject({ firstRound: 1, length: 1_000, roundsVoided: 0 })
    const { rounds } = await asha.api.must(getAviatorHistory, { limit: 1 })
    const [round] = rounds
    const { proof } = await asha.api.must(getRoundProof, { roundId: round?.roundId ?? '' })
    expect(hashSeed(proof.serverSeed, round?.roundNumber ?? 0)).toBe(chain.chainEnd)
    expect(chain.roundsPlayed).toBeGreaterThanOrEqual(round?.roundNumber ?? 0)
    const { keys } = await asha.api.must(getAviatorKeys, {})
    expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }])
    expect(keys[0]).not.toHaveProperty('d')
    const [header = '', said = '', signature = ''] = receipt.split('.')
    const key = { key: createPublicKey({ key: keys[0] ?? {}, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', Buffer.from(`${header}.${said}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
    const read = AviatorReceipt.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
    expect(read).toMatchObject({ multiplier: 1.25, payout: 125 })
  })

  it('plays the mode that the owner has chosen from the next round on, and everybody sees it', async () => {
    const owner = await casino.admin()
    expect(await owner.api.must(getVolatilityMode, {})).toMatchObject({
      ...{ mode: 'normal', roundMode: 'normal', changes: [] },
      modes: [
        { mode: 'mild', rtp: 98, crashAtOnce: 2.97 },
        { mode: 'normal', rtp: 96.97, crashAtOnce: 3.99 },
        { mode: 'hard', rtp: 95, crashAtOnce: 5.94 },
      ],
    })
    const { roundId } = await nextRound(socket)
    await owner.api.must(setVolatilityMode, { mode: 'mild' })
    expect(await socket.ask(aviatorGetState)).toMatchObject({ roundId, volatilityMode: 'normal' })
    expect(await nextRound(socket)).toMatchObject({ volatilityMode: 'mild', rtp: 98 })
    const { roundMode, changes } = await owner.api.must(getVolatilityMode, {})
    expect({ roundMode, changes }).toMatchObject({
      roundMode: 'mild',
      changes: [{ mode: 'mild', previous: 'normal', by: 'owner' }],
    })
    expect((await asha.api.call(setVolatilityMode, { mode: 'hard' })).status).toBe(401)
  }, 90_000)

  it('sees the running round end in maintenance, and none open before it is over', async () => {
    const owner = await casino.admin()
    const { roundId } = await nextRound(socket)
    await owner.api.must(setSiteMaintenance, { siteMaintenance: true })
    // The same message of the bus tells the players and the service.
    await after('the players are told', () => socket.heard(maintenanceChanged).length > 0)
    expect(await socket.ask(aviatorPlaceBet, { amount: 100, roundId })).toMatchObject({ code: 'maintenance' })
    await after('it crashes', () => heardOf(aviatorCrashed, roundId)[0])
    const started = socket.heard(aviatorRoundStarted).length
    expect(await socket.ask(aviatorGetState)).toMatchObject({ phase: 'crashed', roundId })
    await owner.api.must(setSiteMaintenance, { siteMaintenance: false })
    await after('the next round opens', () => socket.heard(aviatorRoundStarted).length === started + 1)
  }, 90_000)
})
