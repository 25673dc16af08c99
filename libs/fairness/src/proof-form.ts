/** What all proofs carry (docs/concepts/fairness.md). */
interface ProofBase {
  readonly version: string
  readonly id: string
  readonly serverSeed: string
  readonly serverSeedHash: string
  readonly clientSeed: string
  readonly clientSeedBy: string
  readonly nonce: number
  /** Rupees. */
  readonly stake?: number
  /** Rupees. */
  readonly payout?: number
}

export interface DiceProof extends ProofBase {
  readonly game: 'dice'
  readonly params: { readonly rollOver: number }
  readonly outcome: { readonly roll: number }
}

export interface SlotsProof extends ProofBase {
  readonly game: 'slots'
  readonly params: Readonly<Record<string, never>>
  readonly outcome: { readonly reels: readonly string[] }
}

export interface MinesProof extends ProofBase {
  readonly game: 'mines'
  readonly params: { readonly minesCount: number }
  readonly outcome: { readonly minePositions: readonly number[] }
}

export interface AviatorProof extends ProofBase {
  readonly game: 'aviator'
  readonly params: {
    readonly divisor: number
    readonly volatilityMode: string
    readonly clientSeeds: readonly string[]
    readonly salt: string
    readonly chainId: string
    readonly chainEnd: string
    readonly firstRound: number
  }
  readonly outcome: { readonly crashPoint: number }
}

export type Proof = DiceProof | SlotsProof | MinesProof | AviatorProof

/** The value is not a proof. The message is one sentence for the user. */
export class UnreadableProofError extends Error {
  override readonly name = 'UnreadableProofError'
}

type Fields = Readonly<Record<string, unknown>>
const longestText = 200
const longestList = 25

/**
 * Reads the JSON of a proof: `{ proof: { ... } }` as the routes answer it, or the inner object alone. Unknown fields
 * are ignored. Throws UnreadableProofError when a field is missing or of another type; whether the values are allowed
 * and true is the work of `verifyProof`.
 */
export function readProof(value: unknown): Proof {
  const outer = fieldsOf(value, 'A proof')
  const fields = 'proof' in outer ? fieldsOf(outer.proof, 'The field "proof"') : outer
  const game = textOf(fields, 'game')
  const params = fieldsOf(fields.params, 'The field "params"')
  const outcome = fieldsOf(fields.outcome, 'The field "outcome"')
  const base = readBase(fields)
  switch (game) {
    case 'dice':
      return {
        ...base,
        game,
        params: { rollOver: numberOf(params, 'rollOver') },
        outcome: { roll: numberOf(outcome, 'roll') },
      }
    case 'slots':
      return { ...base, game, params: {}, outcome: { reels: listOf(outcome, 'reels').map(asText('reels')) } }
    case 'mines': {
      const minePositions = listOf(outcome, 'minePositions').map(asNumber('minePositions'))
      return { ...base, game, params: { minesCount: numberOf(params, 'minesCount') }, outcome: { minePositions } }
    }
    case 'aviator':
      return {
        ...base,
        game,
        params: readAviatorParams(params),
        outcome: { crashPoint: numberOf(outcome, 'crashPoint') },
      }
    default:
      throw new UnreadableProofError('The field "game" must be dice, slots, mines or aviator.')
  }
}

function readBase(fields: Fields): ProofBase {
  return {
    version: textOf(fields, 'version'),
    id: textOf(fields, 'id'),
    serverSeed: hexOf(fields, 'serverSeed'),
    serverSeedHash: hexOf(fields, 'serverSeedHash'),
    clientSeed: textOf(fields, 'clientSeed'),
    clientSeedBy: textOf(fields, 'clientSeedBy'),
    nonce: numberOf(fields, 'nonce'),
    ...(isGiven(fields.stake) ? { stake: numberOf(fields, 'stake') } : {}),
    ...(isGiven(fields.payout) ? { payout: numberOf(fields, 'payout') } : {}),
  }
}

function readAviatorParams(params: Fields): AviatorProof['params'] {
  return {
    divisor: numberOf(params, 'divisor'),
    volatilityMode: textOf(params, 'volatilityMode'),
    clientSeeds: listOf(params, 'clientSeeds').map(asText('clientSeeds')),
    salt: hexOf(params, 'salt'),
    chainId: textOf(params, 'chainId'),
    chainEnd: hexOf(params, 'chainEnd'),
    firstRound: numberOf(params, 'firstRound'),
  }
}

/** The names of fields as a page shows them. */
const words: Readonly<Partial<Record<string, string>>> = {
  serverSeed: 'server seed',
  serverSeedHash: 'commitment (the hash of the server seed)',
  clientSeed: 'client seed',
}
const saidOf = (name: string): string => words[name] ?? `field "${name}"`

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(value: unknown, what: string): Fields {
  if (!isFields(value)) throw new UnreadableProofError(`${what} must be a JSON object.`)
  return value
}

const textOf = (fields: Fields, name: string): string => asText(name)(fields[name])
/** Hex means the same in both cases; hashes are made of lower case. */
const hexOf = (fields: Fields, name: string): string => textOf(fields, name).toLowerCase()
const numberOf = (fields: Fields, name: string): number => asNumber(name)(fields[name])

function listOf(fields: Fields, name: string): readonly unknown[] {
  const value: unknown = fields[name]
  if (Array.isArray(value) && value.length <= longestList) return value
  throw new UnreadableProofError(`The ${saidOf(name)} must be a list of at most ${longestList} entries.`)
}

const asText =
  (name: string) =>
  (value: unknown): string => {
    if (typeof value === 'string' && value.length <= longestText) return value
    throw new UnreadableProofError(`The ${saidOf(name)} must hold text of at most ${longestText} characters.`)
  }

const asNumber =
  (name: string) =>
  (value: unknown): number => {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw new UnreadableProofError(`The ${saidOf(name)} must hold a number.`)
  }
