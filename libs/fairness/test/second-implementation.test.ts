import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  aviatorBetOutcome,
  aviatorHighestHundredths,
  aviatorLongestFlightMs,
  crashPointHundredths,
  diceOutcome,
  drawDice,
  drawMines,
  drawReels,
  minesAutoWinPaise,
  minesPayoutPaise,
  minesTiles,
  slotsOutcome,
  verifyProof,
  volatilityDivisors,
} from '../src/index.ts'
import { trueProofs, type GameName } from './proofs.ts'
import { vectors } from './vectors.ts'

const python = process.env.KISMET_TEST_PYTHON ?? 'python3'
const program = fileURLToPath(new URL('../kismet_fairness.py', import.meta.url))
const goldenVectors = fileURLToPath(new URL('vectors.json', import.meta.url))
const timeout = 60_000
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kismet-second-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(command: string, file: string): { status: number | null; stdout: string } {
  return spawnSync(python, ['-B', program, command, file], { encoding: 'utf8', timeout })
}

function runOn(command: string, content: unknown): { status: number | null; stdout: string } {
  const file = join(folder, 'file.json')
  writeFileSync(file, JSON.stringify(content))
  return run(command, file)
}

describe('golden vectors', () => {
  it('are all right in the second implementation', () => {
    expect(run('vectors', goldenVectors)).toMatchObject({ status: 0, stdout: 'All golden vectors are right.\n' })
  })

  it('are named when one is not', () => {
    const slots = vectors.slots.map((row, place) => (place === 2 ? { ...row, multiplier: 20 } : row))
    const { aviatorChain } = vectors
    const changed = { ...vectors, slots, aviatorChain: { ...aviatorChain, salt: 'a'.repeat(64) } }
    const { status, stdout } = runOn('vectors', changed)
    const ofChain = aviatorChain.rounds.map(({ roundNumber }) => `round ${roundNumber}\n`)
    expect([status, stdout]).toEqual([1, `slots 2\n${ofChain.join('')}`])
  })
})

const { dice, slots, mines, aviator } = trueProofs
const otherSeed = 'e'.repeat(64)

describe('proofs', () => {
  it.each(Object.keys(trueProofs) as GameName[])('of %s that are true are true there', (game) => {
    expect(runOn('verify', { success: true, proof: trueProofs[game] })).toMatchObject({ status: 0 })
  })

  it.each([
    ['version', { ...dice, version: '2' }],
    ['seed-hash', { ...dice, serverSeed: otherSeed }],
    ['seed-hash', { ...mines, serverSeedHash: otherSeed }],
    ['nonce', { ...slots, nonce: 0 }],
    ['nonce', { ...slots, nonce: 1.5 }],
    ['params', { ...dice, params: { rollOver: 100 } }],
    ['params', { ...dice, params: { rollOver: 49.575 } }],
    ['params', { ...mines, params: { minesCount: 25 } }],
    ['params', { ...aviator, params: { ...aviator.params, divisor: 50 } }],
    ['client-seed', { ...dice, clientSeedBy: 'players' }],
    ['client-seed', { ...slots, clientSeed: 'with space' }],
    ['client-seed', { ...aviator, params: { ...aviator.params, clientSeeds: ['a-1'] } }],
    ['client-seed', { ...aviator, clientSeedBy: 'server' }],
    ['chain', { ...aviator, params: { ...aviator.params, chainEnd: otherSeed } }],
    ['chain', { ...aviator, params: { ...aviator.params, firstRound: 4 } }],
    ['outcome', { ...dice, outcome: { roll: 49.57 } }],
    ['outcome', { ...slots, outcome: { reels: ['seven', 'seven', 'seven'] } }],
    ['outcome', { ...mines, outcome: { minePositions: [0, 1, 2] } }],
    ['outcome', { ...aviator, outcome: { crashPoint: 21.88 } }],
    ['payout', { ...dice, payout: 196.37 }],
    ['payout', { ...slots, payout: 150.01 }],
    ['payout', { ...mines, payout: 14.21 }],
    ['payout', { ...aviator, stake: 100, payout: 2_188 }],
  ])('that fail at the step %s fail at the same one there', (step, proof) => {
    expect(verifyProof(proof).failedStep).toBe(step)
    const { status, stdout } = runOn('verify', proof)
    expect([status, stdout]).toEqual([1, expect.stringContaining(`NOT TRUE, failed step: ${step}.`)])
  })
})

