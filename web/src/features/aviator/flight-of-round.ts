import { flightCurve, flightInstantMs } from '@kismet/fairness'
import type { FlightFrame, ReadFlight } from '../../entities/flight/flight-frame.ts'
import { flightMs } from './flight-clock.ts'
import type { AviatorController } from './aviator-controller.ts'
import type { Round } from './aviator-state.ts'

/** The flight of the current round, frame by frame. The multiplier never falls, and ends exactly at the crash point of the server. */
export function flightOfRound(controller: Pick<AviatorController, 'state' | 'serverMs'>): ReadFlight {
  let roundId = ''
  let flownMs = 0
  let crashMs = -1
  let crashSeenMs = 0

  function readCrash(frame: FlightFrame, crashPoint: number, nowMs: number): void {
    const hundredths = Math.round(crashPoint * 100)
    if (crashMs < 0) {
      crashMs = flightInstantMs(hundredths)
      crashSeenMs = nowMs
    }
    frame.phase = 'crashed'
    frame.elapsedMs = crashMs
    frame.multiplierHundredths = hundredths
    frame.crashedForMs = nowMs - crashSeenMs
  }

  function readFlying(frame: FlightFrame, { takeoffAt, heardAt, multiplier }: Round): void {
    const elapsedMs =
      takeoffAt === null ? Math.log(multiplier) * 20_000 : flightMs(controller.serverMs(), takeoffAt, heardAt)
    flownMs = Math.max(flownMs, elapsedMs)
    frame.phase = 'flying'
    frame.elapsedMs = flownMs
    frame.multiplierHundredths = Math.floor(100 * flightCurve(flownMs))
  }

  return (frame, nowMs) => {
    const { round } = controller.state
    if (round !== null && round.roundId !== roundId) {
      roundId = round.roundId
      flownMs = 0
      crashMs = -1
    }
    if (round?.phase === 'flying') readFlying(frame, round)
    else if (round?.phase === 'crashed' && round.crashPoint !== null) readCrash(frame, round.crashPoint, nowMs)
    else {
      frame.phase = round?.phase === 'betting' ? 'betting' : 'calm'
      frame.elapsedMs = 0
      frame.multiplierHundredths = 100
    }
  }
}
