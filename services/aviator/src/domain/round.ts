import { limits } from '@kismet/contracts'
import type { VolatilityMode } from '@kismet/contracts'
import { crashPointHundredths, flightInstantMs, roundClientSeed, volatilityDivisors } from '@kismet/fairness'

/** What is fixed, and stored, before betting opens. Times in ms since the epoch, in the clock of the rounds. */
export interface Commitment {
  readonly roundId: string
  readonly roundNumber: number
  readonly chainId: string
  readonly version: string
  readonly volatilityMode: VolatilityMode
  /** SHA-256 of the round's seed. */
  readonly fairnessHash: string
  readonly openedAtMs: number
  readonly bettingEndsAtMs: number
}

/** What is fixed, and stored, before take-off is told. */
export interface Flight {
  /** Of the first bets accepted, in their order. */
  readonly clientSeeds: readonly string[]
  readonly clientSeed: string
  readonly takeoffAtMs: number
  readonly crashPointHundredths: number
  /** The first ms at which a cash-out loses. */
  readonly crashAtMs: number
}

/** How a round ended; its seed is public from then on. */
export interface End {
  readonly atMs: number
  readonly serverSeed: string
}

/**
 * A round in its latest phase. A void round also has a flight, computed from the bets that were
 * accepted, so that its proof shows the crash point.
 */
export type Round = { readonly commitment: Commitment } & (
  | { readonly phase: 'betting' }
  | { readonly phase: 'flying'; readonly flight: Flight }
  | { readonly phase: 'crashed' | 'void'; readonly flight: Flight; readonly end: End }
)
export type Phase = Round['phase']
export type OverRound = Extract<Round, { readonly end: End }>

/** Everything that tells how a round ends is shown from here on, and not before: neither seeds nor targets nor decisions. */
export const isOver = (round: { readonly phase: Phase }): round is OverRound => 'end' in round

const { pauseMs, settleAfterMs } = limits.aviator
/** The clocks of two machines are apart by less. What has begun further ahead than that was stored by a clock that has been put back since. */
const clocksApartMs = 2_000

/** The next step of a round, or the time of the next step. */
export type Step =
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'close' | 'crash' | 'settle' | 'open' | 'void' }

interface Now {
  readonly nowMs: number
  /**
   * The start of the time without a leader that ends now; null without such a time. It is the last
   * moment at which this leader was certain, or minus infinity after a failover.
   */
  readonly absentSinceMs: number | null
  /** Whether no bet is open any more. */
  readonly isSettled: boolean
}

/**
 * The rules of a round (docs/internals/decisions/0013). A round is void when its betting end or its
 * crash falls into a time without a leader. Otherwise the round continues by its stored times.
 */
export function stepOf(round: Round | undefined, now: Now): Step {
  if (round === undefined) return { kind: 'open' }
  const { nowMs } = now
  switch (round.phase) {
    case 'betting':
      return at(round.commitment.openedAtMs, round.commitment.bettingEndsAtMs, 'close', now)
    case 'flying':
      return at(round.flight.takeoffAtMs, round.flight.crashAtMs, 'crash', now)
    case 'crashed':
      if (!now.isSettled) return afterwards(round.flight.crashAtMs, settleAfterMs, 'settle', nowMs)
      return afterwards(round.end.atMs, pauseMs, 'open', nowMs)
    case 'void':
      return afterwards(round.end.atMs, pauseMs, 'open', nowMs)
  }
}

const isAhead = (beganAtMs: number, nowMs: number) => beganAtMs - nowMs > clocksApartMs

/**
 * After a clock was set back, the due time would lie far ahead, and the bets would wait until then.
 * Such a round is void.
 */
function at(beganAtMs: number, dueMs: number, kind: 'close' | 'crash', { nowMs, absentSinceMs }: Now): Step {
  if (isAhead(beganAtMs, nowMs)) return { kind: 'void' }
  if (nowMs < dueMs) return { kind: 'wait', untilMs: dueMs }
  const wasMissed = absentSinceMs !== null && absentSinceMs < dueMs
  return { kind: wasMissed ? 'void' : kind }
}

function afterwards(endedAtMs: number, waitMs: number, kind: 'settle' | 'open', nowMs: number): Step {
  const dueMs = endedAtMs + waitMs
  return nowMs < dueMs && !isAhead(endedAtMs, nowMs) ? { kind: 'wait', untilMs: dueMs } : { kind }
}

/** The flight of a round whose betting is over. @param serverSeed the round's own */
export function flightOf(
  { volatilityMode, roundNumber }: Commitment,
  { serverSeed, salt }: { readonly serverSeed: string; readonly salt: string },
  clientSeeds: readonly string[],
  takeoffAtMs: number,
): Flight {
  const clientSeed = roundClientSeed(salt, clientSeeds)
  const seeds = { serverSeed, clientSeed, nonce: roundNumber }
  const crashPoint = crashPointHundredths(seeds, volatilityDivisors[volatilityMode])
  const crashAtMs = takeoffAtMs + flightInstantMs(crashPoint)
  return { clientSeeds, clientSeed, takeoffAtMs, crashPointHundredths: crashPoint, crashAtMs }
}
