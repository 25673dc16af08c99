import type { Proof, ProofStep, Seeds, Verification, VolatilityMode } from '@kismet/fairness'
import {
  UnreadableProofError,
  claimedMultiplierIsValid,
  crashNumber,
  crashPointOfNumber,
  hmacBlock,
  hundredthsText,
  isClientSeed,
  isNonce,
  isServerSeed,
  isVolatilityMode,
  serverSeedHash as hashOf,
  verifyProof,
  volatilityDivisors,
} from '@kismet/fairness'
import { t } from '@lingui/core/macro'
import type { GameName } from '../../core/paths.ts'
import { fairGames } from './fair-games.ts'
import { inWords, unreadableText } from './proof-words.ts'
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

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The check of a round of Aviator from four values (spec 5.12), with the divisor of the round's mode. */
function checkRound(texts: VerifierTexts): CheckResult | { problem: string } {
  const seeds: Seeds = {
    serverSeed: texts.serverSeed.trim().toLowerCase(),
    clientSeed: texts.clientSeed.trim(),
    nonce: Number(texts.nonce),
  }
  const claimed = Number(texts.claim.replace(/x$/i, ''))
  if (!isServerSeed(seeds.serverSeed)) return { problem: t`The server seed must be 64 hex characters.` }
  if (!isClientSeed(seeds.clientSeed))
    return { problem: t`The client seed must have 1 to 64 characters of A-Z a-z 0-9 _ -` }
  if (!isNonce(seeds.nonce)) return { problem: t`The nonce must be a whole number from 1.` }
  if (!isVolatilityMode(texts.setting)) return { problem: t`The volatility mode must be mild, normal or hard.` }
  if (!Number.isFinite(claimed)) return { problem: t`The claimed multiplier must be a number.` }
  const hash = texts.serverSeedHash.trim().toLowerCase()
  const steps = roundSteps(seeds, hash, texts.setting, claimed)
  const shown = upToFirstFailure(steps)
  const valid = shown.every(({ ok }) => ok)
  return {
    valid,
    hash,
    steps: shown,
    summary: valid
      ? t`Round ${seeds.nonce} crashed at ${claimed.toFixed(2)}x. The result matches its commitment.`
      : t`Round ${seeds.nonce} is not verified: ${(shown.at(-1)?.title ?? '').toLowerCase()}.`,
    notes: [
      t`Compare the commitment hash with the hash that you saw before the round. If both are the same, the seed was fixed before the round.`,
    ],
  }
}

function upToFirstFailure(steps: CheckStep[]): CheckStep[] {
  const failed = steps.findIndex(({ ok }) => !ok)
  return failed === -1 ? steps : steps.slice(0, failed + 1)
}

function roundSteps(seeds: Seeds, hash: string, mode: VolatilityMode, claimed: number): CheckStep[] {
  const divisor = volatilityDivisors[mode]
  const computed = hashOf(seeds.serverSeed)
  const h = crashNumber(seeds)
  const rest = h % BigInt(divisor)
  const expected = hundredthsText(crashPointOfNumber(h, divisor))
  const sealed = computed === hash
  const right = claimedMultiplierIsValid(seeds, divisor, claimed)
  return [
    {
      ok: sealed,
      title: sealed ? t`The commitment matches` : t`The commitment does not match`,
      how: t`SHA-256 of the server seed`,
      value: computed,
      mark: 0,
    },
    {
      ok: true,
      title: t`The keyed hash`,
      how: t`HMAC-SHA256, key = server seed, text = client seed:nonce`,
      value: toHex(hmacBlock(seeds, 0)),
      mark: hexOfCrash,
    },
    {
      ok: true,
      title: t`The first 13 hex characters as a number`,
      how:
        rest === 0n
          ? t`h mod ${divisor} = ${String(rest)}, so this is an instant bust`
          : t`h mod ${divisor} = ${String(rest)}, so this is not an instant bust`,
      value: `h = ${h}`,
      mark: 0,
    },
    {
      ok: right,
      title: right ? t`The multiplier` : t`The multiplier is different`,
      how: t`Claimed ${claimed.toFixed(2)}x, difference ${Math.abs(claimed - Number(expected)).toFixed(2)}`,
      value: rest === 0n ? t`An instant bust is 1.00` : `floor((100 × 2^52 - 1) / h) / 100 = ${expected}`,
      mark: 0,
    },
  ]
}