const hex64 = fc.stringMatching(/^[0-9a-f]{64}$/)
const seeds = {
  serverSeed: hex64,
  clientSeed: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  nonce: fc.integer({ min: 1, max: 2 ** 40 }),
  stakePaise: fc.integer({ min: 1, max: 10_000_000 }),
}
const boards = fc.integer({ min: 1, max: 24 }).chain((minesCount) =>
  fc.record({
    ...seeds,
    game: fc.constant('mines' as const),
    minesCount: fc.constant(minesCount),
    opened: fc.integer({ min: 1, max: minesTiles - minesCount }),
  }),
)
/** Targets and times where flights are decided: near the ground, and everywhere. */
const targets = fc.oneof(fc.integer({ min: 101, max: 300 }), fc.integer({ min: 101, max: aviatorHighestHundredths }))
const times = fc.oneof(fc.integer({ min: 0, max: 25_000 }), fc.integer({ min: 0, max: aviatorLongestFlightMs + 1 }))
const plays = fc.oneof(
  fc.record({ ...seeds, game: fc.constant('dice' as const), rollOver: fc.integer({ min: 0, max: 9_999 }) }),
  fc.record({ ...seeds, game: fc.constant('slots' as const) }),
  boards,
  fc.record({
    ...seeds,
    game: fc.constant('aviator' as const),
    divisor: fc.constantFrom(...Object.values(volatilityDivisors)),
    target: fc.option(targets),
    cashoutMs: fc.option(times),
  }),
)
type Play = typeof plays extends fc.Arbitrary<infer P> ? P : never

/** What this package says of a play, in the words of the second implementation. */
function resultOf(play: Play): object {
  const { stakePaise } = play
  switch (play.game) {
    case 'dice': {
      const roll = drawDice(play)
      const bet = { stakePaise, rollOverHundredths: play.rollOver, rollHundredths: roll }
      return { roll, payoutPaise: diceOutcome(bet).payoutPaise }
    }
    case 'slots': {
      const reels = drawReels(play)
      return { reels, payoutPaise: slotsOutcome({ stakePaise, reels }).payoutPaise }
    }
    case 'mines': {
      const { minesCount, opened } = play
      const autoPayoutPaise = minesAutoWinPaise({ stakePaise, minesCount, tiles: opened })
      const payoutPaise = minesPayoutPaise({ stakePaise, minesCount, opened })
      return { minePositions: drawMines(play, minesCount), payoutPaise, autoPayoutPaise }
    }
    case 'aviator': {
      const crashPoint = crashPointHundredths(play, play.divisor)
      const bet = { stakePaise, targetHundredths: play.target, cashoutMs: play.cashoutMs }
      return { crashPoint, payoutPaise: aviatorBetOutcome({ ...bet, crashPointHundredths: crashPoint }).payoutPaise }
    }
  }
}

it('both implementations come to the same with 4,000 plays', () => {
  const asked = fc.sample(plays, 4_000)
  const input = asked.map((play) => `${JSON.stringify(play)}\n`).join('')
  const answered = execFileSync(python, ['-B', program, 'results'], { input, encoding: 'utf8', timeout })
  const results = answered
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(results).toHaveLength(asked.length)
  for (const [place, play] of asked.entries())
    expect({ play, result: results[place] }).toEqual({ play, result: resultOf(play) })
})
