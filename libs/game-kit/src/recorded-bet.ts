import type { RecordedBet } from '@kismet/contracts'
import { serverSeedHash } from '@kismet/fairness'
import { readEndedDetail, readPlacedDetail } from './bet.ts'
import type { Bet, EndedDetail, Entries, OpenBet, SettledBet } from './bet.ts'
import { gameOf, isLasting } from './game.ts'
import type { Course, Game, LastingGame, LastingRules, Settlement } from './game.ts'
import type { Seeds } from './seeds.ts'

/** What computes bets. */
export interface Parts {
  readonly games: readonly Game[]
  readonly seeds: Seeds
}

/** A bet from its entries of the ledger. @throws Error when they do not follow from their details */
export function betOf(ctx: Parts, { placed, ended }: Entries): Bet {
  const bet = placedBet(ctx, placed)
  return ended === null ? bet : settledGame(ctx, bet, ended)
}

/**
 * A bet from its `play` or `reserve` entry of the ledger.
 * @throws Error when the entry does not follow from its detail
 */
export function placedBet(ctx: Parts, recorded: RecordedBet): Bet {
  const placed = readPlacedDetail(recorded.detail)
  const { betId, playerId, stakePaise } = recorded
  const name = ctx.games.find(({ title }) => title === recorded.game)?.name
  if (name === undefined) throw new Error(`This service has no game ${recorded.game}`)
  const place = { game: name, playerId, nonce: placed.nonce }
  const serverSeed = ctx.seeds.serverSeed(place, placed.source)
  const openedAtMs = Date.parse(recorded.at)
  const open: OpenBet = {
    ...{ ...placed, ...place, betId, stakePaise, openedAtMs, placed: recorded },
    serverSeedHash: serverSeedHash(serverSeed),
    nextServerSeedHash: ctx.seeds.commitment({ ...place, nonce: placed.nonce + 1 }, placed.next),
  }
  if (recorded.kind === 'reserve') return open
  const game = gameOf(ctx, open)
  if (isLasting(game)) throw new Error(`The bet ${betId} of ${name} was played, but the game lasts`)
  const seeds = { serverSeed, clientSeed: placed.clientSeed, nonce: placed.nonce }
  const settlement = game.versions[placed.source.version]?.settle(seeds, stakePaise, game.params.parse(placed.params))
  requirePayout(open, settlement, recorded)
  return { ...open, ...settlement, serverSeed, ended: recorded, settledAtMs: openedAtMs, isRefund: false }
}

/**
 * A game that lasted, from its bet and the `settle` entry of the ledger.
 * @throws Error when the entry does not follow from its detail
 */
export function settledGame(ctx: Parts, open: OpenBet, recorded: RecordedBet): SettledBet {
  const { isRefund, ...settlement } = endOf(ctx, open, readEndedDetail(recorded.detail))
  requirePayout(open, settlement, recorded)
  const serverSeed = ctx.seeds.serverSeed(open, open.source)
  return { ...open, ...settlement, serverSeed, ended: recorded, settledAtMs: Date.parse(recorded.at), isRefund }
}

/**
 * How a game ends with its last step, a cash-out or idleness.
 * @throws Error when it does not end so
 */
export function endOf(
  { games, seeds }: Parts,
  bet: OpenBet,
  { steps, by }: EndedDetail,
): Settlement & { readonly isRefund: boolean } {
  const { rules, course } = courseOf({ games, seeds }, bet, steps)
  const end = by === 'step' ? rules.endOf(course) : rules.takenOf(course)
  if (end !== undefined) return { ...end, isRefund: false }
  if (by === 'idleness') return { ...rules.refundOf(course), isRefund: true }
  throw new Error(`The game ${bet.betId} does not end by ${by}`)
}

/** The game of a bet that lasts. @throws Error when the bet is not of such a game */
export function lastingGameOf(ctx: Pick<Parts, 'games'>, bet: Pick<OpenBet, 'game' | 'params'>): LastingGame {
  const game = gameOf(ctx, bet)
  if (!isLasting(game)) throw new Error(`The game ${game.name} with these parameters does not last`)
  return game
}

/** What decides a game with some steps. It has the server seed, so it stays inside. @throws Error for an unknown version */
export function courseOf(
  ctx: Parts,
  bet: OpenBet,
  steps: readonly unknown[],
): { readonly rules: LastingRules; readonly course: Course } {
  const game = lastingGameOf(ctx, bet)
  const rules = game.versions[bet.source.version]
  if (rules === undefined) throw new Error(`${game.name} has no version ${bet.source.version}`)
  const seeds = { serverSeed: ctx.seeds.serverSeed(bet, bet.source), clientSeed: bet.clientSeed, nonce: bet.nonce }
  const parsed = steps.map((step) => game.step.parse(step))
  return { rules, course: { seeds, stakePaise: bet.stakePaise, params: game.params.parse(bet.params), steps: parsed } }
}

function requirePayout(
  bet: OpenBet,
  settlement: Settlement | undefined,
  { payoutPaise }: Pick<RecordedBet, 'payoutPaise'>,
): asserts settlement is Settlement {
  if (settlement?.payoutPaise !== payoutPaise)
    throw new Error(
      `The ledger paid ${payoutPaise} for the bet ${bet.betId}, and version ${bet.source.version} of its game pays ${settlement?.payoutPaise}`,
    )
}
