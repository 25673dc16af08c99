import { getAviatorHistory, getAviatorState, limits, readBalance } from '@kismet/contracts'
import { flightMultiplierHundredths, fromHundredths } from '@kismet/fairness'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { pastRounds } from '../db/read-rounds.ts'
import type { Round } from '../domain/round.ts'
import type { TableContext } from '../round/table.ts'
import { openedRound, shownBet, shownFlight } from '../shown.ts'

/** The fields that are null until they are public. */
const hidden = {
  ...{ multiplier: null, takeoffAt: null, crashPoint: null },
  ...{ clientSeed: null, clientSeeds: null, serverSeed: null },
}

/** What of a round is public at a moment. */
function shownRound(round: Round, nowMs: number) {
  const { phase } = round
  if (phase === 'betting') return { phase, ...hidden }
  if (phase === 'void') return { phase, ...hidden, serverSeed: round.end.serverSeed }
  const { takeoffAtMs, crashPointHundredths, crashAtMs } = round.flight
  const flight = shownFlight(round.flight)
  if (phase === 'flying') {
    // Not a moment further than the crash, which may be due and not told yet.
    const elapsedMs = Math.max(0, Math.min(nowMs, crashAtMs - 1) - takeoffAtMs)
    return { phase, ...hidden, ...flight, multiplier: fromHundredths(flightMultiplierHundredths(elapsedMs)) }
  }
  const crashPoint = fromHundredths(crashPointHundredths)
  return { phase, ...flight, serverSeed: round.end.serverSeed, crashPoint, multiplier: crashPoint }
}

/** What the service tells of rounds. */
export const roundOperations = [
  handle(
    getAviatorState,
    async ({ db, table, betQueue, bus, roundClock, announcer }: TableContext, { player, meta }) => {
      const isAsked = () => table.current?.book.of(player.id)?.status === 'asked'
      // While the wallet reserves a stake, it is unknown whether the player has a bet.
      if (isAsked()) await betQueue.run(player.id, () => Promise.resolve())
      const { balance, balanceSeq } = await bus.call(
        readBalance,
        { playerId: player.id },
        { requestId: meta.requestId },
      )
      const history = await pastRounds(db, limits.aviator.historyShown)
      if (table.current === undefined || isAsked()) throw new Refusal('unavailable')
      const { round, book } = table.current
      const bet = book.of(player.id)
      const serverTime = roundClock.now()
      return {
        ...openedRound(round.commitment),
        ...shownRound(round, serverTime),
        serverTime,
        bet: (bet && shownBet(bet)) ?? null,
        betCount: Math.max(0, book.accepted - announcer.untoldBets),
        ...{ history, balance, balanceSeq },
      }
    },
  ),

  handle(getAviatorHistory, async ({ db }: TableContext, { input }) => ({ rounds: await pastRounds(db, input.limit) })),
]
