import { setTimeout as delay } from 'node:timers/promises'
import {
  aviatorCrashed,
  aviatorLossesProcessed,
  aviatorRoundStarted,
  aviatorTookOff,
  limits,
  placeAviatorBet,
} from '@kismet/contracts'
import { flightInstantMs, roundClientSeedsMax, toHundredths } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import type { z } from 'zod'
import { atOnce } from './at-once.ts'
import type { Worked } from './at-once.ts'
import type { Casino } from './casino.ts'

/** What was seen of one round in which all lost. Times in ms. */
export interface RoundSeen {
  /** Those that were taken: all, unless betting closed before. */
  readonly bets: number
  readonly betsPerSecond: number
  readonly betting: Worked
  /** From the moment at which losses are decided, 300 ms after the crash, until the last player was told of theirs. */
  readonly settledMs: number
}

export const betRupees = limits.aviator.minRupees
/** Where the rounds crash, in hundredths: some seconds of flight. */
const crashes = { from: 110, to: 130 }
/** A round without bets ends at once. */
const idleCrashes = { from: 100, to: 105 }
type WireLosses = z.input<typeof aviatorLossesProcessed.payload>
/** Nothing takes so long unless it is broken. */
const givenUpAfterMs = 120_000

/** Plays rounds of the delivered service, by what the gateway sends and hears. */
export class AviatorRounds {
  readonly #casino: Casino
  #isWanted: ((roundId: string) => void) | undefined
  /** The round that is looked at. */
  #roundId = ''
  #takeoffAtMs = 0
  #crashAtMs = 0
  #toldLosses = 0
  #toldAtMs = 0

  constructor(casino: Casino) {
    this.#casino = casino
    const { gateway } = casino
    const everywhere = { shared: false }
    gateway.onSignal(aviatorRoundStarted, ({ roundId }) => this.#opened(roundId), everywhere)
    gateway.onSignal(aviatorTookOff, ({ takeoffAt }) => (this.#takeoffAtMs = takeoffAt), everywhere)
    gateway.onSignal(
      aviatorCrashed,
      ({ roundId, crashPoint }) => {
        if (roundId === this.#roundId) this.#crashAtMs = this.#takeoffAtMs + flightInstantMs(toHundredths(crashPoint))
      },
      everywhere,
    )
    const told = (losses: WireLosses) => this.#told(losses.filter(({ roundId }) => roundId === this.#roundId).length)
    gateway.onSignal(aviatorLossesProcessed, told, everywhere)
  }

  /** Has all players bet in the next round that opens, and lose. @throws Error when a bet is refused before the close, or a loss is not told */
  async play(inFlight: number): Promise<RoundSeen> {
    const { players } = this.#casino
    const opens = new Promise<string>((resolve) => (this.#isWanted = resolve))
    const roundId = await Promise.race([opens, tooLate('no round opens')])
    this.#isWanted = undefined
    this.#roundId = roundId
    this.#toldLosses = 0
    await this.#steer(roundId, crashes)
    const rest = players.slice(roundClientSeedsMax)
    let bets = 0
    const betting = await atOnce(inFlight, rest, async (player) => {
      const isTaken = await this.#bet(player, roundId)
      if (isTaken) bets += 1
      return isTaken
    })
    const open = bets + roundClientSeedsMax
    await eventually('all losses are told', () => this.#toldLosses === open, givenUpAfterMs)
    const settledMs = this.#toldAtMs - (this.#crashAtMs + limits.aviator.settleAfterMs)
    return { bets: open, betsPerSecond: (bets * 1000) / betting.tookMs, betting, settledMs }
  }

  /** Has rounds go as they go, without bets. */
  letBe(): void {
    this.#isWanted = () => undefined
  }

  #opened(roundId: string): void {
    if (this.#isWanted !== undefined) this.#isWanted(roundId)
    else void this.#steer(roundId, idleCrashes).catch(() => undefined)
  }

  /** The first bets decide where the round crashes. */
  async #steer(roundId: string, { from, to }: typeof crashes): Promise<void> {
    const seeds: string[] = []
    for (const player of this.#casino.players.slice(0, roundClientSeedsMax)) {
      const isLast = seeds.length === roundClientSeedsMax - 1
      seeds.push(isLast ? await this.#casino.oracle.clientSeedFor(from, to, seeds) : `seed-${seeds.length}`)
      await this.#bet(player, roundId, seeds.at(-1))
    }
  }

  /** @returns false when betting is closed */
  async #bet({ token }: TestPlayer, roundId: string, clientSeed?: string): Promise<boolean> {
    const input = { amount: betRupees, roundId, ...(clientSeed === undefined ? {} : { clientSeed }) }
    try {
      await this.#casino.gateway.send(placeAviatorBet, input, { requestId: 'bench', token })
      return true
    } catch (error) {
      if (isRefusal(error, 'betting_closed')) return false
      throw error
    }
  }

  #told(losses: number): void {
    if (losses === 0) return
    this.#toldLosses += losses
    this.#toldAtMs = systemClock.now()
  }
}

async function tooLate(what: string): Promise<never> {
  await delay(givenUpAfterMs, undefined, { ref: false })
  throw new Error(`${what} within ${givenUpAfterMs} ms`)
}
