import { z } from 'zod'
import { signal } from './events.ts'
import type { SignalShape } from './events.ts'
import { operation } from './operation.ts'
import type { BusUser, OperationShape, Output } from './operation.ts'
import { LedgerEntry } from './ledger.ts'
import { IsoTime } from './primitives.ts'
import { RecordedBet } from './wallet.ts'

/** The most facts that one reading gives: few enough that it holds up the owner's other work for no more than a moment. */
export const maxFactsRead = 200

/**
 * A log of facts in the order of its owner, read by an operation (docs/internals/decisions/0005). A reader saves the
 * cursor of its last read; '' is the beginning. A log that was restored from a backup may not know a cursor, or have
 * another fact there: it answers no facts and the cursor ''. Then the reader rebuilds its data from the beginning.
 */
export interface FactLogShape extends OperationShape {
  readonly output: z.ZodObject<{
    facts: z.ZodArray
    cursor: z.ZodString
    more: z.ZodBoolean
    waiting: z.ZodBoolean
  }>
  /** Announces new facts. A lost signal delays a reader for a moment. */
  readonly wake: SignalShape
}

export type FactOf<Log extends FactLogShape> = Output<Log>['facts'][number]

interface FactLogParts<Fact extends z.ZodType> {
  readonly subject: OperationShape['subject']
  readonly wake: SignalShape['subject']
  readonly readers: readonly BusUser[]
  readonly fact: Fact
  readonly perCaller?: true
}

function factLog<Fact extends z.ZodType>({ subject, wake, readers, fact, ...more }: FactLogParts<Fact>) {
  const read = operation({
    subject,
    callers: readers,
    ...more,
    input: z.object({
      after: z.string().regex(/^(\d{1,20}(:[0-9a-f-]{1,36}){1,3})?$/),
      limit: z.int().min(1).max(maxFactsRead),
    }),
    /** `more`: there are others now. `waiting`: there will be others when open transactions have ended. */
    output: z.object({ facts: z.array(fact), cursor: z.string(), more: z.boolean(), waiting: z.boolean() }),
    errors: [],
  })
  return { ...read, wake: signal({ subject: wake, hearers: readers, delivery: 'droppable', payload: z.object({}) }) }
}

/** Null while no month is archived. */
const keptFrom = IsoTime.nullable().optional()

/** The entries of the ledger. Those of a player come in the order of their sequence. */
const entryLog = factLog({
  subject: 'wallet.read-entries',
  wake: 'signal.wallet.entries-booked',
  readers: ['analytics'],
  fact: LedgerEntry,
})
export const readEntries = {
  ...entryLog,
  /** `keptFrom` comes with the beginning of the log: entries before this time are in archived months. */
  output: entryLog.output.extend({ keptFrom }),
}

/** The entries of a game service's own bets. Those of a player come in the order of their sequence. */
const betLog = factLog({
  subject: 'wallet.read-bets',
  wake: 'signal.wallet.bets-booked',
  readers: ['dice-slots', 'mines'],
  perCaller: true,
  fact: RecordedBet,
})
export const readBets = {
  ...betLog,
  /** The games with new entries. The previous release leaves `games` out, and then every reader reads. */
  wake: { ...betLog.wake, payload: z.object({ games: z.array(z.string()).optional() }) },
  /**
   * `keptFrom` comes with a lost cursor: bets from this time on that the log does not give are lost. Earlier ones are
   * in archived months.
   */
  output: betLog.output.extend({ keptFrom }),
}
