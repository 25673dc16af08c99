import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { IdempotencyKey, limits, paise, playBet, reserveBet, Rupees } from '@kismet/contracts'
import type { ErrorCode, RecordedBet } from '@kismet/contracts'
import { freshPart } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { isRefusal, Refusal, requireInput } from '@kismet/service-kit/refusal'
import { betIdOf, isSettled, keyHashOf, placedDetail } from './bet.ts'
import type { Bet, BetPlace, Placed, SeedSource, SettledBet } from './bet.ts'
import { writeBets } from './db/bets.ts'
import { dropSteps } from './db/steps.ts'
import { gameOf, isLasting } from './game.ts'
import type { Game, InstantGame } from './game.ts'
import { inOrder } from './game-context.ts'
import type { GameContext, PlayersCall } from './game-context.ts'
import { learnNext, lookUp, lookUpNewest, publishFirst, versionOf } from './known-bets.ts'
import type { Known } from './known-bets.ts'
import { settleEnded } from './lasting.ts'
import { readOwnSeed } from './own-seed.ts'
import { placedBet } from './recorded-bet.ts'

export const notConfirmed = 'Checking whether your bet was placed. The result appears in your list of bets.'

/** A call that places a bet. */
export interface PlaceCall extends PlayersCall {
  readonly input: { readonly clientSeed?: string | undefined; readonly serverSeedHash?: string | undefined }
  replayed(): void
}

/** Stake and parameters of a bet. */
export interface Wager {
  readonly stakePaise: number
  readonly params: object
}

/** What a player asks for. */
export interface Wish {
  readonly game: Game
  /** Sets the keys of an operation apart from those of another one that plays the same game. */
  readonly keysOf?: string
  /** Decided for each attempt, when it is known what the player has bet before. @throws Refusal with status 409 */
  readonly wager: () => Wager | Promise<Wager>
  /** Whether the bet of the key has the wager of this request. Absent: when `wager` is the same. */
  readonly isSame?: (bet: Bet) => boolean
}

/**
 * The attempts to find a nonce that the ledger does not have. A replica is behind by the bets that
 * other replicas placed within the last moment.
 */
const maxAttempts = 3

/**
 * Places a bet: takes the next nonce, computes, and books at the wallet, whose entry is the only
 * write. The bet happens at most once, after any failure.
 * @returns a settled bet of an instant game, or the open bet of a game that lasts
 * @throws Refusal `maintenance`, `idempotency_conflict`, `game_active`, `commitment_changed`,
 * `max_win_exceeded`, `unavailable`, and the refusals of the wallet
 */
export function placeBet(ctx: GameContext, call: PlaceCall, wish: Wish): Promise<Bet> {
  const playerId = call.player.id
  const game = wish.game.name
  const keyHash = keyHashOf(requireInput(IdempotencyKey, call.meta.key), wish.keysOf)
  return inOrder(ctx, game, playerId, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const question = { playerId, game, keyHash }
      // After a conflict this replica may be several bets behind: it learns all of them.
      const known = attempt === 1 ? await lookUp(ctx, question) : await lookUpNewest(ctx, question, call.meta.requestId)
      if (known.keyed !== undefined && (await isSameRequest(call, wish, known.keyed))) {
        call.replayed()
        return known.keyed
      }
      const isClosed = await ctx.maintenance.isOn(call.meta.requestId)
      // The bet of the key may be one that this replica has not read yet: its answer comes before a refusal.
      if (isClosed && (await learnNext(ctx, { game, playerId }, known.nonce, call.meta.requestId))) continue
      if (isClosed) throw new Refusal('maintenance')
      const wager = await requireAllowed(ctx, call, wish, known)
      const next = known.next ?? (await publishFirst(ctx, playerId, game, call.meta.requestId))
      if (!isNamed(ctx, call, { game, playerId, nonce: known.nonce + 1 }, next)) {
        if (await learnNext(ctx, { game, playerId }, known.nonce, call.meta.requestId)) continue
        throw new Refusal('commitment_changed')
      }
      const definition = gameOf(ctx, { game, params: wager.params })
      requireWin(definition, wager)
      const { recorded, outcome } = await book(ctx, call, { ...known, next, keyHash }, definition, wager)
      const bet = placedBet(ctx, recorded)
      ctx.recent.remember(bet)
      if (outcome === 'conflict') continue
      if (outcome === 'replayed') call.replayed()
      if (!isSettled(bet)) await writeGame(ctx, bet, known.unstored, outcome === 'booked')
      return bet
    }
    throw new Refusal('unavailable')
  })
}

