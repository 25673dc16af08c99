import { setTimeout as pause } from 'node:timers/promises'
import { Id, paise, Rupees } from '@kismet/contracts'
import type { Input, Output, Paise, Proof, readSettledPlays } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { Refusal } from '@kismet/service-kit/refusal'
import { endedColumns, findNewest, findPlay, withoutRefunds } from './db/ended-plays.ts'
import { isLeased, isUnderWay } from './db/seats.ts'
import { isLasting } from './game.ts'
import type { Game } from './game.ts'
import { gameOf, gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import type { SettledPlay } from './plays.ts'

const lookAgainMs = 20
const maxLooks = 10
/** How long a read looks for the end of a play that another replica has answered and not written yet. */
export const looksForMs = lookAgainMs * maxLooks

/**
 * Waits until the ended bets of the player are written, 200 ms at most. After the answer to a bet the
 * player then finds the bet in the next read, also on another replica.
 * @throws Refusal `unavailable` when this replica has a result that cannot be written
 */
export async function recorded({ journal, db, clock }: House, playerId: string): Promise<void> {
  await journal.recorded(playerId)
  for (let looks = 0; looks < maxLooks && (await isLeased(db, playerId, clock.now())); looks += 1)
    await pause(lookAgainMs)
}

/**
 * The proof of a player's bet.
 * @throws Refusal `not_found` for another player's bet and one that was refused, `not_finished`, without any seed, before the end
 */
export async function proofOf(house: House, playerId: string, betId: string): Promise<Proof> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found')
  await recorded(house, playerId)
  // In this order: a bet that ends between the two reads is found by the second.
  const wasUnderWay = await isUnderWay(house.db, playerId, betId)
  const play = await findPlay(house.db, betId)
  if (play === undefined && wasUnderWay) throw new Refusal('not_finished')
  if (play?.playerId !== playerId) throw new Refusal('not_found')
  return shownProof(house, play)
}

/** The proof of a play that has ended. */
export function shownProof(house: House, play: SettledPlay): Proof {
  const { version, game, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce, params, outcome } = play
  return {
    ...{ version, game, id: play.betId, serverSeed, serverSeedHash, clientSeed, clientSeedBy, nonce },
    ...shownOf(gameOfPlay(house, play), params, outcome),
    stake: Rupees.encode(paise(play.stakePaise)),
    payout: Rupees.encode(paise(play.payoutPaise)),
  }
}

function shownOf(game: Game, params: object, outcome: object): Pick<Proof, 'params' | 'outcome'> {
  const shown = game.proof?.(game.params.parse(params), game.outcome.parse(outcome)) ?? { params, outcome }
  return { params: { ...shown.params }, outcome: { ...shown.outcome } }
}

/** What every list of plays shows of one. */
interface ListedPlay {
  readonly betId: string
  readonly bet: Paise
  readonly payout: Paise
  readonly createdAt: string
}

/** The newest plays of a player's game, newest first, each with what the game itself shows of it. */
export async function newestPlays<Shown>(
  house: House,
  { player, input }: { readonly player: { readonly id: string }; readonly input: { readonly limit: number } },
  { name }: Pick<Game, 'name'>,
  shownOf: (play: SettledPlay) => Shown,
): Promise<{ plays: (ListedPlay & Shown)[] }> {
  await recorded(house, player.id)
  const plays = await findNewest(house.db, player.id, name, input.limit)
  const listed = ({ betId, stakePaise, payoutPaise, settledAtMs }: SettledPlay): ListedPlay => ({
    ...{ betId, bet: paise(stakePaise), payout: paise(payoutPaise), createdAt: isoTime(settledAtMs) },
  })
  return { plays: plays.map((play) => ({ ...listed(play), ...shownOf(play) })) }
}

/** Answers the log of what has been settled. A play is claimed after the end of the one before it, so the order of transactions is that of the nonces. */
export function settledPlays(
  house: House,
  call: { readonly input: Input<typeof readSettledPlays> },
): Promise<Output<typeof readSettledPlays>> {
  const log = factsOf({
    from: house.games.some(isLasting) ? withoutRefunds : 'play',
    columns: endedColumns,
    order: [
      ['transaction_id', 'xid8'],
      ['bet_id', 'uuid'],
    ],
    factOf: (play: SettledPlay) => ({
      ...{ betId: play.betId, playerId: play.playerId, version: play.version },
      game: gameOf(house, play.game).title,
      stakePaise: paise(play.stakePaise),
      payoutPaise: paise(play.payoutPaise),
      multiplier: fromTenThousandths(play.multiplierUnits),
      at: isoTime(play.settledAtMs),
    }),
  })
  return log(house, call)
}
