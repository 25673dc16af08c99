import { z } from 'zod'
import {
  aviatorBetsRefunded,
  aviatorBetsTold,
  aviatorCashedOut,
  aviatorCashout,
  aviatorCrashed,
  aviatorGetState,
  aviatorLossesProcessed,
  aviatorPlaceBet,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
} from './aviator-live.ts'
import { ofAll } from './socket-events.ts'
import type { SocketEventShape } from './socket-events.ts'

const done = { success: z.literal(true) }

/** An answer of a command, as it comes on its event to all sockets of the player; failures come to the asker alone. */
const answer = <Success extends z.ZodType>(success: Success) =>
  z.union([
    success,
    z.object({ success: z.literal(false), message: z.string(), code: z.string(), roundId: z.string().optional() }),
  ])

/** What a client hears of Aviator, as it arrives there. The gateway makes it of signals and of answers to commands. */
export const aviatorEvents = {
  /** Comes on every connect, and as the answer of `aviator:getState`. The gateway tells all of it. An app takes a state without bet or balance for one that does not know them. */
  state: {
    event: aviatorGetState.answer,
    payload: aviatorGetState.output.partial({ bet: true, balance: true, balanceSeq: true }),
  },
  roundStart: ofAll(aviatorRoundStarted),
  feed: ofAll(aviatorBetsTold),
  takeoff: ofAll(aviatorTookOff),
  multiplier: ofAll(aviatorTicked),
  crash: ofAll(aviatorCrashed),
  /** To all clients, and with the balance to each player whose stake is returned. */
  void: {
    event: aviatorBetsRefunded.socket.event,
    payload: aviatorBetsRefunded.payload.element.omit({ to: true }).partial({ balance: true, balanceSeq: true }),
  },
  betPlaced: { event: aviatorPlaceBet.answer, payload: answer(aviatorPlaceBet.output.extend(done)) },
  cashedOut: { event: aviatorCashedOut.socket.event, payload: answer(aviatorCashout.output.extend(done)) },
  crashLossProcessed: {
    event: aviatorLossesProcessed.socket.event,
    payload: aviatorLossesProcessed.payload.element.omit({ to: true }),
  },
} as const satisfies Readonly<Record<string, SocketEventShape>>
