import type { Proof, ProofNote, ProofStep, UnreadableProofError, Verification } from '@kismet/fairness'
import { i18n, sourceLocale } from '@kismet/ui/words/lingui.tsx'
import { t } from '@lingui/core/macro'
import type { GameName } from '../../core/games.ts'
import type { ProofOf } from './fair-games.ts'
import { fairGames } from './fair-games.ts'

/** What a check came to, in the language that is shown. */
export interface VerificationInWords {
  valid: boolean
  summary: string
  steps: readonly ProofStep[]
  notes: string[]
}

/** What a step is called, and how it is computed where it is right. The numbers of it stand in its value. */
function stepWords({ game, params }: Proof, { name, ok }: ProofStep): { title: string; how: string } {
  switch (name) {
    case 'version':
      return { title: t`The version of the maths`, how: t`This verifier supports this version` }
    case 'seed-hash':
      return {
        title: ok ? t`The commitment matches` : t`The commitment does not match`,
        how: ok ? t`SHA-256 of the server seed` : t`The SHA-256 of the server seed is different`,
      }
    case 'nonce':
      return { title: game === 'aviator' ? t`The round number` : t`The nonce`, how: t`A whole number from 1` }
    case 'params':
      return { title: t`The settings of the bet`, how: t`Within the limits of the game` }
    case 'client-seed':
      return game === 'aviator'
        ? {
            title: t`The client seed of the round`,
            how: t`SHA-256 of the salt and the client seeds of the first bets, joined by ":"`,
          }
        : { title: t`The client seed`, how: t`1 to 64 characters of A-Z a-z 0-9 _ -, made by the player or the server` }
    case 'chain':
      return {
        title: t`The seed belongs to the chain`,
        how: t`Repeated hashing of the server seed gives the published end of the chain`,
      }
    case 'keyed-hash':
      return { title: t`The keyed hash`, how: t`HMAC-SHA256, key = server seed, text = client seed:nonce` }
    case 'crash-number':
      return {
        title: t`The first 13 hex characters as a number`,
        how: t`If ${'divisor' in params ? params.divisor : 0} divides h, the round is an instant bust`,
      }
    case 'outcome':
      return { title: t(fairGames[game].outcome.title), how: t(fairGames[game].outcome.how) }
    case 'payout':
      return { title: t`The payout`, how: t`The stake and the rule of the game give the payout` }
  }
}

function drawnWords<G extends GameName>(game: G, proof: ProofOf[G]): string | undefined {
  return fairGames[game].drawnWords?.(proof)
}

/** A step in the language that is shown. A wrong step also shows what the proof claims; that comes with the English words alone, as its value does. */
export function stepInWords(proof: Proof, step: ProofStep): ProofStep {
  if (i18n.locale === sourceLocale) return step
  const { title, how } = stepWords(proof, step)
  const value = (step.name === 'outcome' ? drawnWords(proof.game, proof) : undefined) ?? step.value
  const isClaimed = !step.ok && step.name !== 'seed-hash'
  return { ...step, title, value, how: isClaimed ? t`Wrong: ${how}` : how }
}

const noteWords: Readonly<Record<ProofNote['name'], () => string>> = {
  'compare-seal': () =>
    t`Compare the commitment (the hash of the server seed) with the hash that you saw before the bet. If both are the same, the seed was fixed before the bet.`,
  'compare-chain': () =>
    t`Compare the chain end and the salt with the values published before the first round of the chain. Compare the fairness hash with the hash sent when betting opened.`,
  'server-made-client-seed': () =>
    t`The server made the client seed of this bet, so it could have known the result in advance. Bet in the app, or send your own client seed with each bet.`,
  'stored-client-seed': () =>
    t`This client seed does not end in "-" and 16 random characters. If it was stored before the bet, the server may have known it when it chose its seed.`,
  'payout-unchecked': () => t`This proof has no stake and payout. The check covers only the result.`,
  'payout-table-only': () =>
    t`This proof does not say when the player stopped. The check shows only that the game can pay this amount.`,
}

/** The words of the verifier itself are English; another language says each step, the summary and the notes by name. */
export function inWords(proof: Proof, { valid, summary, steps, notes }: Verification): VerificationInWords {
  const said = steps.map((step) => stepInWords(proof, step))
  if (i18n.locale === sourceLocale) return { valid, summary, steps: said, notes: notes.map(({ text }) => text) }
  const wrong = said.find(({ ok }) => !ok)
  const name = fairGames[proof.game].betName(proof.nonce)
  return {
    valid,
    summary: wrong ? t`${name} is not verified: ${wrong.title}.` : t`${name}: the result matches its commitment.`,
    steps: said,
    notes: notes.map((note) => noteWords[note.name]()),
  }
}

/** Why something cannot be read as a proof. */
export function unreadableText(error: UnreadableProofError): string {
  return i18n.locale === sourceLocale
    ? error.message
    : t`This proof is not readable: a field is missing or has a wrong type.`
}
