import { isDeepStrictEqual } from 'node:util'
import { paise, settleBet, voidBet } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import { courseOf, endBy } from './course.ts'
import { giveLeaseBack } from './db/seats.ts'
import type { LastingGame } from './game.ts'
import type { House } from './house.ts'
import type { Finish, OpenPlay } from './plays.ts'
import { recordEnd } from './record-end.ts'

/**
 * Settles a game in progress at the wallet, or returns its stake, as decided, and records the
 * result. The decision stays when the wallet does not answer or refuses, which would be a bug. The
 * sweep then retries.
 * @param number of the lease
 */
export async function endPlay(house: House, play: OpenPlay, requestId: string, number: number): Promise<Finish> {
  const { claim, ending, betId } = play
  if (ending === null) throw new Error(`The result of bet ${betId} is undecided`)
  let booked: Booked
  try {
    booked = await tellWallet(house, play, ending, requestId)
  } catch (error) {
    // The wallet has reserved another stake: somebody has written one into the table.
    const level = isRefusal(error, 'idempotency_conflict') ? 'error' : 'warn'
    house.log[level]({ err: error, betId, requestId }, 'the wallet did not settle a bet; the sweep retries')
    return leave(house, play, number)
  }
  const serverSeed = house.seal.seedOf(claim)
  return { kind: 'settled', play: recordEnd(house, claim, { serverSeed, settlement: ending, booked }) }
}

/**
 * The same for a result from the table, which other writers can change. The result is computed
 * again from seeds and steps. A different result is not settled and needs manual intervention.
 */
export async function endStored(
  house: House,
  game: LastingGame,
  play: OpenPlay,
  requestId: string,
  number: number,
): Promise<Finish> {
  const { betId, claim, steps, ending } = play
  try {
    const rules = game.versions[claim.version]
    const decided = rules && ending && endBy(ending.by, rules, courseOf(house, game, claim)(steps))
    if (!decided || !isDeepStrictEqual(ending, { ...decided, key: ending.key }))
      throw new Error(`The bet ${betId} of ${game.name} cannot end like this`)
  } catch (error) {
    house.log.error(
      { err: error, betId, payoutPaise: ending?.payoutPaise },
      'the stored result of a bet differs from its seeds and steps; it is not settled',
    )
    return leave(house, play, number)
  }
  return endPlay(house, play, requestId, number)
}

/** Leaves a play to the sweep, its end untold. */
async function leave(house: House, { claim, betId }: OpenPlay, number: number): Promise<Finish> {
  await giveLeaseBack(house.db, claim, number, house.clock.now()).catch((error: unknown) =>
    house.log.warn({ err: error, betId }, 'failed to return a lease; it expires by itself'),
  )
  return { kind: 'unknown' }
}

function tellWallet(
  { bus }: House,
  { betId, playerId, claim }: OpenPlay,
  { isRefund, payoutPaise, by }: NonNullable<OpenPlay['ending']>,
  requestId: string,
): Promise<Booked> {
  return isRefund
    ? bus.call(voidBet, { betId, playerId, reason: `ended by ${by}` }, { requestId })
    : bus.call(
        settleBet,
        { betId, playerId, stakePaise: paise(claim.stakePaise), payoutPaise: paise(payoutPaise) },
        { requestId },
      )
}
