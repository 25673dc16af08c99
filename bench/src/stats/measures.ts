import { createHmac } from 'node:crypto'
import {
  aviatorRtp,
  chanceToReach,
  crashPointHundredths,
  diceOdds,
  diceOutcome,
  diceRolls,
  drawDice,
  drawMines,
  drawReels,
  hmacStream,
  minesMultiplierHundredths,
  minesRtp,
  minesTiles,
  slotsOutcome,
  slotsRtp,
  slotsStops,
  slotsStopsPerReel,
  slotsSymbols,
  volatilityDivisors,
} from '@kismet/fairness'
import type { Ratio, Seeds, VolatilityMode } from '@kismet/fairness'
import { chiSquareDeviate, meanDeviate } from './chi-square.ts'

/** One thing that was measured. `deviate`: how far it is from what it should be, in standard deviations of chance. */
export interface Measure {
  readonly game: string
  readonly what: string
  readonly measured: string
  readonly expected: string
  readonly deviate: number
}

const numberOf = ({ numerator, denominator }: Ratio): number => Number(numerator) / Number(denominator)
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`

/** The plays of one player who never changes anything, each with a server seed of its own, as a service makes them. */
function* playsOf(seed: string, game: string, count: number): Generator<Seeds> {
  for (let nonce = 1; nonce <= count; nonce += 1) {
    const serverSeed = createHmac('sha256', seed).update(`${game}:${nonce}`).digest('hex')
    yield { serverSeed, clientSeed: `player-${nonce % 97}`, nonce }
  }
}

/** What a stake of 100 rupees returned, against the exact return. */
class Return {
  static readonly stakePaise = 10_000
  #sum = 0
  #squares = 0
  #plays = 0

  add(payoutPaise: number): void {
    const part = payoutPaise / Return.stakePaise
    this.#sum += part
    this.#squares += part ** 2
    this.#plays += 1
  }

  against(game: string, what: string, rtp: Ratio): Measure {
    const expected = numberOf(rtp)
    const deviate = meanDeviate(this.#sum, this.#squares, this.#plays, expected)
    return { game, what, measured: percent(this.#sum / this.#plays), expected: percent(expected), deviate }
  }
}

interface Spread {
  readonly game: string
  readonly what: string
  readonly counts: readonly number[]
  readonly expected: readonly number[]
  readonly scale?: number
}

function spreadOf({ game, what, counts, expected, scale }: Spread): Measure {
  const kinds = `${counts.length} kinds`
  return { game, what, measured: kinds, expected: kinds, deviate: chiSquareDeviate(counts, expected, scale) }
}

const zeros = (length: number): number[] => Array<number>(length).fill(0)
const evenly = (length: number, total: number): number[] => Array<number>(length).fill(total / length)
function count(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}

const rollOvers = [100, 5_050, 9_000, 9_800]
const pairBuckets = 100

export function diceMeasures(seed: string, draws: number): Measure[] {
  const rolls = zeros(diceRolls)
  const pairs = zeros(pairBuckets ** 2)
  const returns = rollOvers.map((rollOver) => ({ rollOver, of: new Return() }))
  let before: number | undefined
  for (const seeds of playsOf(seed, 'dice', draws)) {
    const roll = drawDice(seeds)
    count(rolls, roll)
    const bucket = Math.floor((roll * pairBuckets) / diceRolls)
    if (before !== undefined) count(pairs, before * pairBuckets + bucket)
    before = bucket
    for (const { rollOver, of } of returns) {
      const play = { stakePaise: Return.stakePaise, rollOverHundredths: rollOver, rollHundredths: roll }
      of.add(diceOutcome(play).payoutPaise)
    }
  }
  return [
    spreadOf({ game: 'Dice', what: 'each roll', counts: rolls, expected: evenly(diceRolls, draws) }),
    spreadOf({ game: 'Dice', what: 'a roll after a roll', counts: pairs, expected: evenly(pairs.length, draws - 1) }),
    ...returns.map(({ rollOver, of }) =>
      of.against('Dice', `return at a roll-over of ${rollOver / 100}`, diceOdds(rollOver).rtp),
    ),
  ]
}

export function slotsMeasures(seed: string, draws: number): Measure[] {
  const reels = [0, 1, 2].map(() => zeros(slotsSymbols.length))
  const returned = new Return()
  for (const seeds of playsOf(seed, 'slots', draws)) {
    const shown = drawReels(seeds)
    shown.forEach((symbol, reel) => count(reels[reel] ?? [], slotsSymbols.indexOf(symbol)))
    returned.add(slotsOutcome({ stakePaise: Return.stakePaise, reels: shown }).payoutPaise)
  }
  const expected = slotsSymbols.map((symbol) => (draws * slotsStops[symbol]) / slotsStopsPerReel)
  return [
    ...reels.map((counts, reel) => spreadOf({ game: 'Slots', what: `symbols of reel ${reel + 1}`, counts, expected })),
    returned.against('Slots', 'return', slotsRtp),
  ]
}

const boards = [1, 3, 12, 24]
const openedTiles = [0, 6, 12]

/** @param draws boards of each number of mines */
export function minesMeasures(seed: string, draws: number): Measure[] {
  return boards.flatMap((minesCount) => {
    const tiles = zeros(minesTiles)
    const returned = new Return()
    const opened = openedTiles.slice(0, minesTiles - minesCount)
    const multiplier = minesMultiplierHundredths(minesCount, opened.length)
    for (const seeds of playsOf(seed, `mines ${minesCount}`, draws)) {
      const mines = drawMines(seeds, minesCount)
      for (const tile of mines) count(tiles, tile)
      const isClear = opened.every((tile) => !mines.includes(tile))
      returned.add(isClear ? (Return.stakePaise * multiplier) / 100 : 0)
    }
    const game = `Mines, ${minesCount}`
    // Mines of one board exclude each other, so their counts vary less than those of free draws.
    const scale = (minesTiles - 1) / (minesTiles - minesCount)
    const expected = evenly(minesTiles, draws * minesCount)
    return [
      spreadOf({ game, what: 'mines on each tile', counts: tiles, expected, scale }),
      returned.against(game, `return, tiles open: ${opened.length}`, minesRtp(minesCount, opened.length)),
    ]
  })
}

const targets = [101, 150, 200, 500, 1_000]

export function aviatorMeasures(seed: string, draws: number): Measure[] {
  return (Object.keys(volatilityDivisors) as VolatilityMode[]).flatMap((mode) => {
    const divisor = volatilityDivisors[mode]
    const game = `Aviator, ${mode}`
    const reached = zeros(targets.length + 1)
    const returns = targets.map(() => new Return())
    for (const seeds of playsOf(seed, `aviator ${mode}`, draws)) {
      const crash = crashPointHundredths(seeds, divisor)
      count(reached, targets.filter((target) => crash >= target).length)
      returns.forEach((of, i) => {
        const target = targets[i] ?? 0
        of.add(crash >= target ? (Return.stakePaise * target) / 100 : 0)
      })
    }
    const chances = [1, ...targets.map((target) => numberOf(chanceToReach(divisor, target))), 0]
    const expected = chances.slice(0, -1).map((chance, i) => draws * (chance - (chances[i + 1] ?? 0)))
    const busts = expected[0] ?? 0
    const bust = (reached[0] ?? 0) / draws
    const deviate = ((reached[0] ?? 0) - busts) / Math.sqrt(busts * (1 - busts / draws))
    return [
      { game, what: 'crashes at 1.00x', measured: percent(bust), expected: percent(busts / draws), deviate },
      spreadOf({ game, what: 'crash points between targets', counts: reached, expected }),
      ...returns.map((of, i) =>
        of.against(game, `return at ${((targets[i] ?? 0) / 100).toFixed(2)}x`, aviatorRtp(mode, targets[i] ?? 0)),
      ),
    ]
  })
}

/** Where a remainder alone would give the first third of the numbers twice as often: 2^32 is 4/3 of it. */
const biased = 3 * 2 ** 30
const thirds = 3

/** The first draw of each play, and the same words taken without rejection, which have to be found out. */
export function biasMeasures(seed: string, draws: number): { readonly ours: Measure; readonly naive: Measure } {
  const [accepted, remainders] = [zeros(thirds), zeros(thirds)]
  for (const seeds of playsOf(seed, 'bias', draws)) {
    count(accepted, Math.floor((hmacStream(seeds).draw(biased) * thirds) / biased))
    count(remainders, Math.floor(((hmacStream(seeds).draw(2 ** 32) % biased) * thirds) / biased))
  }
  const expected = evenly(thirds, draws)
  const measure = (what: string, counts: readonly number[]) => spreadOf({ game: 'draw(n)', what, counts, expected })
  return { ours: measure('no bias at n = 3 x 2^30', accepted), naive: measure('remainder alone', remainders) }
}