/** Places a bet of an instant game. @throws Refusal as `placeBet` */
export async function playInstant(
  ctx: GameContext,
  call: PlaceCall,
  game: InstantGame,
  wager: Wager,
): Promise<SettledBet> {
  const bet = await placeBet(ctx, call, { game, wager: () => wager })
  if (!isSettled(bet)) throw new Error(`The bet ${bet.betId} of ${game.name} is in progress`)
  return bet
}

/** The state of the player's game, in the order of docs/reference/wire.md. @throws Refusal */
async function requireAllowed(ctx: GameContext, call: PlaceCall, { wager }: Wish, known: Known): Promise<Wager> {
  const { requestId } = call.meta
  if (known.keyed !== undefined) throw new Refusal('idempotency_conflict')
  if (!known.isComplete) throw new Refusal('unavailable')
  if (known.open !== undefined && (await settleEnded(ctx, known.open, requestId)) === undefined)
    throw new Refusal('game_active')
  return wager()
}

/** Whether a bet was placed by this request. A client seed that the server made is not part of the request. */
async function isSameRequest({ input }: PlaceCall, wish: Wish, bet: Bet): Promise<boolean> {
  const ownSeed = bet.clientSeedBy === 'player' ? bet.clientSeed : undefined
  if (input.clientSeed !== ownSeed || (input.serverSeedHash ?? bet.serverSeedHash) !== bet.serverSeedHash) return false
  if (wish.isSame !== undefined) return wish.isSame(bet)
  const { stakePaise, params } = await wish.wager()
  return stakePaise === bet.stakePaise && isDeepStrictEqual({ ...params }, { ...bet.params })
}

/** Whether the request names this commitment, or leaves it open. */
function isNamed({ seeds }: GameContext, { input }: PlaceCall, place: BetPlace, next: SeedSource): boolean {
  return input.serverSeedHash === undefined || input.serverSeedHash === seeds.commitment(place, next)
}

/**
 * No version of the maths may pay a bet more than the maximum win, or the first win of a game that
 * lasts.
 * @throws Refusal `max_win_exceeded`
 */
export function requireWin(game: Game, { stakePaise, params }: Wager): void {
  const wins = isLasting(game)
    ? Object.values(game.versions).map((rules) => rules.leastWinPaise(stakePaise, params))
    : Object.values(game.versions).map((rules) => rules.topWinPaise(stakePaise, params))
  if (wins.some((winPaise) => winPaise > limits.maxWinPaise))
    throw new Refusal('max_win_exceeded', undefined, { max: Rupees.encode(limits.maxWinPaise) })
}

/** Refusals by which the wallet says that it booked no bet. */
const conclusive: readonly ErrorCode[] = [
  ...playBet.errors,
  ...reserveBet.errors,
  'invalid_request',
  'too_many_requests',
]

type Basis = Pick<Known, 'nonce' | 'ownSeed'> & { readonly next: SeedSource; readonly keyHash: string }

/**
 * Asks the wallet for the bet.
 * @returns the bet that the ledger has under the id. `conflict`: it is another one, and this one is not booked.
 * @throws Refusal of the wallet; `unavailable` when its answer is lost, and the same key finds out
 */
