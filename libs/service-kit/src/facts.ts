import { setTimeout as delay } from 'node:timers/promises'
import { maxFactsRead } from '@kismet/contracts'
import type { FactLogShape, FactOf, Output } from '@kismet/contracts'
import type { Pool, PoolClient } from 'pg'
import type { Bus } from './bus/bus.ts'
import { inTransaction } from './database.ts'
import type { Queryable } from './database.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import type { ReaderMetrics } from './metrics.ts'
import { Refusal } from './refusal.ts'

/** Far below what a message of the bus may hold, whatever the characters. */
const maxPageChars = 200_000
const readEveryMs = 2_000
/** After the end of the log, and before rows that are not final yet: what comes meanwhile is read together. */
const restMs = 50

/** Where an owner's facts are read. */
export interface FactSource<Row, Fact> {
  /** The tables, and the columns that `factOf` needs. */
  readonly from: string
  readonly columns: string
  /**
   * The order of the log, each column with its type: first the xid8 of the transaction that made a row a fact (NULL before that), then what tells the
   * facts of one transaction apart.
   */
  readonly order: readonly (readonly [column: string, type: string])[]
  readonly factOf: (row: Row) => Fact
}

/** Answers a log. */
type LogHandler<Fact> = (
  context: { readonly db: Queryable },
  call: { readonly input: { readonly after: string; readonly limit: number } },
) => Promise<{ facts: Fact[]; cursor: string; more: boolean }>

/**
 * The owner's half: the handler of a log. Ids of transactions are not in the order of their commits, so it gives only rows of which all earlier transactions
 * have ended, `pg_snapshot_xmin`: nothing can appear behind a cursor any more. `more` counts the others too, because they come next.
 */
export function factsOf<Row, Fact>({ from, columns, order, factOf }: FactSource<Row, Fact>): LogHandler<Fact> {
  const names = order.map(([column]) => column).join(', ')
  const [[first] = ['']] = order
  const place = order.map(([, type], index) => `$${index + 1}::${type}`).join(', ')
  const sql = `SELECT concat_ws(':', ${names}) AS cursor, ${first} < pg_snapshot_xmin(pg_current_snapshot()) AS is_final, ${columns}
    FROM ${from} WHERE ${first} >= $1::xid8 AND (${names}) > (${place}) ORDER BY ${names} LIMIT $${order.length + 1}`
  return async ({ db }, { input: { after, limit } }) => {
    const values = after === '' ? ['0', ...order.slice(1).map(() => null)] : after.split(':')
    if (values.length !== order.length) throw new Refusal('invalid_request', 'after is not a cursor of this log.')
    const { rows } = await db.query<{ cursor: string; is_final: boolean }>(sql, [...values, limit + 1])
    const facts: Fact[] = []
    let chars = 0
    for (const { cursor: _cursor, is_final: isFinal, ...row } of rows.slice(0, limit)) {
      const fact = factOf(row as Row)
      chars += JSON.stringify(fact).length
      if (!isFinal || (facts.length > 0 && chars > maxPageChars)) break
      facts.push(fact)
    }
    return { facts, cursor: rows[facts.length - 1]?.cursor ?? after, more: rows.length > facts.length }
  }
}

export interface FactReader<Log extends FactLogShape> {
  readonly log: Log
  readonly bus: Bus
  /** Has a `fact_cursor`. A row of it that says '' makes this reader take everything again. */
  readonly db: Pool
  readonly logger: Logger
  readonly metrics: ReaderMetrics
  /** The most facts a second, 10,000 unless given: a long log must not take the owner's machine from its work. */
  readonly maxPerSecond?: number
  /** Takes some facts in the transaction that moves the cursor: both are done, or neither. Each fact comes once, in the order of the log. */
  readonly apply: (transaction: PoolClient, facts: readonly FactOf<Log>[]) => Promise<void>
}

/** The reader's half: takes what a log tells until it is stopped. Replicas may all do it: each page is taken by one of them. */
export function followFacts<Log extends FactLogShape>(reader: FactReader<Log>): Loop {
  const { log, bus, db, logger, metrics, maxPerSecond = 10_000 } = reader
  metrics.level(log.subject)
  const loop = startLoop(log.subject, readEveryMs, logger, async (stopping) => {
    let page: Output<FactLogShape>
    do {
      const startedAt = performance.now()
      const after = await cursorOf(db, log)
      page = await bus.call<FactLogShape>(log, { after, limit: maxFactsRead }, { requestId: 'facts' })
      if (page.facts.length > 0 && (await take(reader, after, page))) metrics.taken(log.subject, page.facts.length)
      if (!page.more) metrics.level(log.subject)
      const paceMs = (page.facts.length * 1_000) / maxPerSecond
      await delay(page.more && paceMs > 0 ? Math.max(0, startedAt + paceMs - performance.now()) : restMs)
    } while (page.more && !stopping.aborted)
  })
  bus.onSignal(log.wake, () => loop.wake(), { shared: true })
  return loop
}

async function cursorOf(db: Queryable, { subject }: FactLogShape): Promise<string> {
  const { rows } = await db.query<{ cursor: string }>('SELECT cursor FROM fact_cursor WHERE log = $1', [subject])
  if (rows[0] !== undefined) return rows[0].cursor
  await db.query(`INSERT INTO fact_cursor (log, cursor) VALUES ($1, '') ON CONFLICT DO NOTHING`, [subject])
  return ''
}

/** Applies a page and moves the cursor. @returns false when another replica has moved it since it was read: then the page is that one's. */
function take<Log extends FactLogShape>(
  { db, log, apply }: FactReader<Log>,
  after: string,
  { facts, cursor }: Output<FactLogShape>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rowCount } = await transaction.query('UPDATE fact_cursor SET cursor = $3 WHERE log = $1 AND cursor = $2', [
      log.subject,
      after,
      cursor,
    ])
    if (rowCount !== 1) return false
    await apply(transaction, facts)
    return true
  })
}
