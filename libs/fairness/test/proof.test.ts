import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  crashPointHundredths,
  diceWinPaise,
  drawDice,
  drawMines,
  drawReels,
  fromHundredths,
  hashSeed,
  roundClientSeed,
  serverSeedHash,
  slotsOutcome,
  UnreadableProofError,
  verifyProof,
} from '../src/index.ts'
import { trueProofs, type GameName } from './proofs.ts'
import { seedsOf, vectors } from './vectors.ts'

const otherSeed = 'e'.repeat(64)
const { dice, slots, mines, aviator } = trueProofs

describe('a true proof', () => {
  it.each([
    {
      game: 'dice',
      steps: ['version', 'seed-hash', 'nonce', 'params', 'client-seed', 'keyed-hash', 'outcome', 'payout'],
      summary: 'Dice bet 4 rolled 49.58. The result matches its commitment.',
      notes: ['compare-seal', 'stored-client-seed'],
    },
    {
      game: 'slots',
      steps: ['version', 'seed-hash', 'nonce', 'client-seed', 'keyed-hash', 'outcome', 'payout'],
      summary: 'Slots bet 3 stopped at lemon, cherry, cherry. The result matches its commitment.',
      notes: ['compare-seal', 'server-made-client-seed'],
    },
    {
      game: 'mines',
      steps: ['version', 'seed-hash', 'nonce', 'params', 'client-seed', 'keyed-hash', 'outcome', 'payout'],
      summary: 'Mines bet 1 had 3 mines. The result matches its commitment.',
      notes: ['compare-seal', 'stored-client-seed', 'payout-table-only'],
    },
    {
      game: 'aviator',
      steps: [
        ...['version', 'seed-hash', 'nonce', 'params', 'client-seed', 'chain', 'keyed-hash', 'crash-number', 'outcome'],
      ],
      summary: 'Round 3 crashed at 21.87x. The result matches its commitment.',
      notes: ['compare-chain', 'payout-unchecked'],
    },
  ] as const)('of $game passes each of its steps', ({ game, steps, summary, notes }) => {
    const verification = verifyProof(trueProofs[game])
    expect(verification).toMatchObject({ valid: true, failedStep: null, game, id: trueProofs[game].id, summary })
    expect(verification.steps.map(({ name, ok }) => (ok ? name : `${name} failed`))).toEqual(steps)
    expect(verification.notes.map((note) => note.name)).toEqual(notes)
  })

  it.each(Object.keys(trueProofs) as GameName[])('of %s may come as the routes answer it, through JSON', (game) => {
    const answer: unknown = JSON.parse(JSON.stringify({ success: true, proof: { ...trueProofs[game], extra: 1 } }))
    expect(verifyProof(answer).valid).toBe(true)
  })

  it('names no stored client seed when it ends in a fresh part', () => {
    const clientSeed = 'asha-A1b2C3d4E5f6G7h8'
    const roll = drawDice({ ...dice, clientSeed }) / 100
    const proof = { ...dice, clientSeed, outcome: { roll }, stake: undefined, payout: undefined }
    expect(verifyProof(proof).notes.map((note) => note.name)).toEqual(['compare-seal', 'payout-unchecked'])
  })

  it('may be of a round without bets, by the players or the server', () => {
    const round = vectors.aviatorChain.rounds.find(({ clientSeeds }) => clientSeeds.length === 0)
    if (round === undefined) throw new Error('the vector is missing')
    const proof = {
      ...aviator,
      serverSeed: round.serverSeed,
      serverSeedHash: round.fairnessHash,
      clientSeed: round.clientSeed,
      nonce: round.roundNumber,
      params: { ...aviator.params, clientSeeds: [] },
      outcome: { crashPoint: round.crashPoint.normal },
    }
    expect(verifyProof(proof).valid).toBe(true)
    expect(verifyProof({ ...proof, clientSeedBy: 'server' }).valid).toBe(true)
    expect(verifyProof({ ...proof, clientSeedBy: 'player' }).failedStep).toBe('client-seed')
  })

  it('may be of a later chain: rounds count on, places in the chain start again', () => {
    const clientSeed = roundClientSeed(aviator.params.salt, [])
    const seeds = { serverSeed: otherSeed, clientSeed, nonce: 1_005 }
    const proof = {
      ...aviator,
      ...seeds,
      serverSeedHash: serverSeedHash(otherSeed),
      params: {
        ...aviator.params,
        divisor: 20,
        volatilityMode: 'hard',
        clientSeeds: [],
        chainEnd: hashSeed(otherSeed, 5),
        firstRound: 1_001,
      },
      outcome: { crashPoint: fromHundredths(crashPointHundredths(seeds, 20)) },
    }
    expect(verifyProof(proof)).toMatchObject({ valid: true })
    expect(verifyProof({ ...proof, params: { ...proof.params, firstRound: 1_000 } }).failedStep).toBe('chain')
  })

  it('is what the maths of a play gives, for many plays', () => {
    for (let nonce = 1; nonce <= 200; nonce++) {
      const seeds = { ...seedsOf(nonce), serverSeedHash: serverSeedHash(seedsOf(nonce).serverSeed) }
      const rollHundredths = drawDice(seeds)
      const won = rollHundredths >= 5_050
      const payout = won ? diceWinPaise({ stakePaise: 12_345, rollOverHundredths: 5_050 }) / 100 : 0
      const params = { rollOver: 50.5 }
      const outcome = { roll: fromHundredths(rollHundredths) }
      expect(verifyProof({ ...dice, ...seeds, params, outcome, stake: 123.45, payout }).valid).toBe(true)
      expect(verifyProof({ ...dice, ...seeds, params, outcome, stake: 123.45, payout: payout + 0.01 }).valid).toBe(
        false,
      )

      const reels = drawReels(seeds)
      const slotsPayout = slotsOutcome({ stakePaise: 12_345, reels }).payoutPaise / 100
      expect(verifyProof({ ...slots, ...seeds, outcome: { reels }, stake: 123.45, payout: slotsPayout }).valid).toBe(
        true,
      )

      const minesCount = (nonce % 24) + 1
      const minePositions = drawMines(seeds, minesCount)
      expect(
        verifyProof({ ...mines, ...seeds, params: { minesCount }, outcome: { minePositions }, payout: 0 }).valid,
      ).toBe(true)
    }
  })
})

