import { Id, paise, Rupees } from '@kismet/contracts'
import type { Commitment, GameName, Paise, Proof } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import { isSettled } from './bet.ts'
import type { SettledBet } from './bet.ts'
import { findBet, findNewest } from './db/bets.ts'
import { gameOf } from './game.ts'
import type { GameContext, PlayersCall } from './game-context.ts'
import { lookUpNewest, placedInLedger, publishFirst } from './known-bets.ts'
import { readOwnSeed } from './own-seed.ts'

/** The published commitment of a player's next bet. It stays until a bet uses it. */
export async function publishedCommitment(
  ctx: GameContext,
  { player, meta }: PlayersCall,
  game: GameName,
): Promise<z.output<typeof Commitment>> {
  const question = { playerId: player.id, game, keyHash: '' }
  const known = await lookUpNewest(ctx, question, meta.requestId)
  const source = known.next ?? (await publishFirst(ctx, player.id, game, meta.requestId))
  const clientSeed = await readOwnSeed(ctx, player.id, meta.requestId, known.ownSeed)
  const place = { game, playerId: player.id, nonce: known.nonce + 1 }
  const serverSeedHash = ctx.seeds.commitment(place, source)
  return { game, version: source.version, serverSeedHash, nonce: place.nonce, clientSeed }
}

/**
 * The proof of a player's bet.
 * @throws Refusal `not_found` for another player's bet and one that was refused, `not_finished`
 * before the end
 */
export async function proofOf(
  ctx: GameContext,
  { player, meta, input: { betId } }: PlayersCall & { readonly input: { readonly betId: string } },
): Promise<Proof> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found')
  const playerId = player.id
  const recent = ctx.games
    .flatMap(({ name }) => ctx.recent.of(playerId, name))
    .find((bet) => bet.betId === betId && isSettled(bet))
  const bet = recent ?? (await findBet(ctx, betId)) ?? (await placedInLedger(ctx, betId, meta.requestId))
  if (bet?.playerId !== playerId) throw new Refusal('not_found')
  if (!isSettled(bet)) throw new Refusal('not_finished')
  return shownProof(ctx, bet)
}

/** The proof of a settled bet. */
export function shownProof(ctx: Pick<GameContext, 'games'>, bet: SettledBet): Proof {
  const { source, game, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce, params, outcome } = bet
  const definition = gameOf(ctx, bet)
  const shown = definition.proof?.(definition.params.parse(params), definition.outcome.parse(outcome))
  return {
    ...{ version: source.version, game, id: bet.betId, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce },
    ...{ params: { ...(shown?.params ?? params) }, outcome: { ...(shown?.outcome ?? outcome) } },
    stake: Rupees.encode(paise(bet.stakePaise)),
    payout: Rupees.encode(paise(bet.payoutPaise)),
  }
}

/** The newest settled bets of a player's game, newest first, each with what the game itself shows of it. */
export async function newestBets<Shown>(
  ctx: GameContext,
  { player, meta, input }: PlayersCall & { readonly input: { readonly limit: number } },
  game: GameName,
  shownOf: (bet: SettledBet) => Shown,
): Promise<{ plays: ({ betId: string; bet: Paise; payout: Paise; createdAt: string } & Shown)[] }> {
  await lookUpNewest(ctx, { playerId: player.id, game, keyHash: '' }, meta.requestId)
  // Read first: what is forgotten meanwhile is in the table.
  const recent = ctx.recent.of(player.id, game).filter(isSettled)
  const stored = await findNewest(ctx, player.id, game, input.limit)
  const bets = ctx.recent.merged(stored, recent).slice(0, input.limit)
  const plays = bets.map((bet) => ({
    ...{ betId: bet.betId, bet: paise(bet.stakePaise), payout: paise(bet.payoutPaise) },
    ...{ createdAt: isoTime(bet.settledAtMs), ...shownOf(bet) },
  }))
  return { plays }
}
