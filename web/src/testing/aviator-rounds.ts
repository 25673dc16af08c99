import { paise } from '@kismet/contracts'
import type { Output, VolatilityMode, WireOutput, getAviatorState, getRoundProof } from '@kismet/contracts'
import {
  chainSeed,
  crashPointHundredths,
  hashSeed,
  mathsVersion,
  roundClientSeed,
  volatilityDivisors,
} from '@kismet/fairness'
import type { ListedBet, PastRound, AviatorEvent } from '../features/aviator/aviator-state.ts'

const rounds = 40
const root = '5'.repeat(64)
const chain = {
  chainId: 'chain-1',
  chainEnd: chainSeed({ topSeed: root, length: rounds, index: 0 }),
  salt: 'd'.repeat(64),
  firstRound: 1,
} as const
const clientSeeds = ['asha-AAAAAAAAAAAAAAAA']
const apartMs = 60_000

/** When betting opens in round 0, in the server's clock. */
const firstOpensAt = Date.UTC(2026, 10, 21, 13, 42)

const idOf = (kind: number, n: number): string => `0194000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`

type Payload<Kind extends AviatorEvent['kind']> = Extract<AviatorEvent, { kind: Kind; payload: unknown }>['payload']
type Opened = Payload<'roundStart'>
/** All of what the service answers. */
type WholeState = Output<typeof getAviatorState>

const balance = { balance: paise(100_000), balanceSeq: 1, bonusReleased: false } as const
const stake = { betAmount: paise(50_000), autoCashout: null, clientSeed: 'asha-AAAAAAAAAAAAAAAA' } as const

/** A round of a true chain, the player's bet of ₹500 in it, and everything that the server could say of both. */
export class TestRound {
  readonly roundNumber: number
  readonly roundId: string
  readonly betId: string
  readonly opensAt: number
  readonly takeoffAt: number
  readonly serverSeed: string
  readonly clientSeed: string
  readonly crashPoint: number
  readonly volatilityMode: VolatilityMode = 'normal'

  constructor(roundNumber: number, opensAt = firstOpensAt + roundNumber * apartMs) {
    this.roundNumber = roundNumber
    this.roundId = idOf(7, roundNumber)
    this.betId = idOf(8, roundNumber)
    this.opensAt = opensAt
    this.takeoffAt = this.opensAt + 10_000
    this.serverSeed = chainSeed({ topSeed: root, length: rounds, index: roundNumber })
    this.clientSeed = roundClientSeed(chain.salt, clientSeeds)
    const seeds = { serverSeed: this.serverSeed, clientSeed: this.clientSeed, nonce: roundNumber }
    this.crashPoint = crashPointHundredths(seeds, volatilityDivisors.normal) / 100
  }

  get roundStart(): Opened {
    const { roundId, roundNumber, volatilityMode, opensAt, takeoffAt } = this
    const fairnessHash = hashSeed(this.serverSeed, 1)
    return {
      roundId,
      roundNumber,
      fairnessHash,
      volatilityMode,
      rtp: 96.97,
      bettingEndsAt: takeoffAt,
      serverTime: opensAt,
    }
  }

  get takeoff(): Payload<'takeoff'> {
    const { roundId, takeoffAt, clientSeed } = this
    return { roundId, takeoffAt, clientSeed, clientSeeds, serverTime: takeoffAt }
  }

  tick(seq: number): Payload<'tick'> {
    const multiplier = Math.floor(100 * Math.exp(seq * 0.005)) / 100
    return { roundId: this.roundId, seq, multiplier, serverTime: this.takeoffAt + seq * 100 }
  }

  get crash(): Payload<'crash'> {
    const { roundId, roundNumber, crashPoint, serverSeed, clientSeed, takeoffAt } = this
    return {
      roundId,
      roundNumber,
      crashPoint,
      serverSeed,
      clientSeed,
      nonce: roundNumber,
      serverTime: takeoffAt + 20_000,
    }
  }

  get past(): PastRound {
    const { roundId, roundNumber, crashPoint } = this
    return { roundId, roundNumber, crashPoint }
  }

  get voided(): Payload<'void'> {
    return { roundId: this.roundId, reason: 'The server has lost sight of the flight.', serverSeed: this.serverSeed }
  }

  get bet(): NonNullable<WholeState['bet']> {
    return { ...stake, betId: this.betId, status: 'open', multiplier: null, payout: null }
  }

  get betPlaced(): Payload<'betPlaced'> {
    return { ...stake, ...balance, betId: this.betId, roundId: this.roundId, bonusReleased: false }
  }

  /** Cashed out by hand at 1.50x. */
  get cashedOut(): Payload<'cashedOut'> {
    const { betId, roundId } = this
    const paid = { multiplier: 1.5, payout: paise(75_000), auto: false, receipt: 'a.b.c' }
    return { betId, roundId, betAmount: stake.betAmount, ...paid, ...balance }
  }

  get lost(): Payload<'lossProcessed'> {
    const { betId, roundId, crashPoint } = this
    return { betId, roundId, betAmount: stake.betAmount, crashPoint, ...balance }
  }

  get proof(): WireOutput<typeof getRoundProof>['proof'] {
    const { roundId, serverSeed, clientSeed, roundNumber, volatilityMode, crashPoint } = this
    return {
      version: mathsVersion,
      game: 'aviator',
      id: roundId,
      serverSeed,
      serverSeedHash: this.roundStart.fairnessHash,
      clientSeed,
      clientSeedBy: 'players',
      nonce: roundNumber,
      params: { divisor: volatilityDivisors[volatilityMode], volatilityMode, clientSeeds, ...chain },
      outcome: { crashPoint },
    }
  }

  snapshot(payload: Partial<WholeState> = {}): WholeState {
    const unknown = {
      multiplier: null,
      takeoffAt: null,
      crashPoint: null,
      clientSeed: null,
      clientSeeds: null,
      serverSeed: null,
    }
    const { balance: amount, balanceSeq } = balance
    const known = { ...this.roundStart, serverTime: this.opensAt + 1_000, balance: amount, balanceSeq }
    const isBetting = (payload.phase ?? 'betting') === 'betting'
    return {
      ...known,
      ...unknown,
      phase: 'betting',
      history: [],
      bet: null,
      ...(isBetting ? { betCount: 0 } : {}),
      ...payload,
    }
  }

  listed(payload: Partial<ListedBet> = {}): ListedBet {
    const { roundId, roundNumber, crashPoint, opensAt } = this
    const lost = { status: 'lost', multiplier: 0, payout: paise(0) } as const
    return {
      ...this.bet,
      ...lost,
      roundId,
      roundNumber,
      crashPoint,
      createdAt: new Date(opensAt).toISOString(),
      ...payload,
    }
  }
}
