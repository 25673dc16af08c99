import { isContention, isDataRefused } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Draft } from './db/claim.ts'
import type { Move } from './db/lasting.ts'
import type { Claim, EndedPlay } from './plays.ts'

/**
 * The meaning of a failed batch. `lost`: the outcome is unknown, or the connection is at fault.
 * `data`: the database refuses an entry.
 */
export type Failure = 'contended' | 'lost' | 'data'

export interface Entry<Item, Result> {
  readonly item: Item
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  /** How the newest batch that it was in has failed. */
  failure?: Failure
}

/** What is written together, in this order: a player's next play is claimed when the one before it has ended. */
interface Entries {
  readonly records: readonly Entry<EndedPlay, boolean>[]
  readonly moves: readonly Entry<Move, boolean>[]
  readonly claims: readonly Entry<Draft, Claim | undefined>[]
}
export type Batch = Entries

/** Of each kind, in a batch. */
const maxBatch = 256
/** The sender of what could not be written for so long is told so. A record stays until it is written: the wallet has booked it. */
const patienceMs = 3_000

/** What waits to be written. */
export class Waiting {
  readonly records: Entry<EndedPlay, boolean>[] = []
  readonly moves: Entry<Move, boolean>[] = []
  readonly claims: Entry<Draft, Claim | undefined>[] = []

  get count(): number {
    return this.records.length + this.urgent
  }

  /** Those for which somebody waits. */
  get urgent(): number {
    return this.moves.length + this.claims.length
  }

  /** The next batch, without what has waited too long. An entry of a batch that the database has not taken goes alone. */
  take(): Batch {
    dropLate(this.moves)
    dropLate(this.claims)
    const none: Batch = { records: [], moves: [], claims: [] }
    if (isRefused(this.records)) return { ...none, records: this.records.splice(0, 1) }
    if (isRefused(this.moves)) return { ...none, moves: this.moves.splice(0, 1) }
    if (isRefused(this.claims)) return { ...none, claims: this.claims.splice(0, 1) }
    return {
      records: inOrder(this.records.splice(0, maxBatch)),
      moves: inOrder(this.#takeMoves()),
      claims: inOrder(this.claims.splice(0, maxBatch)),
    }
  }

  /** One of each play: of two only one can be decided by its state, and one statement does not write a row twice. */
  #takeMoves(): Entry<Move, boolean>[] {
    const taken = this.moves.splice(0, maxBatch)
    const byPlay = new Map(taken.toReversed().map((entry) => [entry.item.play.betId, entry]))
    const first = new Set(byPlay.values())
    this.moves.unshift(...taken.filter((entry) => !first.has(entry)))
    return [...first]
  }

  /** Lets a failed batch wait again, ahead of what has come since. */
  putBack({ records, moves, claims }: Batch, failure: Failure): void {
    for (const entry of [...records, ...moves, ...claims]) entry.failure = failure
    this.records.unshift(...records)
    this.moves.unshift(...moves)
    this.claims.unshift(...claims)
  }
}

const isRefused = ([first]: readonly Pick<Entry<never, never>, 'failure'>[]) => first?.failure === 'data'

function dropLate<E extends Pick<Entry<never, never>, 'since' | 'reject'>>(entries: E[]): void {
  const sinceMs = performance.now() - patienceMs
  for (const entry of entries.splice(0))
    if (entry.since < sinceMs) entry.reject(new Refusal('unavailable'))
    else entries.push(entry)
}

export function failureOf(error: unknown): Failure {
  if (isContention(error)) return 'contended'
  return isDataRefused(error) || error instanceof TypeError || error instanceof RangeError ? 'data' : 'lost'
}

export function addTo<Item, Result>(entries: Entry<Item, Result>[], item: Item): Promise<Result> {
  return new Promise((resolve, reject) => entries.push({ item, since: performance.now(), resolve, reject }))
}

export const entriesOf = ({ records, moves, claims }: Batch): Batch[keyof Batch][number][] => [
  ...records,
  ...moves,
  ...claims,
]

export function rejectAll(entries: readonly Pick<Entry<never, never>, 'reject'>[], error: unknown): void {
  for (const { reject } of entries) reject(error)
}

/** A step changes only the steps of its game. */
export const isStep = ({ item }: Entry<Move, boolean>): boolean => item.seat === undefined

/** The seat that an entry is about. */
export function seatOf(item: EndedPlay | Move | Draft): Pick<Claim, 'playerId' | 'game'> {
  if ('request' in item) return item.request
  return 'play' in item ? item.play : item
}

/** By player: all replicas lock seats in this order, so that no two wait for each other's. */
function inOrder<E extends { readonly item: EndedPlay | Move | Draft }>(entries: readonly E[]): E[] {
  return entries.toSorted((a, b) => (seatOf(a.item).playerId < seatOf(b.item).playerId ? -1 : 1))
}
