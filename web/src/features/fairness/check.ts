import type { AviatorProof, Proof, ProofStep, Verification } from '@kismet/fairness'
import {
  UnreadableProofError,
  claimedMultiplierIsValid,
  isClientSeed,
  isNonce,
  isServerSeed,
  isVolatilityMode,
  mathsVersion,
  proofSteps,
  verifyProof,
  volatilityDivisors,
} from '@kismet/fairness'
import { t } from '@lingui/core/macro'
import type { GameName } from '../../core/games.ts'
import { fairGames } from './fair-games.ts'
import { inWords, stepInWords, unreadableText } from './proof-words.ts'
import type { VerifierInput, VerifierTexts } from './verifier-form.ts'
import { missingField, proofOfForm } from './verifier-form.ts'

/** One step of the check, as it is shown. `mark` is how many characters at the start of the value decide. */
export interface CheckStep {
  ok: boolean
  title: string
  how: string
  value: string
  mark: number
}

/** What the check came to. */
export interface CheckResult {
  valid: boolean
  summary: string
  hash: string
  steps: CheckStep[]
  notes: string[]
}

const hexOfDraw = 8
const hexOfCrash = 13

/**
 * Computes everything again in this browser. Answers with the steps, or with one sentence about what is missing or cannot be read.
 */
export function check(input: VerifierInput): CheckResult | { problem: string } {
  const missing = missingField(input.texts)
  if (missing !== null) return { problem: t`Fill in: ${missing}.` }
  try {
    const proof = proofOfForm(input)
    if (!proof) return checkRound(input.texts)
    return checkedProof(proof, verifyProof(proof))
  } catch (error) {
    if (error instanceof UnreadableProofError) return { problem: unreadableText(error) }
    throw error
  }
}

/** What a proof came to when it was computed again, as it is shown. */
export function checkedProof(proof: Proof, verified: Verification): CheckResult {
  const { valid, summary, steps, notes } = inWords(proof, verified)
  return { valid, summary, hash: proof.serverSeedHash, steps: shownSteps(proof.game, steps), notes }
}

/** Steps that only say that a value has its form, and how they are told in one line. */
const formSteps: Partial<Record<ProofStep['name'], (value: string) => string>> = {
  version: (value) => t`version ${value}`,
  nonce: (value) => t`nonce ${value}`,
  params: (value) => t`setting ${value}`,
  'client-seed': () => t`client seed`,
}

/** The steps for display. Steps that only check a format share one line after the commitment, unless such a step fails. */
function shownSteps(game: GameName, steps: readonly ProofStep[]): CheckStep[] {
  const forms = steps.flatMap(({ name, ok, value }) => (ok ? (formSteps[name]?.(value) ?? []) : []))
  const [seal, ...others] = steps
    .filter(({ name, ok }) => !ok || formSteps[name] === undefined)
    .map(({ name, ok, title, how, value }) => ({
      ok,
      title,
      how,
      value,
      mark: name === 'keyed-hash' ? markedHex(game, value) : 0,
    }))
  const form = { ok: true, title: t`The values have the right format`, how: forms.join(', '), value: '', mark: 0 }
  if (!seal?.ok || forms.length === 0) return seal ? [seal, ...others] : others
  return [seal, form, ...others]
}

/** The first draw takes 4 bytes, unless they are of the few that are thrown away so that all results are equally likely. */
function markedHex(game: GameName, keyedHash: string): number {
  const results = fairGames[game].drawnOf
  if (results === null) return hexOfCrash
  const word = Number.parseInt(keyedHash.slice(0, hexOfDraw), 16)
  return word < Math.floor(2 ** 32 / results) * results ? hexOfDraw : 0
}

/** The steps of a round for which four values are enough. The others need the chain. */
const roundSteps: readonly ProofStep['name'][] = ['seed-hash', 'keyed-hash', 'crash-number', 'outcome']

/** The check of a round of Aviator from four values (spec 5.12), with the divisor of the round's mode. */
function checkRound(texts: VerifierTexts): CheckResult | { problem: string } {
  const serverSeed = texts.serverSeed.trim().toLowerCase()
  const clientSeed = texts.clientSeed.trim()
  const nonce = Number(texts.nonce)
  const mode = texts.setting
  const crashPoint = Number(texts.claim.replace(/x$/i, ''))
  if (!isServerSeed(serverSeed)) return { problem: t`The server seed must be 64 hex characters.` }
  if (!isClientSeed(clientSeed)) return { problem: t`The client seed must have 1 to 64 characters of A-Z a-z 0-9 _ -` }
  if (!isNonce(nonce)) return { problem: t`The nonce must be a whole number from 1.` }
  if (!isVolatilityMode(mode)) return { problem: t`The volatility mode must be mild, normal or hard.` }
  if (!Number.isFinite(crashPoint)) return { problem: t`The claimed multiplier must be a number.` }
  const divisor = volatilityDivisors[mode]
  const proof: AviatorProof = {
    version: mathsVersion,
    id: 'typed',
    game: 'aviator',
    serverSeed,
    clientSeed,
    clientSeedBy: 'players',
    nonce,
    serverSeedHash: texts.serverSeedHash.trim().toLowerCase(),
    params: { divisor, volatilityMode: mode, clientSeeds: [], salt: '', chainId: '', chainEnd: '', firstRound: nonce },
    outcome: { crashPoint },
  }
  const isRight = claimedMultiplierIsValid(proof, divisor, crashPoint)
  const steps = [...proofSteps(proof)]
    .filter(({ name }) => roundSteps.includes(name))
    .map((step) => (step.name === 'outcome' ? { ...step, ok: isRight } : step))
  const failed = steps.findIndex(({ ok }) => !ok)
  const shown = failed === -1 ? steps : steps.slice(0, failed + 1)
  const said = shown.map((step) => stepInWords(proof, step))
  return {
    valid: failed === -1,
    hash: proof.serverSeedHash,
    steps: shownSteps('aviator', said),
    summary:
      failed === -1
        ? t`Round ${nonce} crashed at ${crashPoint.toFixed(2)}x. The result matches its commitment.`
        : t`Round ${nonce} is not verified: ${(said.at(-1)?.title ?? '').toLowerCase()}.`,
    notes: [
      t`Compare the commitment hash with the hash that you saw before the round. If both are the same, the seed was fixed before the round.`,
    ],
  }
}
