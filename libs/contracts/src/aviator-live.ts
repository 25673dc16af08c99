import { z } from 'zod'
import {
  askAviatorLoss,
  CashedOut,
  cashOutAviator,
  getAviatorState,
  LossProcessed,
  Multiplier,
  OpenedRound,
  PastRound,
  placeAviatorBet,
} from './aviator.ts'
import { signal } from './events.ts'
import { limits } from './limits.ts'
import { PlayerBalance, Rupees } from './money.ts'
import { ClientSeed, EpochMs, Hex64, Id, NoInput } from './primitives.ts'
import { socketCommand } from './socket-commands.ts'

// The gateway sends these signals to clients unchanged. Only the aviator service knows the rules of a round.

/**
 * A bet or a cash-out of a player. Without `multiplier` it is a new bet. The service masks the name: the first and the last
 * letter of the e-mail before the @.
 */
export const FeedEntry = z.object({
  name: z.string(),
  betAmount: Rupees,
  multiplier: Multiplier.optional(),
  payout: Rupees.optional(),
})
const Feed = z.array(FeedEntry).max(limits.aviator.feedOfTick)

export const aviatorRoundStarted = signal({
  subject: 'signal.aviator.round-started',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: OpenedRound,
  socket: { audience: 'players', event: 'aviator:roundStart' },
})

/** New bets while betting is open: at most ten times a second, and at least once a second, so that clients compare clocks. */
export const aviatorBetsTold = signal({
  subject: 'signal.aviator.bets-told',
  hearers: ['gateway'],
  delivery: 'droppable',
  payload: z.object({ roundId: Id, serverTime: EpochMs, feed: Feed.optional() }),
  socket: { audience: 'players', event: 'aviator:feed' },
})

export const aviatorTookOff = signal({
  subject: 'signal.aviator.took-off',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.object({
    roundId: Id,
    takeoffAt: EpochMs,
    clientSeed: Hex64,
    clientSeeds: z.array(ClientSeed),
    serverTime: EpochMs,
  }),
  socket: { audience: 'players', event: 'aviator:takeoff' },
})

/** Ten times a second while it flies; `seq` counts the ticks of a round from 1. */
export const aviatorTicked = signal({
  subject: 'signal.aviator.ticked',
  hearers: ['gateway'],
  delivery: 'droppable',
  payload: z.object({
    roundId: Id,
    multiplier: Multiplier,
    seq: z.int().positive(),
    serverTime: EpochMs,
    feed: Feed.optional(),
  }),
  socket: { audience: 'players', event: 'aviator:multiplier' },
})

/** Comes after the last tick. `nonce` is the round's number. */
export const aviatorCrashed = signal({
  subject: 'signal.aviator.crashed',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: PastRound.extend({
    serverSeed: Hex64,
    clientSeed: Hex64,
    nonce: z.int().positive(),
    serverTime: EpochMs,
  }),
  socket: { audience: 'players', event: 'aviator:crash' },
})

const Voided = z.object({ roundId: Id, reason: z.string(), serverSeed: Hex64 })

/** The round does not count: every open bet is refunded, cash-outs that were paid stand. */
export const aviatorVoided = signal({
  subject: 'signal.aviator.voided',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: Voided,
  socket: { audience: 'players', event: 'aviator:void' },
})

/** The same to those who have their stake back, with what they have now. */
export const aviatorBetsRefunded = signal({
  subject: 'signal.aviator.bets-refunded',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(Voided.extend({ to: Id, ...PlayerBalance.shape })),
  socket: { audience: 'player', event: 'aviator:void' },
})

/** Cash-outs without a waiting call: at the target of the player, or by hand after the answer was lost. */
export const aviatorCashedOut = signal({
  subject: 'signal.aviator.cashed-out',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(CashedOut.extend({ to: Id, success: z.literal(true) })),
  socket: { audience: 'player', event: 'aviator:cashedOut' },
})

/** Each lost bet once. */
export const aviatorLossesProcessed = signal({
  subject: 'signal.aviator.losses-processed',
  hearers: ['gateway'],
  delivery: 'next_read',
  payload: z.array(LossProcessed.extend({ to: Id, success: z.literal(true) })),
  socket: { audience: 'player', event: 'aviator:crashLossProcessed' },
})

export const aviatorPlaceBet = socketCommand({
  event: 'aviator:placeBet',
  from: 'players',
  payload: placeAviatorBet.input,
  output: placeAviatorBet.output,
  answer: 'aviator:betPlaced',
  failureNames: ['roundId'],
  malformed: 'invalid_payload',
  errors: placeAviatorBet.errors,
  rate: 'bet',
  operation: placeAviatorBet,
  key: 'roundId',
  closedInMaintenance: true,
})

export const aviatorCashout = socketCommand({
  event: 'aviator:cashout',
  from: 'players',
  payload: cashOutAviator.input.omit({ receivedAt: true }),
  output: cashOutAviator.output,
  answer: 'aviator:cashedOut',
  failureNames: ['roundId'],
  malformed: 'invalid_payload',
  errors: cashOutAviator.errors,
  // A late cash-out is paid less, or is refused.
  rate: 'socket',
  operation: cashOutAviator,
  key: 'roundId',
})

/** Answered on `aviator:state` too. */
export const aviatorGetState = socketCommand({
  event: 'aviator:getState',
  from: 'players',
  payload: NoInput,
  output: getAviatorState.output,
  answer: 'aviator:state',
  errors: getAviatorState.errors,
  rate: 'command',
  operation: getAviatorState,
})

/** The acknowledgement is all: `aviator:crashLossProcessed` is sent once a lost bet, by the server. */
export const aviatorCrashLoss = socketCommand({
  event: 'aviator:crashLoss',
  from: 'players',
  payload: askAviatorLoss.input,
  output: askAviatorLoss.output,
  failureNames: ['roundId'],
  malformed: 'invalid_payload',
  errors: askAviatorLoss.errors,
  rate: 'command',
  operation: askAviatorLoss,
})
