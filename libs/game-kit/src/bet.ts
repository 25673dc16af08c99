import { hash } from 'node:crypto'
import { betIdFor } from '@kismet/contracts'
import type { GameName, RecordedBet } from '@kismet/contracts'
import { z } from 'zod'
import type { Settlement } from './game.ts'

/** What the server seed of a nonce is made from, beside the secret of the epoch (seeds.ts). */
export interface SeedSource {
  /** The version of the maths. */
  readonly version: string
  readonly epoch: string
  /** 32 lower-case hex characters. */
  readonly salt: string
}

/** Whose bet it is, and its number among the bets of the player in the game. */
export interface BetPlace {
  readonly game: GameName
  readonly playerId: string
  readonly nonce: number
}

/** A bet whose stake is taken. Amounts in paise. */
export interface OpenBet extends BetPlace {
  readonly betId: string
  readonly source: SeedSource
  readonly serverSeedHash: string
  /** Of the next nonce. */
  readonly next: SeedSource
  readonly nextServerSeedHash: string
  readonly clientSeed: string
  readonly clientSeedBy: 'player' | 'server'
  /** Names the idempotency key (`keyHashOf`). */
  readonly keyHash: string
  readonly stakePaise: number
  readonly params: object
  readonly openedAtMs: number
  /** Its first entry of the ledger. */
  readonly placed: RecordedBet
}

/** A bet that has ended. */
export interface SettledBet extends OpenBet, Settlement {
  /** Revealed. */
  readonly serverSeed: string
  /** The entry of the ledger that ended it: the first one, unless the game lasted. */
  readonly ended: RecordedBet
  readonly settledAtMs: number
  /** The stake was returned. */
  readonly isRefund: boolean
}

/** What the table has of a bet: its entries of the ledger. */
export interface Entries {
  readonly placed: RecordedBet
  /** The end of a game that lasted. */
  readonly ended: RecordedBet | null
}

export type Bet = OpenBet | SettledBet

export const isSettled = (bet: Bet): bet is SettledBet => 'serverSeed' in bet

/** Written as a list, because a detail has 512 bytes. */
const Source = z
  .tuple([z.string().max(16), z.string().max(16), z.string().regex(/^[0-9a-f]{32}$/)])
  .transform(([version, epoch, salt]): SeedSource => ({ version, epoch, salt }))

/** What a game stores with the ledger entry of a new bet: all that is needed to compute the bet again and to go on. */
const PlacedDetail = z.object({
  nonce: z.int().positive(),
  source: Source,
  next: Source,
  clientSeed: z.string(),
  by: z.enum(['player', 'server']),
  key: z.string(),
  params: z.record(z.string(), z.unknown()),
})

/** The same for the end of a game that lasts: the steps, and who ended the game. */
const EndedDetail = z.object({ steps: z.array(z.unknown()), by: z.enum(['step', 'player', 'idleness']) })
export type EndedDetail = z.output<typeof EndedDetail>

export type Placed = Pick<OpenBet, 'nonce' | 'source' | 'next' | 'clientSeed' | 'clientSeedBy' | 'keyHash' | 'params'>

const listOf = ({ version, epoch, salt }: SeedSource) => [version, epoch, salt]

/** The detail of a new bet (`BetDetail` of the contracts). */
export function placedDetail({ nonce, source, next, clientSeed, clientSeedBy, keyHash, params }: Placed): string {
  const sources = { source: listOf(source), next: listOf(next) }
  return JSON.stringify({ nonce, ...sources, clientSeed, by: clientSeedBy, key: keyHash, params })
}

/** @throws Error for a detail that this service did not write */
export function readPlacedDetail(detail: string): Placed {
  const { by, key, ...placed } = PlacedDetail.parse(JSON.parse(detail))
  return { ...placed, clientSeedBy: by, keyHash: key }
}

export const endedDetail = (detail: EndedDetail): string => JSON.stringify(detail)

/** @throws Error for a detail that this service did not write */
export const readEndedDetail = (detail: string): EndedDetail => EndedDetail.parse(JSON.parse(detail))

/**
 * The id of the bet with a nonce: a UUID of version 8. Two replicas that place the same nonce send the same id, and the
 * wallet books one of them. It is 56 bits of a hash of game and player, 32 bits of nonce and a hash of all three. So the
 * ids of a player follow each other in an index, and a bet touches a page that is in memory.
 */
export function betIdOf({ game, playerId, nonce }: BetPlace): string {
  const player = hash('sha256', `kismet/bet/2|${game}|${playerId}`, 'hex')
  const rest = hash('sha256', `kismet/bet/2|${game}|${playerId}|${nonce}`, 'hex')
  const order = nonce.toString(16).padStart(8, '0')
  const variant = ((Number.parseInt(rest.slice(0, 1), 16) & 0b0011) | 0b1000).toString(16)
  const id = `${player.slice(0, 8)}-${player.slice(8, 12)}-8${player.slice(12, 15)}-${variant}${order.slice(0, 3)}-${order.slice(3)}${rest.slice(1, 8)}`
  return betIdFor(game, id)
}

/** A short name of an idempotency key. @param scope sets the keys of one operation apart from those of another */
export function keyHashOf(key: string, scope = ''): string {
  return hash('sha256', `${scope}:${key}`, 'base64url').slice(0, 22)
}
