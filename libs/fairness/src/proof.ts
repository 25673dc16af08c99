import { hundredthsText } from './decimal.ts'
import { readProof, type Proof } from './proof-form.ts'
import { proofSteps, type ProofStep, type ProofStepName } from './proof-steps.ts'
import { hasFreshPart } from './seeds.ts'

export interface ProofNote {
  readonly name:
    | 'compare-seal'
    | 'compare-chain'
    | 'server-made-client-seed'
    | 'stored-client-seed'
    | 'payout-unchecked'
    | 'payout-table-only'
  readonly text: string
}

export interface Verification {
  /** True when every step of the proof is right. */
  readonly valid: boolean
  readonly game: Proof['game']
  readonly id: string
  /** The steps up to the first that failed, or all. */
  readonly steps: readonly ProofStep[]
  readonly failedStep: ProofStepName | null
  /** One sentence. */
  readonly summary: string
  /** What the arithmetic alone cannot show. */
  readonly notes: readonly ProofNote[]
}

const noteTexts: Readonly<Record<ProofNote['name'], string>> = {
  'compare-seal':
    'Compare the commitment (the hash of the server seed) with the hash that you saw before the bet. If both are the same, the seed was fixed before the bet.',
  'compare-chain':
    'Compare the chain end and the salt with the values published before the first round of the chain. Compare the fairness hash with the hash sent when betting opened.',
  'server-made-client-seed':
    'The server made the client seed of this bet, so it could have known the result in advance. Bet in the app, or send your own client seed with each bet.',
  'stored-client-seed':
    'This client seed does not end in "-" and 16 random characters. If it was stored before the bet, the server may have known it when it chose its seed.',
  'payout-unchecked': 'This proof has no stake and payout. The check covers only the result.',
  'payout-table-only':
    'This proof does not say when the player stopped. The check shows only that the game can pay this amount.',
}

/**
 * Computes a proof again, step by step, and names the first step that is wrong. Pure.
 * @param json the parsed JSON of docs/reference/player-api.md
 * @throws UnreadableProofError when the JSON is not a proof
 */
export function verifyProof(json: unknown): Verification {
  const proof = readProof(json)
  const steps: ProofStep[] = []
  for (const step of proofSteps(proof)) {
    steps.push(step)
    if (!step.ok) break
  }
  const failed = steps.find((step) => !step.ok)
  return {
    valid: failed === undefined,
    game: proof.game,
    id: proof.id,
    steps,
    failedStep: failed?.name ?? null,
    summary:
      failed === undefined ? summaryOf(proof) : `${nameOf(proof)} is not verified: ${failed.title.toLowerCase()}.`,
    notes: notesOf(proof).map((name) => ({ name, text: noteTexts[name] })),
  }
}

function nameOf(proof: Proof): string {
  switch (proof.game) {
    case 'dice':
      return `Dice bet ${proof.nonce}`
    case 'slots':
      return `Slots bet ${proof.nonce}`
    case 'mines':
      return `Mines bet ${proof.nonce}`
    case 'aviator':
      return `Round ${proof.nonce}`
  }
}

const matches = 'The result matches its commitment.'

function summaryOf(proof: Proof): string {
  switch (proof.game) {
    case 'dice':
      return `${nameOf(proof)} rolled ${proof.outcome.roll.toFixed(2)}. ${matches}`
    case 'slots':
      return `${nameOf(proof)} stopped at ${proof.outcome.reels.join(', ')}. ${matches}`
    case 'mines':
      return `${nameOf(proof)} had ${proof.params.minesCount} mines. ${matches}`
    case 'aviator':
      return `${nameOf(proof)} crashed at ${hundredthsText(Math.round(proof.outcome.crashPoint * 100))}x. ${matches}`
  }
}

function notesOf(proof: Proof): ProofNote['name'][] {
  const names: ProofNote['name'][] = proof.game === 'aviator' ? ['compare-chain'] : ['compare-seal']
  if (proof.clientSeedBy === 'server') names.push('server-made-client-seed')
  if (proof.clientSeedBy === 'player' && !hasFreshPart(proof.clientSeed)) names.push('stored-client-seed')
  if (proof.stake === undefined || proof.payout === undefined) names.push('payout-unchecked')
  else if (proof.game === 'aviator' || proof.game === 'mines') names.push('payout-table-only')
  return names
}
