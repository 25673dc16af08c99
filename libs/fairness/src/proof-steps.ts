import { bytesToHex } from '@noble/hashes/utils.js'
import { crashNumber, crashPointOfNumber, isVolatilityMode, volatilityDivisors } from './aviator.ts'
import { chainMaxLength, hashSeed, roundClientSeed, roundClientSeedsMax } from './chain.ts'
import { hundredthsOrNull, hundredthsText } from './decimal.ts'
import { diceOutcome, diceRollOverMaxHundredths, diceRolls } from './dice.ts'
import { hmacBlock, hmacStream } from './hmac-stream.ts'
import { drawMines, isMinesCount } from './mines.ts'
import { minesPayoutIsPossible, moneyOf, aviatorPayoutIsPossible, type ProofMoney } from './proof-payout.ts'
import type { AviatorProof, DiceProof, MinesProof, Proof, SlotsProof } from './proof-form.ts'
import { isClientSeed, isNonce, isServerSeed, sha256Hex } from './seeds.ts'
import { drawReels, slotsOutcome } from './slots.ts'
import { mathsVersion } from './version.ts'

/** The steps of a check, in their order; a game has those that apply to it. */
export type ProofStepName =
  | 'version'
  | 'seed-hash'
  | 'nonce'
  | 'params'
  | 'client-seed'
  | 'chain'
  | 'keyed-hash'
  | 'crash-number'
  | 'outcome'
  | 'payout'

export interface ProofStep {
  readonly name: ProofStepName
  readonly ok: boolean
  readonly title: string
  /** How it is computed, or what is wrong. */
  readonly how: string
  /** The computed value, or ''. */
  readonly value: string
}

/** The steps of a proof, computed one by one. A step relies on the steps before it, so stop at the first failed step. */
export function* proofSteps(proof: Proof): Generator<ProofStep> {
  yield* seedSteps(proof)
  switch (proof.game) {
    case 'dice':
      yield* diceSteps(proof)
      return
    case 'slots':
      yield* slotsSteps(proof)
      return
    case 'mines':
      yield* minesSteps(proof)
      return
    case 'aviator':
      yield* aviatorSteps(proof)
      return
  }
}

function* seedSteps(proof: Proof): Generator<ProofStep> {
  yield {
    name: 'version',
    ok: proof.version === mathsVersion,
    title: 'The version of the maths',
    how: `This verifier supports version ${mathsVersion}`,
    value: proof.version,
  }
  const formed = isServerSeed(proof.serverSeed)
  const hash = formed ? sha256Hex(proof.serverSeed) : ''
  const matches = formed && hash === proof.serverSeedHash
  yield {
    name: 'seed-hash',
    ok: matches,
    title: matches ? 'The commitment matches' : 'The commitment does not match',
    how: !formed
      ? 'The server seed is not 64 lower-case hex characters'
      : matches
        ? 'SHA-256 of the server seed'
        : `SHA-256 of the server seed is this value, not ${proof.serverSeedHash}`,
    value: hash,
  }
  yield {
    name: 'nonce',
    ok: isNonce(proof.nonce),
    title: proof.game === 'aviator' ? 'The round number' : 'The nonce',
    how: 'A whole number from 1',
    value: String(proof.nonce),
  }
}

function playClientSeedStep({ clientSeed, clientSeedBy }: Proof): ProofStep {
  const known = clientSeedBy === 'player' || clientSeedBy === 'server'
  return {
    name: 'client-seed',
    ok: known && isClientSeed(clientSeed),
    title: 'The client seed',
    how: known
      ? `1 to 64 characters of A-Z a-z 0-9 _ -, made by the ${clientSeedBy}`
      : 'It must be made by the player or the server',
    value: clientSeed,
  }
}

function keyedHashStep(proof: Proof): ProofStep {
  return {
    name: 'keyed-hash',
    ok: true,
    title: 'The keyed hash',
    how: 'HMAC-SHA256, key = server seed, text = client seed:nonce',
    value: bytesToHex(hmacBlock(proof, 0)),
  }
}

function paramsStep(ok: boolean, how: string, value: string): ProofStep {
  return { name: 'params', ok, title: 'The settings of the bet', how, value }
}

function outcomeStep(title: string, how: string, computed: string, claimed: string): ProofStep {
  const ok = computed === claimed
  return { name: 'outcome', ok, title, how: ok ? how : `${how}. The proof claims ${claimed}`, value: computed }
}

/** Yields no step when the proof has no stake and payout. */
function* payoutStep(proof: Proof, how: string, isRight: (money: ProofMoney) => boolean): Generator<ProofStep> {
  const { stake, payout } = proof
  if (stake === undefined || payout === undefined) return
  const money = moneyOf(stake, payout)
  const value = `${stake} -> ${payout}`
  const title = 'The payout'
  yield money === null
    ? {
        name: 'payout',
        ok: false,
        title,
        how: 'Stake and payout must be amounts in rupees with at most two decimals',
        value,
      }
    : { name: 'payout', ok: isRight(money), title, how, value }
}

