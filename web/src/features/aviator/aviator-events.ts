import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { aviatorEvents } from '@kismet/contracts'
import type { AviatorEvent } from './aviator-state.ts'

/** An event of the server. */
export type Heard = Extract<AviatorEvent, { payload: unknown }>

/** Calls `hear` with each event of the game. @returns a function that stops this */
export function listenToAviator(live: Pick<Live, 'on'>, hear: (event: Heard) => void): () => void {
  const stops = [
    live.on(aviatorEvents.state, (payload) => hear({ kind: 'state', payload })),
    live.on(aviatorEvents.roundStart, (payload) => hear({ kind: 'roundStart', payload })),
    live.on(aviatorEvents.feed, (payload) => hear({ kind: 'feed', payload })),
    live.on(aviatorEvents.takeoff, (payload) => hear({ kind: 'takeoff', payload })),
    live.on(aviatorEvents.multiplier, (payload) => hear({ kind: 'tick', payload })),
    live.on(aviatorEvents.crash, (payload) => hear({ kind: 'crash', payload })),
    live.on(aviatorEvents.void, (payload) => hear({ kind: 'void', payload })),
    live.on(aviatorEvents.betPlaced, (payload) => {
      if (payload.success) hear({ kind: 'betPlaced', payload })
    }),
    live.on(aviatorEvents.cashedOut, (payload) => {
      if (payload.success) hear({ kind: 'cashedOut', payload })
    }),
    live.on(aviatorEvents.crashLossProcessed, (payload) => hear({ kind: 'lossProcessed', payload })),
  ]
  return () => stops.forEach((stop) => stop())
}
