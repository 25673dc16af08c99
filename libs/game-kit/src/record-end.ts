import type { Booked } from '@kismet/contracts'
import { isDataRefused } from '@kismet/service-kit/database'
import type { Settlement } from './game.ts'
import { gameOfPlay } from './house.ts'
import type { House } from './house.ts'
import type { Claim, Ending, SettledPlay } from './plays.ts'
import { isWholeMark } from './seed-seal.ts'

interface End {
  readonly serverSeed: string
  /** For a game in progress also whether its stake was returned. */
  readonly settlement: Settlement & Partial<Pick<Ending, 'isRefund'>>
  readonly booked: Booked
}

/** The end of a play that the wallet has booked. It is told now and written behind: what is lost then is written by the sweep, which comes to the same. */
export function recordEnd(house: House, claim: Claim, { serverSeed, settlement, booked }: End): SettledPlay {
  const { outcome, payoutPaise, multiplierUnits } = settlement
  const { balancePaise, balanceSeq, bonusReleased } = booked
  const settledAtMs = house.clock.now()
  const end = { outcome, payoutPaise, multiplierUnits, balancePaise, balanceSeq, bonusReleased, settledAtMs }
  const play = { ...claim, ...end, serverSeed }
  const nextTurnMark = house.seal.markAfter(claim)
  if (!isWholeMark(nextTurnMark))
    house.log.error({ betId: claim.betId }, 'the next commitment of a bet is invalid; it is never used')
  house.journal.record({ ...play, nextTurnMark }).then(
    (first) => {
      if (!first) return
      if (settlement.isRefund === true) house.telemetry.refunded(play.game)
      else count(house, play)
    },
    (error: unknown) => {
      // Somebody has made an end up that is in its way.
      if (isDataRefused(error)) house.telemetry.notOwn(play.game)
      house.log.error({ err: error, betId: claim.betId }, 'failed to record a booked bet; the sweep retries')
    },
  )
  return play
}

function count(house: House, play: SettledPlay): void {
  const game = gameOfPlay(house, play)
  const rtp = game.versions[play.version]?.rtp(game.params.parse(play.params))
  if (rtp === undefined) return
  const { stakePaise, payoutPaise } = play
  const expectedPaise = (stakePaise * Number(rtp.numerator)) / Number(rtp.denominator)
  house.telemetry.played(play.game, { stakePaise, payoutPaise, expectedPaise })
}
