import { requireInteger } from './decimal.ts'
import { hmacStream } from './hmac-stream.ts'
import { floorPayoutPaise } from './payout.ts'
import { ratio, type Ratio } from './ratio.ts'
import type { Seeds } from './seeds.ts'

/** The symbols in the order of their stops on a reel. */
export const slotsSymbols = ['seven', 'diamond', 'bell', 'cherry', 'lemon', 'tiger'] as const
export type SlotsSymbol = (typeof slotsSymbols)[number]
export type SlotsReels = readonly [SlotsSymbol, SlotsSymbol, SlotsSymbol]

/** How many of a reel's 32 stops each symbol has: 0 is seven, 1 to 3 diamond, 4 to 7 bell, and so on. */
export const slotsStops: Readonly<Record<SlotsSymbol, number>> = {
  seven: 1,
  diamond: 3,
  bell: 4,
  cherry: 6,
  lemon: 8,
  tiger: 10,
}
/** Stops of one reel. */
export const slotsStopsPerReel = 32

/** The pay table in hundredths: three of a kind by symbol; any two equal, also first and last, pay x1.5. */
export const slotsTripleHundredths: Readonly<Record<SlotsSymbol, number>> = {
  seven: 2_000,
  diamond: 1_000,
  bell: 500,
  cherry: 300,
  lemon: 300,
  tiger: 300,
}
export const slotsPairHundredths = 150

/** The exact return over all 32^3 stops, 92.004%; a test counts it out. */
export const slotsRtp: Ratio = /* @__PURE__ */ ratio(7_537n, 8_192n)

export interface SlotsLine {
  readonly winType: 'none' | 'pair' | 'triple'
  readonly result: 'loss' | 'win' | 'big win' | 'jackpot'
  readonly multiplierHundredths: number
}

export interface SlotsOutcome extends SlotsLine {
  readonly payoutPaise: number
  readonly netGainPaise: number
}

/** The symbol of a stop, 0 to 31. */
export function slotsSymbolAt(stop: number): SlotsSymbol {
  requireInteger('stop', stop, 0, slotsStopsPerReel - 1)
  let left = stop
  for (const symbol of slotsSymbols) {
    if (left < slotsStops[symbol]) return symbol
    left -= slotsStops[symbol]
  }
  throw new Error('the stops of a reel do not add up to 32')
}

/** The three reels of a play, left to right. */
export function drawReels(seeds: Seeds): SlotsReels {
  const stream = hmacStream(seeds)
  const reel = (): SlotsSymbol => slotsSymbolAt(stream.draw(slotsStopsPerReel))
  return [reel(), reel(), reel()]
}

/** What three symbols are worth. */
export function slotsLine([first, second, third]: SlotsReels): SlotsLine {
  if (first === second && second === third) {
    const result = first === 'seven' ? 'jackpot' : first === 'diamond' ? 'big win' : 'win'
    return { winType: 'triple', result, multiplierHundredths: slotsTripleHundredths[first] }
  }
  if (first === second || second === third || first === third) {
    return { winType: 'pair', result: 'win', multiplierHundredths: slotsPairHundredths }
  }
  return { winType: 'none', result: 'loss', multiplierHundredths: 0 }
}

/** Settles a play: the line and its payout in paise. */
export function slotsOutcome(play: { readonly stakePaise: number; readonly reels: SlotsReels }): SlotsOutcome {
  const line = slotsLine(play.reels)
  const payoutPaise = floorPayoutPaise(play.stakePaise, line.multiplierHundredths, 100)
  return { ...line, payoutPaise, netGainPaise: payoutPaise - play.stakePaise }
}

/** The most that a stake can win: the jackpot. */
export const slotsTopWinPaise = (stakePaise: number): number =>
  floorPayoutPaise(stakePaise, slotsTripleHundredths.seven, 100)
