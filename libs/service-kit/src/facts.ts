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
/** After the end of the log, and before rows that are not final yet: what comes meanwhile is read together. */
const restMs = 50

/** Where an owner's facts are read. */
export interface FactSource<Row, Fact extends Timed> {
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

/** Facts say when they came to be, each in the same way for ever. */
interface Timed {
  readonly at: string
}

/** Answers a log. */
type LogHandler<Fact> = (
  context: { readonly db: Queryable },
  call: { readonly input: { readonly after: string; readonly limit: number } },
) => Promise<{ facts: Fact[]; cursor: string; more: boolean }>

/**
 * The owner's half: the handler of a log. Ids of transactions are not in the order of their commits, so it gives only rows of which all earlier transactions
 * have ended, `pg_snapshot_xmin`: nothing can appear behind a cursor any more. `more` counts the others too, because they come next. A cursor is a place and the
 * time of the fact there, in ms, which is looked at again: an owner that was put back to an earlier time gives the same ids of transactions once more, to later facts. Where
 * none of that time is there it answers the cursor ''. A place without a time, as releases gave it before docs/decisions/0021, is taken as it is.
 */
export function factsOf<Row, Fact extends Timed>({
  from,
  columns,
  order,
  factOf,
}: FactSource<Row, Fact>): LogHandler<Fact> {
  const names = order.map(([column]) => column).join(', ')
  const [[xid] = ['']] = order
  const place = order.map(([, type], index) => `$${index + 1}::${type}`).join(', ')
  const sql = `SELECT concat_ws(':', ${names}) AS place, ${xid} < pg_snapshot_xmin(pg_current_snapshot()) AS is_final, ${columns}
    FROM ${from} WHERE ${xid} >= $1::xid8 AND (${names}) >= (${place}) ORDER BY ${names} LIMIT $${order.length + 1}`
  const beginning = ['0', ...order.slice(1).map(() => null)]
  const told = ({ place: _place, is_final: _isFinal, ...row }: PlacedRow) => factOf(row as Row)
  return async ({ db }, { input: { after, limit } }) => {
    const parts = after === '' ? beginning : after.split(':')
    if (parts.length < order.length || parts.length > order.length + 1)
      throw new Refusal('invalid_request', 'after is not a cursor of this log.')
    const values = parts.slice(0, order.length)
    const { rows } = await db.query<PlacedRow>(sql, [...values, limit + 2])
    const [first, ...others] = rows
    const isThere = first?.place === values.join(':')
    const [atMs] = parts.slice(order.length)
    if (atMs !== undefined && !(isThere && timeOf(told(first)) === atMs)) return { facts: [], cursor: '', more: true }
    const next = isThere ? others : rows
    const facts: Fact[] = []
    let cursor = after
    let chars = 0
    for (const row of next.slice(0, limit)) {
      const fact = told(row)
      chars += JSON.stringify(fact).length
      if (!row.is_final || (facts.length > 0 && chars > maxPageChars)) break
      facts.push(fact)
      cursor = `${row.place}:${timeOf(fact)}`
    }
    return { facts, cursor, more: next.length > facts.length }
  }
}

interface PlacedRow {
  readonly place: string
  readonly is_final: boolean
}

const timeOf = ({ at }: Timed): string => String(Date.parse(at))

export interface FactReader<Log extends FactLogShape> {
  readonly log: Log
  readonly bus: Bus
  /** Has a `fact_cursor`. A row of it that says '' makes this reader take everything again. */
  readonly db: Pool
  readonly logger: Logger
  readonly metrics: ReaderMetrics
  /** The most facts a second, 10,000 unless given: a long log must not take the owner's machine from its work. */
  readonly maxPerSecond?: number
  /** How often it looks without being woken, every 2 s unless given: a signal can be lost. */
  readonly readEveryMs?: number
  /** Takes some facts in the transaction that moves the cursor: both are done, or neither. Each fact comes once, in the order of the log. */
  readonly apply: (transaction: PoolClient, facts: readonly FactOf<Log>[]) => Promise<void>
  /** Undoes, in the transaction that takes the cursor back to '', all that was made of the log: its owner was put back to an earlier time, and tells another one now. */
  readonly forget: (transaction: PoolClient) => Promise<void>
}

/** The reader's half: takes what a log tells until it is stopped. Replicas may all do it: each page is taken by one of them. */
export function followFacts<Log extends FactLogShape>(reader: FactReader<Log>): Loop {
  const { log, bus, db, logger, metrics, maxPerSecond = 10_000, readEveryMs = 2_000 } = reader
  metrics.level(log.subject)
  const loop = startLoop(log.subject, readEveryMs, logger, async (stopping) => {
    let page: Output<FactLogShape>
    do {
      const startedAt = performance.now()
      const after = await cursorOf(db, log)
      page = await bus.call<FactLogShape>(log, { after, limit: maxFactsRead }, { requestId: 'facts' })
      if (isLost(after, page)) {
        tellLost(logger, log, after)
        await begunAgain(reader, after)
        continue
      }
      if (page.facts.length > 0 && (await take(reader, after, page))) metrics.taken(log.subject, page.facts.length)
      if (!page.more) metrics.level(log.subject)
      const paceMs = (page.facts.length * 1_000) / maxPerSecond
      await delay(page.more && paceMs > 0 ? Math.max(0, startedAt + paceMs - performance.now()) : restMs)
    } while (page.more && !stopping.aborted)
  })
  bus.onSignal(log.wake, () => loop.wake(), { shared: true })
  return loop
}

/** Whether a log has not got the place of a cursor any more: all that was made of it has to be made again, from ''. */
export function isLost(after: string, { cursor }: Pick<Output<FactLogShape>, 'cursor'>): boolean {
  return after !== '' && cursor === ''
}

/** Says so as loudly as a log can. */
export function tellLost(logger: Logger, { subject }: FactLogShape, after: string): void {
  logger.error(
    { event: 'facts.place-lost', log: subject, after },
    'a log has not got the place any more up to which it was read: its owner was put back to an earlier time. What was made of it is made again from its beginning',
  )
}

async function cursorOf(db: Queryable, { subject }: FactLogShape): Promise<string> {
  const { rows } = await db.query<{ cursor: string }>('SELECT cursor FROM fact_cursor WHERE log = $1', [subject])
  if (rows[0] !== undefined) return rows[0].cursor
  await db.query(`INSERT INTO fact_cursor (log, cursor) VALUES ($1, '') ON CONFLICT DO NOTHING`, [subject])
  return ''
}

/** Takes the cursor back to the beginning, unless another replica has. */
function begunAgain<Log extends FactLogShape>({ db, log, forget }: FactReader<Log>, after: string): Promise<void> {
  return inTransaction(db, async (transaction) => {
    if (await moveCursor(transaction, log, after, '')) await forget(transaction)
  })
}

async function moveCursor(
  transaction: Queryable,
  { subject }: FactLogShape,
  from: string,
  to: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query('UPDATE fact_cursor SET cursor = $3 WHERE log = $1 AND cursor = $2', [
    subject,
    from,
    to,
  ])
  return rowCount === 1
}

/** Applies a page and moves the cursor. @returns false when another replica has moved it since it was read: then the page is that one's. */
function take<Log extends FactLogShape>(
  { db, log, apply }: FactReader<Log>,
  after: string,
  { facts, cursor }: Output<FactLogShape>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await moveCursor(transaction, log, after, cursor))) return false
    await apply(transaction, facts)
    return true
  })
}
