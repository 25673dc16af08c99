import { withoutRefunds } from './db/ended-plays.ts'
import { isLasting } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import type { PlayOf } from './plays.ts'
import { groupSums } from './returns.ts'
import type { ReturnSource } from './returns.ts'

type PlayGroup = PlayOf & { readonly version: string }

/** The plays of a service's games, by what they should return: those of the same odds are summed up by the database. */
export function playReturns(house: Pick<House, 'games'>): ReturnSource<PlayGroup> {
  const bookkeeping = house.games.flatMap((game) => game.bookkeeping ?? [])
  const table = house.games.some(isLasting) ? withoutRefunds : 'play'
  return {
    table: 'play',
    groups: `SELECT game, version, min(params::text)::jsonb AS params, ${groupSums}
      FROM ${table} WHERE transaction_id >= $1::xid8 AND transaction_id < $2::xid8
      GROUP BY game, version, params - '{${bookkeeping.join(',')}}'::text[], hour`,
    kindOf(group) {
      const game = gameOfPlay(house, group)
      const rtp = game.versions[group.version]?.rtp(game.params.parse(group.params))
      if (rtp === undefined) throw new Error(`Unknown version ${group.version} of ${game.name}`)
      const theory = Number(rtp.numerator) / Number(rtp.denominator)
      return { game: game.name, setting: game.variant ?? '', theory }
    },
  }
}
