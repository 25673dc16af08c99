import { mathsVersion, readProof } from '@kismet/fairness'
import type { Proof } from '@kismet/fairness'
import { t } from '@lingui/core/macro'
import type { GameName } from '../../core/games.ts'
import type { Claim, ProofOf } from './fair-games.ts'
import { fairGames, numberOf } from './fair-games.ts'

/** What is typed into the verifier. */
export interface VerifierTexts extends Claim {
  game: GameName
  serverSeed: string
  clientSeed: string
  nonce: string
  serverSeedHash: string
}

/** What a proof says besides: it came with a bet or a file, not from the keyboard. */
export interface VerifierInput {
  texts: VerifierTexts
  proof: Proof | null
}

/** An empty form of a game. */
export function emptyTexts(game: GameName): VerifierTexts {
  const setting = fairGames[game].setting?.first ?? ''
  return { game, serverSeed: '', clientSeed: '', nonce: '', serverSeedHash: '', setting, claim: '' }
}

function claimOf<G extends GameName>(game: G, proof: ProofOf[G]): Claim {
  return fairGames[game].claimOf(proof)
}

function spokenClaim<G extends GameName>(game: G, proof: ProofOf[G]): string | undefined {
  return fairGames[game].spoken?.(proof)
}

/** The form filled with a proof. */
export function textsOfProof(proof: Proof): VerifierTexts {
  const { game, serverSeed, clientSeed, nonce, serverSeedHash } = proof
  return { game, serverSeed, clientSeed, nonce: String(nonce), serverSeedHash, ...claimOf(game, proof) }
}

/** The proof that came with a bet or a file, while the form still says the same: an edit makes it a claim of the keyboard. */
function untouchedProof({ texts, proof }: VerifierInput): Proof | null {
  return proof !== null && JSON.stringify(textsOfProof(proof)) === JSON.stringify(texts) ? proof : null
}

/** The claimed result as it stands in its field: symbols that came with a proof by the names they have in the language that is shown. */
export function shownClaim(input: VerifierInput): string {
  const untouched = untouchedProof(input)
  return (untouched && spokenClaim(untouched.game, untouched)) ?? input.texts.claim
}

/** What is missing before anything can be computed, or null. */
export function missingField({
  game,
  serverSeed,
  clientSeed,
  nonce,
  serverSeedHash,
  setting,
  claim,
}: VerifierTexts): string | null {
  const asked = fairGames[game]
  const given: [string, string][] = [
    [t`Server seed`, serverSeed],
    [t`Client seed`, clientSeed],
    [t`Nonce`, nonce],
    ...(asked.setting === null ? [] : [[t(asked.setting.name), setting] satisfies [string, string]]),
    [t(asked.result.name), claim],
    [t`Commitment hash`, serverSeedHash],
  ]
  return given.find(([, text]) => text.trim() === '')?.[0] ?? null
}

/** The proof that the form describes; null for a game whose whole proof no form asks for. */
export function proofOfForm(input: VerifierInput): Proof | null {
  const untouched = untouchedProof(input)
  if (untouched) return untouched
  const { game, serverSeed, clientSeed, nonce, serverSeedHash, setting, claim } = input.texts
  const typed = fairGames[game].typed?.({ setting, claim })
  if (typed === undefined) return null
  return readProof({
    version: mathsVersion,
    id: 'typed',
    game,
    serverSeed: serverSeed.trim(),
    serverSeedHash: serverSeedHash.trim(),
    clientSeed: clientSeed.trim(),
    clientSeedBy: input.proof?.clientSeedBy ?? 'player',
    nonce: numberOf(nonce),
    ...typed,
  })
}
