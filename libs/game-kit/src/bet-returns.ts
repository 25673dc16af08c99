import { gameOf } from './game.ts'
import type { GameContext } from './game-context.ts'
import { groupSums } from './returns.ts'
import type { ReturnSource } from './returns.ts'

interface BetGroup {
  readonly game: string
  readonly params: object
  readonly version: string
}

/** The settled bets of a service, by theoretical return. The database sums those of the same odds up. */
export function betReturns(ctx: Pick<GameContext, 'games'>): ReturnSource<BetGroup> {
  const bookkeeping = ctx.games.flatMap((game) => game.bookkeeping ?? [])
  return {
    groups: `SELECT game, version, min(params::text)::jsonb AS params, ${groupSums}
      FROM bet WHERE transaction_id >= $1::xid8 AND transaction_id < $2::xid8 AND NOT is_refund
      GROUP BY game, version, params - '{${bookkeeping.join(',')}}'::text[], hour`,
    kindOf(group) {
      const game = gameOf(ctx, group)
      const rtp = game.versions[group.version]?.rtp(game.params.parse(group.params))
      if (rtp === undefined) throw new Error(`Unknown version ${group.version} of ${game.name}`)
      const theory = Number(rtp.numerator) / Number(rtp.denominator)
      return { game: game.name, setting: game.variant ?? '', theory }
    },
  }
}
