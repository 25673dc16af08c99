import { drawDice, drawMines, drawReels, serverSeedHash } from '@kismet/fairness'
import { describe, expect, it } from '@jest/globals'
import type { CheckResult } from './check.ts'
import { check } from './check.ts'
import type { VerifierTexts } from './verifier-form.ts'
import { textsOfProof } from './verifier-form.ts'

const serverSeed = '460bb705959a74f92a5cc56d8bafb7fdc64dd599a38d379df314b9ab06190a6e'
const seeds = { serverSeed, clientSeed: 'player-0_A', nonce: 1 }
const base = { serverSeed, clientSeed: 'player-0_A', nonce: '1', serverSeedHash: serverSeedHash(serverSeed) }
const dice: VerifierTexts = { ...base, game: 'dice', setting: '50.50', claim: '11.79' }

const done = (texts: VerifierTexts): CheckResult => {
  const result = check({ texts, proof: null })
  if ('problem' in result) throw new Error(result.problem)
  return result
}

describe('the verifier', () => {
  it.each<[string, VerifierTexts, string]>([
    ['dice', dice, 'Dice bet 1 rolled 11.79. The result matches its commitment.'],
    [
      'slots',
      { ...base, game: 'slots', setting: '', claim: drawReels(seeds).join(' ').toUpperCase() },
      'Slots bet 1 stopped at',
    ],
    [
      'mines',
      { ...base, game: 'mines', setting: '3', claim: drawMines(seeds, 3).join(', ') },
      'Mines bet 1 had 3 mines',
    ],
  ])('finds %s true', (_, texts, summary) => {
    const result = done(texts)
    expect(result).toMatchObject({ valid: true, summary: expect.stringContaining(summary) })
    expect(result.steps.every(({ ok }) => ok)).toBe(true)
  })

  it.each<[string, Partial<VerifierTexts>, string]>([
    ['another roll', { claim: '11.80' }, 'The roll'],
    ['another nonce', { nonce: '2' }, 'The roll'],
    ['another client seed', { clientSeed: 'player-0_B' }, 'The roll'],
    ['another server seed', { serverSeed: 'f'.repeat(64) }, 'The commitment does not match'],
    ['another seal', { serverSeedHash: '0'.repeat(64) }, 'The commitment does not match'],
    ['a roll-over that cannot be', { setting: '100' }, 'The settings of the bet'],
  ])('finds %s false and says where', (_, change, title) => {
    const result = done({ ...dice, ...change })
    expect(result.valid).toBe(false)
    expect(result.steps.at(-1)).toMatchObject({ ok: false, title })
  })

  it.each<[Partial<VerifierTexts>, string]>([
    [{ serverSeed: '' }, 'Fill in: Server seed.'],
    [{ nonce: ' ' }, 'Fill in: Nonce.'],
    [{ claim: '' }, 'Fill in: Claimed roll.'],
    [{ claim: 'high' }, 'The field "roll" must hold a number.'],
  ])('asks for what it needs: %j', (change, problem) =>
    expect(check({ texts: { ...dice, ...change }, proof: null })).toEqual({ problem }),
  )

  it('takes seeds with spaces around and in capitals', () => {
    expect(done({ ...dice, serverSeed: ` ${serverSeed.toUpperCase()}\n` }).valid).toBe(true)
  })

  it('checks the money of a proof that came with its bet, and not after it was edited', () => {
    const proof = {
      version: '1',
      game: 'dice' as const,
      id: 'bet',
      ...seeds,
      serverSeedHash: base.serverSeedHash,
      clientSeedBy: 'player',
      params: { rollOver: 50.5 },
      outcome: { roll: drawDice(seeds) / 100 },
      stake: 500,
      payout: 1_000,
    }
    expect(check({ texts: textsOfProof(proof), proof })).toMatchObject({ valid: false })
    expect(check({ texts: textsOfProof({ ...proof, payout: 0 }), proof: { ...proof, payout: 0 } })).toMatchObject({
      valid: true,
    })
    expect(check({ texts: { ...textsOfProof(proof), setting: '10' }, proof })).toMatchObject({ valid: true })
  })
})

describe('a round of Aviator (spec 5.12)', () => {
  const round: VerifierTexts = { ...base, game: 'aviator', setting: 'normal', claim: '' }
  const crashAt = (claim: string, setting = 'normal'): CheckResult => done({ ...round, claim, setting })

  it('is true for one multiplier and false for its neighbours', () => {
    const expected = crashAt('1').steps.at(-1)?.value ?? ''
    expect(crashAt(expected).valid).toBe(true)
    expect(crashAt(`${expected}x`).valid).toBe(true)
    expect(crashAt((Number(expected) + 0.01).toFixed(2)).valid).toBe(false)
    expect(crashAt((Number(expected) - 0.01).toFixed(2)).valid).toBe(false)
  })

  it.each([
    ['wild', '2.00', 'The volatility mode must be mild, normal or hard.'],
    ['normal', 'two', 'The claimed multiplier must be a number.'],
  ])('refuses %s %s', (setting, claim, problem) =>
    expect(check({ texts: { ...round, setting, claim }, proof: null })).toEqual({ problem }),
  )
})
