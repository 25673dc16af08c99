import { paise, readSettledPlays } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'
import { multiplierOf } from '../domain/dice.ts'
import type { GameName } from '../domain/game.ts'
import { games } from '../domain/games.ts'

interface Row {
  bet_id: string
  player_id: string
  game: GameName
  stake_paise: number
  payout_paise: number
  multiplier_units: number
  version: string
  settled_at: Date
}

/** The commitment of a play comes with the end of the one before it, so that the order of transactions is that of the nonces. */
export const readSettledPlaysHandler = handle(
  readSettledPlays,
  factsOf({
    from: 'play',
    columns: 'bet_id, player_id, game, stake_paise, payout_paise, multiplier_units, version, settled_at',
    order: [
      ['settled_xid', 'xid8'],
      ['bet_id', 'uuid'],
    ],
    factOf: (row: Row) => ({
      betId: row.bet_id,
      playerId: row.player_id,
      game: games[row.game].title,
      stakePaise: paise(row.stake_paise),
      payoutPaise: paise(row.payout_paise),
      multiplier: multiplierOf({ multiplierUnits: row.multiplier_units }),
      version: row.version,
      at: isoTime(row.settled_at.getTime()),
    }),
  }),
)
