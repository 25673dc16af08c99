import { paise, settleBet, voidBet } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import { giveLeaseBack } from './db/seats.ts'
import type { House } from './house.ts'
import type { Finish, OpenPlay } from './plays.ts'
import { recordEnd } from './record-end.ts'

/**
 * Settles a play that lasts at the wallet, or has its stake given back, as was decided, and records it. The decision stands whatever the wallet says: when it is not heard,
 * or refuses, which would be a bug, the sweep tells it again. @param number of the lease
 */
export async function endPlay(house: House, play: OpenPlay, requestId: string, number: number): Promise<Finish> {
  const { claim, ending, betId } = play
  if (ending === null) throw new Error(`The end of ${betId} is not decided`)
  let booked: Booked
  try {
    booked = await tellWallet(house, play, ending, requestId)
  } catch (error) {
    house.log.warn({ err: error, betId, requestId }, 'the wallet has not settled a play; the sweep tells it again')
    await giveLeaseBack(house.db, claim, number, house.clock.now()).catch((dbError: unknown) =>
      house.log.warn({ err: dbError, betId }, 'a lease was not given back'),
    )
    return { kind: 'unknown' }
  }
  const serverSeed = house.seal.open(claim.sealedSeed, claim)
  return { kind: 'settled', play: recordEnd(house, claim, { serverSeed, settlement: ending, booked }) }
}

function tellWallet(
  { bus }: House,
  { betId, playerId }: OpenPlay,
  { isRefund, payoutPaise, by }: NonNullable<OpenPlay['ending']>,
  requestId: string,
): Promise<Booked> {
  return isRefund
    ? bus.call(voidBet, { betId, playerId, reason: `ended by ${by}` }, { requestId })
    : bus.call(settleBet, { betId, playerId, payoutPaise: paise(payoutPaise) }, { requestId })
}