describe('a changed proof fails, and says where', () => {
  it.each([
    { what: 'version', proof: { ...dice, version: '2' }, step: 'version' },
    { what: 'server seed', proof: { ...dice, serverSeed: otherSeed }, step: 'seed-hash' },
    {
      what: 'server seed and its hash',
      proof: { ...dice, serverSeed: otherSeed, serverSeedHash: serverSeedHash(otherSeed) },
      step: 'outcome',
    },
    { what: 'server seed hash', proof: { ...dice, serverSeedHash: otherSeed }, step: 'seed-hash' },
    { what: 'nonce', proof: { ...dice, nonce: dice.nonce + 1 }, step: 'outcome' },
    { what: 'nonce 0', proof: { ...dice, nonce: 0 }, step: 'nonce' },
    { what: 'nonce 4.5', proof: { ...dice, nonce: 4.5 }, step: 'nonce' },
    { what: 'client seed', proof: { ...dice, clientSeed: 'other' }, step: 'outcome' },
    { what: 'client seed with a colon', proof: { ...dice, clientSeed: 'a:b' }, step: 'client-seed' },
    { what: 'client seed by nobody', proof: { ...dice, clientSeedBy: 'players' }, step: 'client-seed' },
    { what: 'roll-over above the range', proof: { ...dice, params: { rollOver: 100 } }, step: 'params' },
    { what: 'roll-over with 3 decimals', proof: { ...dice, params: { rollOver: 49.585 } }, step: 'params' },
    { what: 'negative roll-over', proof: { ...dice, params: { rollOver: -1 } }, step: 'params' },
    { what: 'roll-over', proof: { ...dice, params: { rollOver: 49.59 } }, step: 'payout' },
    { what: 'roll', proof: { ...dice, outcome: { roll: 49.57 } }, step: 'outcome' },
    { what: 'roll with 3 decimals', proof: { ...dice, outcome: { roll: 49.5801 } }, step: 'outcome' },
    { what: 'stake', proof: { ...dice, stake: 101 }, step: 'payout' },
    { what: 'payout', proof: { ...dice, payout: 196.37 }, step: 'payout' },
    { what: 'payout with 3 decimals', proof: { ...dice, payout: 196.361 }, step: 'payout' },
    { what: 'stake 0', proof: { ...dice, stake: 0, payout: 0 }, step: 'payout' },
    { what: 'negative stake', proof: { ...dice, stake: -1 }, step: 'payout' },
    { what: 'huge stake', proof: { ...dice, stake: 1e15 }, step: 'payout' },
    { what: 'reels', proof: { ...slots, outcome: { reels: ['cherry', 'lemon', 'cherry'] } }, step: 'outcome' },
    { what: 'too few reels', proof: { ...slots, outcome: { reels: ['lemon', 'cherry'] } }, step: 'outcome' },
    { what: 'slots payout', proof: { ...slots, payout: 300 }, step: 'payout' },
    { what: 'mine positions', proof: { ...mines, outcome: { minePositions: [4, 12, 17] } }, step: 'outcome' },
    { what: 'order of the mines', proof: { ...mines, outcome: { minePositions: [16, 12, 4] } }, step: 'outcome' },
    { what: 'mines count', proof: { ...mines, params: { minesCount: 4 } }, step: 'outcome' },
    { what: 'mines count 25', proof: { ...mines, params: { minesCount: 25 } }, step: 'params' },
    { what: 'mines payout', proof: { ...mines, payout: 14.21 }, step: 'payout' },
    { what: 'divisor', proof: { ...aviator, params: { ...aviator.params, divisor: 34 } }, step: 'params' },
    { what: 'mode', proof: { ...aviator, params: { ...aviator.params, volatilityMode: 'hard' } }, step: 'params' },
    {
      what: 'mode of no name',
      proof: { ...aviator, params: { ...aviator.params, volatilityMode: 'toString' } },
      step: 'params',
    },
    { what: 'salt', proof: { ...aviator, params: { ...aviator.params, salt: otherSeed } }, step: 'client-seed' },
    { what: 'salt without form', proof: { ...aviator, params: { ...aviator.params, salt: 'x' } }, step: 'client-seed' },
    {
      what: 'client seeds',
      proof: { ...aviator, params: { ...aviator.params, clientSeeds: ['a-1', 'C3', 'b_2'] } },
      step: 'client-seed',
    },
    {
      what: 'four client seeds',
      proof: { ...aviator, params: { ...aviator.params, clientSeeds: ['a', 'b', 'c', 'd'] } },
      step: 'client-seed',
    },
    { what: 'round client seed', proof: { ...aviator, clientSeed: otherSeed }, step: 'client-seed' },
    { what: 'round client seed by the server', proof: { ...aviator, clientSeedBy: 'server' }, step: 'client-seed' },
    { what: 'chain end', proof: { ...aviator, params: { ...aviator.params, chainEnd: otherSeed } }, step: 'chain' },
    { what: 'round number', proof: { ...aviator, nonce: 4 }, step: 'chain' },
    {
      what: 'first round after the round',
      proof: { ...aviator, params: { ...aviator.params, firstRound: 4 } },
      step: 'chain',
    },
    { what: 'first round 0', proof: { ...aviator, params: { ...aviator.params, firstRound: 0 } }, step: 'chain' },
    { what: 'a round beyond every chain', proof: { ...aviator, nonce: 10 ** 12 }, step: 'chain' },
    { what: 'crash point', proof: { ...aviator, outcome: { crashPoint: 21.88 } }, step: 'outcome' },
    { what: 'crash point within 0.01', proof: { ...aviator, outcome: { crashPoint: 21.875 } }, step: 'outcome' },
    { what: 'payout above the crash point', proof: { ...aviator, stake: 100, payout: 2_188 }, step: 'payout' },
  ])('$what: $step', ({ proof, step }) => {
    const verification = verifyProof(proof)
    expect([verification.valid, verification.failedStep]).toEqual([false, step])
    expect(verification.steps.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([step])
    expect(verification.steps.at(-1)?.name).toBe(step)
    expect(verification.summary).toContain('is not verified')
  })
})

describe('payouts of which the proof does not tell the whole story', () => {
  it.each([
    { what: 'a lost game of Mines', proof: { ...mines, payout: 0 } },
    { what: 'a stake returned', proof: { ...mines, payout: 10 } },
    { what: 'an automatic game at the cap', proof: { ...mines, payout: 994.5 } },
    { what: 'a board cleared', proof: { ...mines, payout: 21_850 } },
    { what: 'a lost bet of a round', proof: { ...aviator, stake: 100, payout: 0 } },
    { what: 'a cash-out', proof: { ...aviator, stake: 100.01, payout: 150.01 } },
    { what: 'the crash point itself as target', proof: { ...aviator, stake: 100, payout: 2_187 } },
  ])('$what is possible', ({ proof }) => {
    expect(verifyProof(proof)).toMatchObject({ valid: true, failedStep: null })
  })
})

describe('what is no proof', () => {
  const { nonce: _nonce, ...withoutNonce } = dice
  it.each([
    { what: 'null', value: null, message: 'A proof must be a JSON object.' },
    { what: 'a list', value: [dice], message: 'A proof must be a JSON object.' },
    { what: 'text', value: 'proof', message: 'A proof must be a JSON object.' },
    { what: 'nothing in it', value: {}, message: 'The field "game" must hold text' },
    { what: 'an error answer', value: { success: false, message: 'No', code: 'not_found' }, message: '"game"' },
    { what: 'proof: null', value: { proof: null }, message: 'The field "proof" must be a JSON object.' },
    { what: 'another game', value: { ...dice, game: 'poker' }, message: 'dice, slots, mines or aviator' },
    { what: 'no nonce', value: withoutNonce, message: 'The field "nonce" must hold a number.' },
    { what: 'a nonce as text', value: { ...dice, nonce: '4' }, message: '"nonce"' },
    { what: 'a stake as text', value: { ...dice, stake: '100' }, message: '"stake"' },
    { what: 'no params', value: { ...dice, params: undefined }, message: '"params"' },
    { what: 'a roll as text', value: { ...dice, outcome: { roll: '49.58' } }, message: '"roll"' },
    { what: 'reels as text', value: { ...slots, outcome: { reels: 'lemon' } }, message: '"reels"' },
    { what: 'a long list', value: { ...mines, outcome: { minePositions: Array(26).fill(1) } }, message: '25 entries' },
    { what: 'a long text', value: { ...dice, id: 'x'.repeat(201) }, message: '200 characters' },
    { what: 'an infinite number', value: { ...dice, nonce: Infinity }, message: '"nonce"' },
  ])('$what', ({ value, message }) => {
    expect(() => verifyProof(value)).toThrow(UnreadableProofError)
    expect(() => verifyProof(value)).toThrow(message)
  })
})

describe('whatever is put into a field', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(0, -1, 1.5, 25, 33, 1e300, 2 ** 53, '', 'a', otherSeed, [], {}, ['a'], [1]),
  )
  const fields = (Object.keys(trueProofs) as GameName[]).flatMap((game) => {
    const { params, outcome, ...base } = trueProofs[game]
    return [
      ...Object.keys(base).map((field) => ({ game, field, inside: null })),
      ...Object.keys(params).map((field) => ({ game, field, inside: 'params' as const })),
      ...Object.keys(outcome).map((field) => ({ game, field, inside: 'outcome' as const })),
    ]
  })

  it('the check answers or says that it is no proof, and never anything else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), values, ({ game, field, inside }, value) => {
        const proof = trueProofs[game]
        const changed =
          inside === null ? { ...proof, [field]: value } : { ...proof, [inside]: { ...proof[inside], [field]: value } }
        try {
          const { valid, failedStep } = verifyProof(changed)
          expect(valid).toBe(failedStep === null)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableProofError)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
