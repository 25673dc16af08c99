import { z } from 'zod'
import { signal } from './events.ts'
import type { SignalShape } from './events.ts'
import { Paise } from './money.ts'
import { operation } from './operation.ts'
import type { BusUser, OperationShape, Output } from './operation.ts'
import { DepositDecided } from './payments.ts'
import { Id, IsoTime } from './primitives.ts'
import { Game, LedgerEntry } from './wallet.ts'
import { WithdrawalDecided } from './withdrawals.ts'

/** The most facts that one reading gives: few enough that it holds up the owner's other work for no more than a moment. */
export const maxFactsRead = 200

/**
 * A log of facts: what has happened, kept by its owner in the order in which it is told, and read by an operation (docs/internals/decisions/0005). A reader keeps
 * the cursor that it was given with the last facts it took; '' is the beginning, and from there the log tells all again. A log that has not got the place of a cursor, or
 * another fact there, was put back to an earlier time: it answers no facts and the cursor '', and what the reader has made of it has to be made again.
 */
export interface FactLogShape extends OperationShape {
  readonly output: z.ZodObject<{ facts: z.ZodArray; cursor: z.ZodString; more: z.ZodBoolean }>
  /** Says that there is more to read. One that is missed costs a reader a moment. */
  readonly wake: SignalShape
}

export type FactOf<Log extends FactLogShape> = Output<Log>['facts'][number]

interface FactLogParts<Fact extends z.ZodType> {
  readonly subject: OperationShape['subject']
  readonly wake: SignalShape['subject']
  readonly readers: readonly BusUser[]
  readonly fact: Fact
}

function factLog<Fact extends z.ZodType>({ subject, wake, readers, fact }: FactLogParts<Fact>) {
  const read = operation({
    subject,
    callers: readers,
    input: z.object({
      after: z.string().regex(/^(\d{1,20}(:[0-9a-f-]{1,36}){1,3})?$/),
      limit: z.int().min(1).max(maxFactsRead),
    }),
    /** `more`: there are others already, or there will be when transactions that are under way have ended. */
    output: z.object({ facts: z.array(fact), cursor: z.string(), more: z.boolean() }),
    errors: [],
  })
  return { ...read, wake: signal({ subject: wake, hearers: readers, delivery: 'droppable', payload: z.object({}) }) }
}

/** The entries of the ledger. Those of a player come in the order of their sequence. */
export const readEntries = factLog({
  subject: 'wallet.read-entries',
  wake: 'signal.wallet.entries-booked',
  readers: ['analytics'],
  fact: LedgerEntry,
})

/** A play that has ended with a result. */
export const SettledPlay = z.object({
  betId: Id,
  playerId: Id,
  game: Game,
  stakePaise: Paise,
  payoutPaise: Paise,
  multiplier: z.number(),
  version: z.string(),
  at: IsoTime,
})

/** Settled plays. Those of a player's game come in the order of their nonces. */
export const readSettledPlays = factLog({
  subject: 'dice-slots.read-settled-plays',
  wake: 'signal.dice-slots.plays-settled',
  readers: ['analytics'],
  fact: SettledPlay,
})

/** The same of Mines, by hand and automatic. A game whose stake was given back is none of them. */
export const readSettledMines = factLog({
  subject: 'mines.read-settled-plays',
  wake: 'signal.mines.plays-settled',
  readers: ['analytics'],
  fact: SettledPlay,
})

/** Bets of Aviator that won or lost, in the shape of settled plays. Those that were refunded are none. */
export const readSettledBets = factLog({
  subject: 'aviator.read-settled-bets',
  wake: 'signal.aviator.bets-settled',
  readers: ['analytics'],
  fact: SettledPlay,
})

/** Deposits in the order in which they were decided. */
export const readDecidedDeposits = factLog({
  subject: 'payments.read-decided-deposits',
  wake: 'signal.payments.deposits-decided',
  readers: ['analytics'],
  fact: DepositDecided,
})

/** Withdrawals in the order in which they were decided. */
export const readDecidedWithdrawals = factLog({
  subject: 'payments.read-decided-withdrawals',
  wake: 'signal.payments.withdrawals-decided',
  readers: ['analytics'],
  fact: WithdrawalDecided,
})
