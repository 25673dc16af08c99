import { mathsVersion, readProof } from '@kismet/fairness'
import type { Proof, VolatilityMode } from '@kismet/fairness'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { GameName } from '../../core/paths.ts'
import { nameOfSymbol, symbolCalled } from '../../entities/game/symbol-names.ts'

/** What is typed into the verifier. `setting` is the roll-over, the number of mines or the volatility mode; `claim` is the result. */
export interface VerifierTexts {
  game: GameName
  serverSeed: string
  clientSeed: string
  nonce: string
  serverSeedHash: string
  setting: string
  claim: string
}

/** What a proof says besides: it came with a bet or a file, not from the keyboard. */
export interface VerifierInput {
  texts: VerifierTexts
  proof: Proof | null
}

/** The names of the two fields that differ by game. */
export const fieldNames: Readonly<
  Record<GameName, { setting: MessageDescriptor | null; claim: MessageDescriptor; unit?: string }>
> = {
  aviator: { setting: msg`Volatility mode`, claim: msg`Claimed multiplier`, unit: 'x' },
  mines: { setting: msg`Mines`, claim: msg`Claimed mines` },
  dice: { setting: msg`Roll over`, claim: msg`Claimed roll` },
  slots: { setting: null, claim: msg`Claimed reels` },
}

export const volatilityModes = ['mild', 'normal', 'hard'] as const satisfies VolatilityMode[]
export const modeNames: Readonly<Record<VolatilityMode, MessageDescriptor>> = {
  mild: msg`mild`,
  normal: msg`normal`,
  hard: msg`hard`,
}

const firstSettings: Readonly<Record<GameName, string>> = { aviator: 'normal', mines: '3', dice: '50.50', slots: '' }

/** An empty form of a game. */
export function emptyTexts(game: GameName): VerifierTexts {
  return {
    game,
    serverSeed: '',
    clientSeed: '',
    nonce: '',
    serverSeedHash: '',
    setting: firstSettings[game],
    claim: '',
  }
}

/** The form filled with a proof. */
export function textsOfProof(proof: Proof): VerifierTexts {
  const { game, serverSeed, clientSeed, nonce, serverSeedHash } = proof
  return { game, serverSeed, clientSeed, nonce: String(nonce), serverSeedHash, ...claimOf(proof) }
}

function claimOf(proof: Proof): Pick<VerifierTexts, 'setting' | 'claim'> {
  switch (proof.game) {
    case 'dice':
      return { setting: proof.params.rollOver.toFixed(2), claim: proof.outcome.roll.toFixed(2) }
    case 'slots':
      return { setting: '', claim: proof.outcome.reels.join(', ') }
    case 'mines':
      return { setting: String(proof.params.minesCount), claim: proof.outcome.minePositions.join(', ') }
    case 'aviator':
      return { setting: proof.params.volatilityMode, claim: proof.outcome.crashPoint.toFixed(2) }
  }
}

const listed = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(/x$/i, '')))

/** The proof that came with a bet or a file, while the form still says the same: an edit makes it a claim of the keyboard. */
function untouchedProof({ texts, proof }: VerifierInput): Proof | null {
  return proof !== null && JSON.stringify(textsOfProof(proof)) === JSON.stringify(texts) ? proof : null
}

/** The claimed result as it stands in its field: symbols that came with a proof by the names they have in the language that is shown. */
export function shownClaim(input: VerifierInput): string {
  const untouched = untouchedProof(input)
  return untouched?.game === 'slots' ? untouched.outcome.reels.map(nameOfSymbol).join(', ') : input.texts.claim
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
  const names = fieldNames[game]
  const given: [string, string][] = [
    [t`Server seed`, serverSeed],
    [t`Client seed`, clientSeed],
    [t`Nonce`, nonce],
    [names.setting === null ? '' : t(names.setting), names.setting === null ? '-' : setting],
    [t(names.claim), claim],
    [t`Commitment hash`, serverSeedHash],
  ]
  return given.find(([, text]) => text.trim() === '')?.[0] ?? null
}

/** The proof that the form describes; for Aviator null, because a round's whole proof has its chain, which no form asks for. */
export function proofOfForm(input: VerifierInput): Proof | null {
  const untouched = untouchedProof(input)
  if (untouched) return untouched
  const { game, serverSeed, clientSeed, nonce, serverSeedHash, setting, claim } = input.texts
  if (game === 'aviator') return null
  const outcomes = {
    dice: { params: { rollOver: numberOf(setting) }, outcome: { roll: numberOf(claim) } },
    slots: { params: {}, outcome: { reels: listed(claim).map(symbolCalled) } },
    mines: { params: { minesCount: numberOf(setting) }, outcome: { minePositions: listed(claim).map(Number) } },
  }
  return readProof({
    version: mathsVersion,
    id: 'typed',
    game,
    serverSeed: serverSeed.trim().toLowerCase(),
    serverSeedHash: serverSeedHash.trim().toLowerCase(),
    clientSeed: clientSeed.trim(),
    clientSeedBy: input.proof?.clientSeedBy ?? 'player',
    nonce: numberOf(nonce),
    ...outcomes[game],
  })
}
