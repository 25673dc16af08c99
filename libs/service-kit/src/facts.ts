import type { FactLogShape, Output } from '@kismet/contracts'
import type { Queryable } from './database.ts'
import type { Logger } from './logger.ts'
import { Refusal } from './refusal.ts'

/** Far below the limit of a NATS message, for any characters. */
const maxPageChars = 200_000

/** Where an owner's facts are read. */
export interface FactSource<Row, Fact extends Timed> {
  /** Names the prepared statement. */
  readonly name: string
  /** The tables, and the columns that `factOf` needs. */
  readonly from: string
  readonly columns: string
  /**
   * The order of the log, each column with its type. The first column is the xid8 of the
   * transaction that made the row an entry (NULL before that). The others order the entries of one
   * transaction.
   */
  readonly order: readonly (readonly [column: string, type: string])[]
  readonly factOf: (row: Row) => Fact
  /** Leaves entries out that are not for the reader. The cursor still passes them. */
  readonly isFor?: (fact: Fact) => boolean
}

/** Facts say when they came to be, each in the same way for ever. */
interface Timed {
  readonly at: string
}

type LogHandler<Fact> = (
  context: { readonly db: Queryable },
  call: { readonly input: { readonly after: string; readonly limit: number } },
) => Promise<{ facts: Fact[]; cursor: string; more: boolean; waiting: boolean }>

/**
 * The owner's handler of a log. Transaction ids are not in the order of commits, so the handler
 * gives only rows below `pg_snapshot_xmin`. A row cannot appear behind a cursor later. Rows above it
 * are `waiting`. A cursor is a place and the time of its entry in ms. A
 * restored database gives the same transaction ids to other entries, so the handler compares the
 * time. It answers the cursor '' when the entry is missing.
 */
export function factsOf<Row, Fact extends Timed>({
  name,
  from,
  columns,
  order,
  factOf,
  isFor = () => true,
}: FactSource<Row, Fact>): LogHandler<Fact> {
  const names = order.map(([column]) => column).join(', ')
  const [[xid] = ['']] = order
  const place = order.map(([, type], index) => `$${index + 1}::${type}`).join(', ')
  const sql = `SELECT concat_ws(':', ${names}) AS place, ${xid} < pg_snapshot_xmin(pg_current_snapshot()) AS is_final, ${columns}
    FROM ${from} WHERE ${xid} >= $1::xid8 AND (${names}) >= (${place}) ORDER BY ${names} LIMIT `
  const beginning = ['0', ...order.slice(1).map(() => null)]
  const told = ({ place: _place, is_final: _isFinal, ...row }: PlacedRow) => factOf(row as Row)
  return async ({ db }, { input: { after, limit } }) => {
    const parts = after === '' ? beginning : after.split(':')
    if (after !== '' && parts.length !== order.length + 1)
      throw new Refusal('invalid_request', 'after is not a cursor of this log.')
    const values = parts.slice(0, order.length)
    // A statement with a limit of its own, so that PostgreSQL plans it once: its plan takes longer than a page.
    const { rows } = await db.query<PlacedRow>({ name: `${name}-${limit}`, text: `${sql}${limit + 2}`, values })
    const [first, ...others] = rows
    const isThere = first?.place === values.join(':')
    if (after !== '' && !(isThere && timeOf(told(first)) === parts.at(-1)))
      return { facts: [], cursor: '', more: true, waiting: false }
    const next = isThere ? others : rows
    const facts: Fact[] = []
    let cursor = after
    let passed = 0
    let chars = 0
    for (const row of next.slice(0, limit)) {
      const fact = told(row)
      if (isFor(fact)) chars += JSON.stringify(fact).length
      if (!row.is_final || (facts.length > 0 && chars > maxPageChars)) break
      if (isFor(fact)) facts.push(fact)
      passed += 1
      cursor = `${row.place}:${timeOf(fact)}`
    }
    const isFinal = next[passed]?.is_final
    return { facts, cursor, more: isFinal === true, waiting: isFinal === false }
  }
}

interface PlacedRow {
  readonly place: string
  readonly is_final: boolean
}

const timeOf = ({ at }: Timed): string => String(Date.parse(at))

/** Whether a log has not got the place of a cursor any more: all that was made of it has to be made again, from ''. */
export function isLost(after: string, { cursor }: Pick<Output<FactLogShape>, 'cursor'>): boolean {
  return after !== '' && cursor === ''
}

/** Says so as loudly as a log can. */
export function tellLost(logger: Logger, { subject }: FactLogShape, after: string): void {
  logger.error(
    { event: 'facts.place-lost', log: subject, after },
    'the cursor is no longer in the log, because the database of its owner was restored. The reader rebuilds its data from the beginning of the log',
  )
}