async function book(
  ctx: GameContext,
  call: PlaceCall,
  basis: Basis,
  game: Game,
  wager: Wager,
): Promise<{ outcome: 'booked' | 'replayed' | 'conflict'; recorded: RecordedBet }> {
  const { id: playerId } = call.player
  const place = { game: game.name, playerId, nonce: basis.nonce + 1 }
  const placed: Placed = {
    ...{
      nonce: place.nonce,
      source: basis.next,
      next: ctx.seeds.newSource(versionOf(ctx, game.name)),
      keyHash: basis.keyHash,
    },
    ...(await clientSeedOf(ctx, call, basis.ownSeed)),
    params: wager.params,
  }
  const request = {
    ...{ betId: betIdOf(place), playerId, game: game.title },
    stakePaise: paise(wager.stakePaise),
    ...{ requestHash: requestHashOf(call, game, wager, placed), detail: placedDetail(placed) },
  }
  const payoutPaise = paise(isLasting(game) ? 0 : payoutOf(ctx, game, place, placed, wager))
  try {
    const meta = { requestId: call.meta.requestId }
    const { recorded, replayed, ...booked } = isLasting(game)
      ? await ctx.bus.call(reserveBet, request, meta)
      : await ctx.bus.call(playBet, { ...request, payoutPaise }, meta)
    if (recorded !== undefined) return { outcome: replayed ? 'replayed' : 'conflict', recorded }
    const kind = isLasting(game) ? 'reserve' : 'play'
    const now = { ...request, payoutPaise, kind, ...booked, at: booked.at ?? isoTime(ctx.clock.now()) } as const
    return { outcome: 'booked', recorded: now }
  } catch (error) {
    if (isRefusal(error) && conclusive.includes(error.code)) throw error
    const { requestId } = call.meta
    ctx.log.warn({ err: error, betId: request.betId, requestId }, 'unknown outcome: the wallet did not answer a bet')
    throw new Refusal('unavailable', notConfirmed)
  }
}

async function clientSeedOf(
  ctx: GameContext,
  { player, meta, input }: PlaceCall,
  ownSeed: string | undefined,
): Promise<Pick<Placed, 'clientSeed' | 'clientSeedBy'>> {
  if (input.clientSeed !== undefined) return { clientSeed: input.clientSeed, clientSeedBy: 'player' }
  const own = await readOwnSeed(ctx, player.id, meta.requestId, ownSeed)
  return { clientSeed: `${own}-${freshPart((length) => ctx.randomness.bytes(length))}`, clientSeedBy: 'server' }
}

function payoutOf(
  { seeds, log }: GameContext,
  game: InstantGame,
  place: BetPlace,
  { source, clientSeed, nonce }: Placed,
  { stakePaise, params }: Wager,
): number {
  const rules = game.versions[source.version]
  if (rules === undefined) {
    log.error({ game: game.name, version: source.version }, 'unknown game version of a commitment; the bet is refused')
    throw new Refusal('unavailable')
  }
  return rules.settle({ serverSeed: seeds.serverSeed(place, source), clientSeed, nonce }, stakePaise, params)
    .payoutPaise
}

/** 8 bytes are enough, because the wallet compares only hashes of one bet id. */
function requestHashOf(
  { input }: PlaceCall,
  { bookkeeping = [] }: Game,
  { stakePaise, params }: Wager,
  { keyHash }: Placed,
): string {
  const chosen = Object.entries(params).filter(([name]) => !bookkeeping.includes(name))
  const asked = [stakePaise, chosen, input.clientSeed ?? null, input.serverSeedHash ?? null, keyHash]
  return hash('sha256', JSON.stringify(asked), 'hex').slice(0, 16)
}

/**
 * Stores a game that lasts, so that other replicas find it at once. The bets before it are stored with it, because a table
 * that has a bet has all earlier ones. If this fails, the reader of the log stores them.
 */
async function writeGame(ctx: GameContext, bet: Bet, before: readonly Bet[], isNew: boolean): Promise<void> {
  const game = gameOf(ctx, bet)
  const dueAtMs = bet.openedAtMs + (isLasting(game) ? game.idleMs : 0)
  try {
    if (isNew) await dropSteps(ctx.db, bet.betId, bet.openedAtMs)
    await writeBets(ctx, [...before, bet], () => dueAtMs)
  } catch (error) {
    ctx.log.warn({ err: error, betId: bet.betId }, 'failed to store a game; the reader of the log stores it')
  }
}
