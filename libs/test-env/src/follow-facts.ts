import { setTimeout as delay } from 'node:timers/promises'
import { maxFactsRead } from '@kismet/contracts'
import type { FactLogShape, FactOf, Output } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, PoolClient } from '@kismet/service-kit/database'
import { isLost } from '@kismet/service-kit/facts'
import type { Logger } from '@kismet/service-kit/logger'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'

const readEveryMs = 2_000
/** After the end of the log, and before rows that are not final yet: what comes meanwhile is read together. */
const restMs = 50

export interface FactReader<Log extends FactLogShape> {
  readonly log: Log
  readonly bus: Bus
  /** Has a `fact_cursor`. */
  readonly db: Pool
  readonly logger: Logger
  /** Takes some facts in the transaction that moves the cursor: both are done, or neither. Each fact comes once, in the order of the log. */
  readonly apply: (transaction: PoolClient, facts: readonly FactOf<Log>[]) => Promise<void>
}

/** A reader that keeps what it makes in PostgreSQL (docs/internals/decisions/0005), as no service does yet: what an owner's log is measured and tried with. */
export function followFacts<Log extends FactLogShape>(reader: FactReader<Log>): Loop {
  const { log, bus, db, logger } = reader
  const loop = startLoop(log.subject, readEveryMs, logger, async (stopping) => {
    let page: Output<FactLogShape>
    do {
      const { rows } = await db.query<{ cursor: string }>('SELECT cursor FROM fact_cursor WHERE log = $1', [
        log.subject,
      ])
      const after = rows[0]?.cursor ?? ''
      page = await bus.call<FactLogShape>(log, { after, limit: maxFactsRead }, { requestId: 'facts' })
      if (isLost(after, page)) throw new Error(`${log.subject} has lost its place`)
      if (page.facts.length > 0) await take(reader, after, page)
      if (!page.more) await delay(restMs)
    } while ((page.more || page.waiting) && !stopping.aborted)
  })
  bus.onSignal(log.wake, () => loop.wake(), { shared: true })
  return loop
}

/** Applies a page and moves the cursor. Skips the page if another reader has already moved the cursor. */
function take<Log extends FactLogShape>(
  { db, log, apply }: FactReader<Log>,
  after: string,
  { facts, cursor }: Output<FactLogShape>,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const { rowCount } = await transaction.query(
      `INSERT INTO fact_cursor (log, cursor) VALUES ($1, $3) ON CONFLICT (log) DO UPDATE SET cursor = $3 WHERE fact_cursor.cursor = $2`,
      [log.subject, after, cursor],
    )
    if (rowCount === 1) await apply(transaction, facts)
  })
}
