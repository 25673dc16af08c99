import { Id, paise, Rupees } from '@kismet/contracts'
import type { FactOf, GameName, Proof, readSettledPlays } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { Refusal } from '@kismet/service-kit/refusal'
import { findNewestPlays, findPlay } from './db/ended-plays.ts'
import { isUnderWay } from './db/seats.ts'
import type { Game } from './game.ts'
import { gameOf } from './house.ts'
import type { House } from './house.ts'
import type { SettledPlay } from './plays.ts'

/**
 * The proof of a player's bet.
 * @throws Refusal `not_found` for another player's bet and one that was refused, `not_finished`, without any seed, before the end
 */
export async function proofOf(house: House, playerId: string, betId: string): Promise<Proof> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found')
  await house.journal.recorded(playerId)
  const play = await findPlay(house.db, betId)
  if (play === undefined && (await isUnderWay(house.db, playerId, betId))) throw new Refusal('not_finished')
  if (play?.playerId !== playerId) throw new Refusal('not_found')
  const { version, game, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce, params, outcome } = play
  return {
    ...{ version, game, id: play.betId, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce },
    params: { ...params },
    outcome: { ...outcome },
    stake: Rupees.encode(paise(play.stakePaise)),
    payout: Rupees.encode(paise(play.payoutPaise)),
  }
}

/** The newest plays of a player's game, newest first. */
export async function newestPlays(house: House, playerId: string, game: Game, limit: number): Promise<SettledPlay[]> {
  await house.journal.recorded(playerId)
  return findNewestPlays(house.db, playerId, game.name, limit)
}

interface LogRow {
  bet_id: string
  player_id: string
  game: GameName
  stake_paise: number
  payout_paise: number
  multiplier_units: number
  version: string
  settled_at: Date
}

/** Answers the log of what these games have settled. A play is claimed after the end of the one before it, so the order of transactions is that of the nonces. */
export function settledPlaysOf(
  games: readonly Game[],
): ReturnType<typeof factsOf<LogRow, FactOf<typeof readSettledPlays>>> {
  return factsOf({
    from: 'play',
    columns: 'bet_id, player_id, game, stake_paise, payout_paise, multiplier_units, version, settled_at',
    order: [
      ['transaction_id', 'xid8'],
      ['bet_id', 'uuid'],
    ],
    factOf: (row: LogRow) => ({
      betId: row.bet_id,
      playerId: row.player_id,
      game: gameOf({ games }, row.game).title,
      stakePaise: paise(row.stake_paise),
      payoutPaise: paise(row.payout_paise),
      multiplier: fromTenThousandths(row.multiplier_units),
      version: row.version,
      at: isoTime(row.settled_at.getTime()),
    }),
  })
}