function* diceSteps(proof: DiceProof): Generator<ProofStep> {
  const rollOver = hundredthsOrNull(proof.params.rollOver) ?? Number.NaN
  const title = `${proof.params.rollOver}`
  yield paramsStep(rollOver <= diceRollOverMaxHundredths, 'Roll-over, 0.00 to 99.99 with at most two decimals', title)
  yield playClientSeedStep(proof)
  yield keyedHashStep(proof)
  const word = hmacStream(proof).acceptedWord(diceRolls)
  const roll = word % diceRolls
  const how = `4 bytes of the hash are the number ${word}; ${word} mod 10000 = ${roll}; the roll is ${roll} / 100`
  yield outcomeStep('The roll', how, `${roll / 100}`, `${proof.outcome.roll}`)
  const rule = 'Roll at or above roll-over pays stake x 99 / (100 - roll-over), the multiplier to 4 decimals; else 0'
  yield* payoutStep(proof, rule, ({ stakePaise, payoutPaise }) => {
    return diceOutcome({ stakePaise, rollOverHundredths: rollOver, rollHundredths: roll }).payoutPaise === payoutPaise
  })
}

function* slotsSteps(proof: SlotsProof): Generator<ProofStep> {
  yield playClientSeedStep(proof)
  yield keyedHashStep(proof)
  const reels = drawReels(proof)
  const how =
    'Three numbers of 4 bytes each, mod 32: 0 seven, 1-3 diamond, 4-7 bell, 8-13 cherry, 14-21 lemon, 22-31 tiger'
  yield outcomeStep('The reels', how, reels.join(', '), proof.outcome.reels.join(', '))
  yield* payoutStep(proof, 'Stake x the pay table', ({ stakePaise, payoutPaise }) => {
    return slotsOutcome({ stakePaise, reels }).payoutPaise === payoutPaise
  })
}

function* minesSteps(proof: MinesProof): Generator<ProofStep> {
  const { minesCount } = proof.params
  yield paramsStep(isMinesCount(minesCount), 'Mines, 1 to 24', `${minesCount}`)
  yield playClientSeedStep(proof)
  yield keyedHashStep(proof)
  const mines = drawMines(proof, minesCount)
  const how = `The 25 tiles are shuffled by numbers of 4 bytes each; the mines are the first ${minesCount}, sorted`
  yield outcomeStep('The mines', how, mines.join(', '), proof.outcome.minePositions.join(', '))
  const rule = '0, the stake, or the stake x a multiplier of this number of mines'
  yield* payoutStep(proof, rule, (money) => minesPayoutIsPossible(money, minesCount))
}

function* aviatorSteps(proof: AviatorProof): Generator<ProofStep> {
  const { divisor, volatilityMode, firstRound, chainEnd } = proof.params
  const published = isVolatilityMode(volatilityMode) && volatilityDivisors[volatilityMode] === divisor
  yield paramsStep(published, 'The divisor is mild 50, normal 33, hard 20', `${volatilityMode} ${divisor}`)
  yield roundClientSeedStep(proof)
  const place = proof.nonce - firstRound + 1
  const placed = isNonce(firstRound) && place >= 1 && place <= chainMaxLength
  const end = placed ? hashSeed(proof.serverSeed, place) : ''
  yield {
    name: 'chain',
    ok: placed && end === chainEnd,
    title: 'The seed belongs to the chain',
    how: placed
      ? `The server seed, hashed ${place} times, is the published end of the chain${end === chainEnd ? '' : `, ${chainEnd}`}`
      : `The round is outside its chain of at most ${chainMaxLength} rounds from round ${firstRound}`,
    value: end,
  }
  yield keyedHashStep(proof)
  const h = crashNumber(proof)
  const rest = h % BigInt(divisor)
  yield {
    name: 'crash-number',
    ok: true,
    title: 'The first 13 hex characters as a number',
    how: `h mod ${divisor} = ${rest}, so this is ${rest === 0n ? '' : 'not '}an instant bust`,
    value: `h = ${h}`,
  }
  const crash = crashPointOfNumber(h, divisor)
  const how = rest === 0n ? 'An instant bust is 1.00' : 'floor((100 x 2^52 - 1) / h) / 100, from 1 to 100'
  const claimed = hundredthsOrNull(proof.outcome.crashPoint)
  const claimedText = claimed === null ? `${proof.outcome.crashPoint}` : hundredthsText(claimed)
  yield outcomeStep('The crash point', how, hundredthsText(crash), claimedText)
  const rule = '0, or the stake x a multiplier up to the crash point'
  yield* payoutStep(proof, rule, (money) => aviatorPayoutIsPossible(money, crash))
}

function roundClientSeedStep({ params, clientSeed, clientSeedBy }: AviatorProof): ProofStep {
  const { salt, clientSeeds } = params
  const maker = clientSeeds.length === 0 ? ['players', 'server'] : ['players']
  const formed = isServerSeed(salt) && clientSeeds.length <= roundClientSeedsMax && clientSeeds.every(isClientSeed)
  const computed = formed ? roundClientSeed(salt, clientSeeds) : ''
  const ok = formed && computed === clientSeed && maker.includes(clientSeedBy)
  return {
    name: 'client-seed',
    ok,
    title: 'The client seed of the round',
    how: ok
      ? `SHA-256 of the salt and the client seeds of the first ${clientSeeds.length} bets, joined by ":"`
      : `It must be made by the players, as SHA-256 of the salt and up to ${roundClientSeedsMax} client seeds, joined by ":"`,
    value: computed,
  }
}
