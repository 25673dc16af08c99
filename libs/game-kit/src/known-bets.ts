import { hash } from 'node:crypto'
import { readBet } from '@kismet/contracts'
import type { GameName } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { betIdOf, isSettled, readPlacedDetail } from './bet.ts'
import type { Bet, OpenBet, SeedSource } from './bet.ts'
import type { Answer, Question } from './db/look-up.ts'
import type { GameContext } from './game-context.ts'
import { readOwnSeed } from './own-seed.ts'
import { betOf, placedBet } from './recorded-bet.ts'

/** What is known of a player's game before the next bet. */
export interface Known {
  readonly ownSeed: string | undefined
  /** The bet of the request's key. */
  readonly keyed: Bet | undefined
  /** The newest bet, while it is in progress. */
  readonly open: OpenBet | undefined
  /** The nonce of the newest bet; 0 before the first. */
  readonly nonce: number
  /** The source of the next commitment; undefined before the first. */
  readonly next: SeedSource | undefined
  /** Bets that the table lacks, because its reader is behind. */
  readonly unstored: readonly Bet[]
  /** False while the table is far behind. Then the key may be of a bet that neither the table nor the memory has. */
  readonly isComplete: boolean
}

/** What the table of bets and the memory of this replica know of a player's game. */
export async function lookUp(ctx: GameContext, question: Question): Promise<Known> {
  const { playerId, game, keyHash } = question
  const stored = await ctx.lookUp(question)
  const storedNonce = stored.newest === null ? 0 : readPlacedDetail(stored.newest.placed.detail).nonce
  const isOpen = stored.newest?.placed.kind === 'reserve' && stored.newest.ended === null
  const settledTo = isOpen ? storedNonce - 1 : storedNonce
  ctx.recent.forget({ playerId, game, nonce: settledTo }, stored.restore?.atMs ?? 0)
  const recent = ctx.recent.of(playerId, game)
  const newer = recent.filter(({ nonce }) => nonce > storedNonce)
  const nonce = newer[0]?.nonce ?? storedNonce
  const found = [stored.keyed, isOpen ? stored.newest : null].filter((entries) => entries !== null)
  const bets = ctx.recent.merged(
    found.map((entries) => betOf(ctx, entries)),
    recent,
  )
  const newest = bets.find((bet) => bet.nonce === nonce)
  return {
    ownSeed: stored.ownSeed ?? undefined,
    keyed: bets.find((bet) => bet.keyHash === keyHash),
    open: newest === undefined || isSettled(newest) ? undefined : newest,
    nonce,
    next: sourceIn(stored, newer[0]),
    unstored: newer,
    isComplete: newer.length === nonce - storedNonce && !stored.isUnread,
  }
}

/** Bets by other replicas within the last moment, of one player and game. */
const maxMissed = 50

/**
 * The same after all bets that the ledger has. The table of bets is behind the ledger for a moment, and
 * another replica may have placed the newest bet.
 */
export async function lookUpNewest(ctx: GameContext, question: Question, requestId: string): Promise<Known> {
  for (let missed = 0; missed < maxMissed; missed += 1) {
    const known = await lookUp(ctx, question)
    if (!(await learnNext(ctx, question, known.nonce, requestId).catch(ifUnavailable))) return known
  }
  throw new Refusal('unavailable')
}

/** Without the wallet a list or a commitment is shown that may be behind. */
function ifUnavailable(error: unknown): false {
  if (isRefusal(error, 'unavailable')) return false
  throw error
}

/** Asks the wallet whether the next nonce is used. @returns whether it is, and then the bet is remembered */
export async function learnNext(
  ctx: GameContext,
  { playerId, game }: Pick<Question, 'playerId' | 'game'>,
  nonce: number,
  requestId: string,
): Promise<boolean> {
  const bet = await placedInLedger(ctx, betIdOf({ playerId, game, nonce: nonce + 1 }), requestId)
  if (bet !== undefined) ctx.recent.remember(bet)
  return bet !== undefined
}

/** A bet that the ledger has, without the end of a game that lasts. */
export async function placedInLedger(ctx: GameContext, betId: string, requestId: string): Promise<Bet | undefined> {
  const { bet } = await ctx.bus.call(readBet, { betId }, { requestId })
  return bet === null ? undefined : placedBet(ctx, bet)
}

/**
 * The source of the next commitment. After the ledger lost entries, a commitment from before
 * may be one whose seed was revealed: it gets another salt.
 */
function sourceIn({ newest, first, restore }: Answer, newer?: Bet): SeedSource | undefined {
  const before = newer?.placed ?? newest?.placed
  const source = before === undefined ? first : readPlacedDetail(before.detail).next
  if (source === null) return undefined
  const { version, epoch, salt } = source
  const atMs = before === undefined ? (first?.atMs ?? 0) : Date.parse(before.at)
  if (restore === null || atMs >= restore.atMs) return { version, epoch, salt }
  return { version, epoch, salt: hash('sha256', `${restore.salt}|${salt}`, 'hex').slice(0, salt.length) }
}

/** The version of new commitments. @throws Error when this service does not have the game */
export function versionOf({ games }: Pick<GameContext, 'games'>, name: GameName): string {
  const game = games.find((candidate) => candidate.name === name)
  if (game === undefined) throw new Error(`This service has no game ${name}`)
  return game.version
}

/** Publishes the first commitment of a player's game. Concurrent calls get the same one. */
export async function publishFirst(
  ctx: GameContext,
  playerId: string,
  name: GameName,
  requestId: string,
): Promise<SeedSource> {
  await readOwnSeed(ctx, playerId, requestId)
  const { version, epoch, salt } = ctx.seeds.newSource(versionOf(ctx, name))
  await ctx.db.query(
    `INSERT INTO first_commitment (player_id, game, version, epoch, salt) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [playerId, name, version, epoch, salt],
  )
  const source = sourceIn(await ctx.lookUp({ playerId, game: name, keyHash: '' }))
  if (source === undefined) throw new Error(`The first commitment of ${playerId} at ${name} is missing`)
  return source
}
