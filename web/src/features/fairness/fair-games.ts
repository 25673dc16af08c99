import { chanceToCrashAtOnce, drawReels } from '@kismet/fairness'
import type { AviatorProof, DiceProof, MinesProof, SlotsProof, VolatilityMode } from '@kismet/fairness'
import chip from '@kismet/ui/art/chip-500.svg'
import gem from '@kismet/ui/art/gem.svg'
import plane from '@kismet/ui/art/plane.svg'
import seven from '@kismet/ui/art/seven.svg'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { GameName } from '../../core/games.ts'
import { lineWords, symbolNames } from '../../entities/game/symbol-names.ts'

/** What ids are called in the language that is shown. The ids are for machines. */
type Names = Readonly<Record<string, MessageDescriptor>>

/** The name of an id; an unknown id stays as it is. */
function nameOfId(names: Names, id: string): string {
  const found = Object.entries(names).find(([known]) => known === id)
  return found ? t(found[1]) : id
}

/** The id with this name; any other text in lower case. */
function idOfName(names: Names, name: string): string {
  const wanted = name.trim().toLowerCase()
  const found = Object.entries(names).find(([, called]) => t(called).toLowerCase() === wanted)
  return found?.[0] ?? wanted
}

/** What is typed of a proof besides its seeds. */
export interface Claim {
  /** The roll-over, the number of mines or the volatility mode. */
  readonly setting: string
  /** The result. */
  readonly claim: string
}

/** All that the fairness page and the verifier know of one game. */
interface FairGame<P> {
  readonly art: string
  /** Its rule in one sentence. */
  readonly rule: MessageDescriptor
  /** The field of what was chosen for the bet, as it stands there at first; with `options` one of these. */
  readonly setting: {
    readonly name: MessageDescriptor
    readonly first: string
    readonly options?: readonly { readonly value: string; readonly name: MessageDescriptor }[]
  } | null
  /** The field of the result. A list wraps. */
  readonly result: { readonly name: MessageDescriptor; readonly unit?: string; readonly isList?: true }
  /** What a proof claims, as it is typed. */
  readonly claimOf: (proof: P) => Claim
  /** The claim as people say it, where ids stand in it. */
  readonly spoken?: (proof: P) => string
  /** What was typed, as a proof has it; null where no form asks for all of a proof. */
  readonly typed: ((claim: Claim) => { params: object; outcome: object }) | null
  /** The step of a check that computes the result. */
  readonly outcome: { readonly title: MessageDescriptor; readonly how: MessageDescriptor }
  /** The computed result in words, where ids stand in its English value. */
  readonly drawnWords?: (proof: P) => string
  /** What the summary of a check calls a bet. */
  readonly betName: (nonce: number) => string
  /** Equally likely results of one draw of 4 bytes; null where it is not drawn like that. */
  readonly drawnOf: number | null
}

/** The proof of each game. */
export interface ProofOf {
  readonly aviator: AviatorProof
  readonly mines: MinesProof
  readonly dice: DiceProof
  readonly slots: SlotsProof
}

const listed = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

/** A typed number; NaN for an empty text. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(/x$/i, '')))

const modes: readonly { value: VolatilityMode; name: MessageDescriptor }[] = [
  { value: 'mild', name: msg`mild` },
  { value: 'normal', name: msg`normal` },
  { value: 'hard', name: msg`hard` },
]

/** One of this many rounds crashes at 1.00x. */
const roundsPerCrashAtOnce = (mode: VolatilityMode): number => {
  const { numerator, denominator } = chanceToCrashAtOnce(mode)
  return Math.round(Number(denominator) / Number(numerator))
}
const [inMild, inNormal, inHard] = [
  roundsPerCrashAtOnce('mild'),
  roundsPerCrashAtOnce('normal'),
  roundsPerCrashAtOnce('hard'),
]

/** The games in the order of the page, with all texts about each game, except the texts of its steps. */
export const fairGames: { readonly [G in GameName]: FairGame<ProofOf[G]> } = {
  aviator: {
    art: plane,
    rule: msg`The server seeds are a hash chain. They are made in advance and used in reverse order. When betting closes, the first three bets make the client seed of the round. About 1 round in ${inNormal} crashes at once at 1.00x in normal mode, 1 in ${inMild} in mild mode, 1 in ${inHard} in hard mode.`,
    setting: { name: msg`Volatility mode`, first: 'normal', options: modes },
    result: { name: msg`Claimed multiplier`, unit: 'x' },
    claimOf: ({ params, outcome }) => ({ setting: params.volatilityMode, claim: outcome.crashPoint.toFixed(2) }),
    // A round's whole proof has its chain.
    typed: null,
    outcome: { title: msg`The crash point`, how: msg`floor((100 x 2^52 - 1) / h) / 100, from 1 to 100` },
    betName: (nonce) => t`Round ${nonce}`,
    drawnOf: null,
  },
  mines: {
    art: gem,
    rule: msg`All mines are placed before your first tile. The multiplier after k tiles is 0.95 divided by the chance of opening k gems.`,
    setting: { name: msg`Mines`, first: '3' },
    result: { name: msg`Claimed mines`, isList: true },
    claimOf: ({ params, outcome }) => ({
      setting: String(params.minesCount),
      claim: outcome.minePositions.join(', '),
    }),
    typed: ({ setting, claim }) => ({
      params: { minesCount: numberOf(setting) },
      outcome: { minePositions: listed(claim).map(Number) },
    }),
    outcome: {
      title: msg`The mines`,
      how: msg`The 25 tiles are shuffled by numbers of 4 bytes each; the first ones are the mines, sorted`,
    },
    betName: (nonce) => t`Mines bet ${nonce}`,
    drawnOf: 25,
  },
  dice: {
    art: chip,
    rule: msg`The roll is one of 10,000 equally likely numbers, 0.00 to 99.99. You win when the roll is at or above your number.`,
    setting: { name: msg`Roll over`, first: '50.50' },
    result: { name: msg`Claimed roll` },
    claimOf: ({ params, outcome }) => ({ setting: params.rollOver.toFixed(2), claim: outcome.roll.toFixed(2) }),
    typed: ({ setting, claim }) => ({
      params: { rollOver: numberOf(setting) },
      outcome: { roll: numberOf(claim) },
    }),
    outcome: {
      title: msg`The roll`,
      how: msg`4 bytes of the hash as a number, mod 10000, divided by 100`,
    },
    betName: (nonce) => t`Dice bet ${nonce}`,
    drawnOf: 10_000,
  },
  slots: {
    art: seven,
    rule: msg`Each reel has 32 equally likely stops: seven 1, diamond 3, bell 4, cherry 6, lemon 8, tiger 10.`,
    setting: null,
    result: { name: msg`Claimed reels`, isList: true },
    claimOf: ({ outcome }) => ({ setting: '', claim: outcome.reels.join(', ') }),
    spoken: ({ outcome }) => outcome.reels.map((id) => nameOfId(symbolNames, id)).join(', '),
    typed: ({ claim }) => ({
      params: {},
      outcome: { reels: listed(claim).map((name) => idOfName(symbolNames, name)) },
    }),
    outcome: {
      title: msg`The reels`,
      how: msg`Three numbers of 4 bytes each, mod 32: 0 seven, 1-3 diamond, 4-7 bell, 8-13 cherry, 14-21 lemon, 22-31 tiger`,
    },
    drawnWords: (proof) => lineWords(drawReels(proof)),
    betName: (nonce) => t`Slots bet ${nonce}`,
    drawnOf: 32,
  },
}

/** In the order of the page. */
export const fairGameNames = Object.keys(fairGames) as readonly GameName[]
