import type { DepositMethod, HandledBy, Paise, RequestStatus } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import type { Position } from '../domain/cursor.ts'

/** What every row of a list has, whatever else is of its kind. */
export interface ListedRequest {
  readonly id: string
  readonly amountPaise: Paise
  readonly createdAtMs: number
  readonly decidedAtMs: number | null
}

/** Where a list is read: one kind of requests, and of these only those that whoever asks may know of. `Row` is what `columns` give. */
export interface ListSource<Row extends ListedRequest> {
  readonly table: 'deposit' | 'withdrawal'
  readonly columns: string
  /** SQL. */
  readonly isShown: string
  /** SQL of the text that whoever asks may find a request by, where that is less than `search_text`. */
  readonly foundBy?: string
  /** Only for its type. */
  readonly row?: Row
}

/** Some rows of a list, from its start or after a position. */
export interface Page {
  readonly after: Position | undefined
  readonly limit: number
}

/** Which requests are asked for; what is undefined leaves none out. */
export interface Choice {
  readonly player?: string | undefined
  readonly status?: RequestStatus | undefined
  readonly method?: DepositMethod | undefined
  readonly minAmount?: Paise | undefined
  readonly maxAmount?: Paise | undefined
  /** A part of what people know a request by. */
  readonly search?: string | undefined
  /** Of what waits. */
  readonly handled?: Handled | undefined
}

/** Whose requests are meant, as this admin asks for them at this moment. */
interface Handled {
  readonly by: HandledBy
  readonly adminId: string
  readonly nowMs: number
}

/** In which order requests are listed; those that are equal in it by their ids. */
export interface Order {
  readonly by: 'createdAt' | 'decidedAt' | 'amount'
  readonly direction: 'asc' | 'desc'
}

const orderedBy = {
  createdAt: { column: 'created_at', place: 'timestamptz', valueOf: (at: number) => new Date(at) },
  decidedAt: { column: 'decided_at', place: 'timestamptz', valueOf: (at: number) => new Date(at) },
  amount: { column: 'amount_paise', place: 'bigint', valueOf: (at: number) => at },
} as const

/** A text as a part of what LIKE looks for, with nothing in it that would match more than itself. */
const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQL of who looks at a request. There are as many claims as admins have opened requests in the last minutes. */
function handledSql({ by, adminId, nowMs }: Handled, put: (value: unknown) => string): string {
  const ofOthers = `SELECT request_id FROM claim WHERE until > ${put(new Date(nowMs))} AND admin_id <> ${put(adminId)}`
  return `id ${by === 'others' ? 'IN' : 'NOT IN'} (${ofOthers})`
}

/** SQL of a choice, and its values from `$first` on. `foundBy` narrows what a search finds beside. */
function conditionsOf(
  choice: Choice,
  first: number,
  foundBy: string | undefined,
): { sql: string[]; values: unknown[] } {
  const { player, status, method, minAmount, maxAmount, search = '', handled } = choice
  const values: unknown[] = []
  const put = (value: unknown): string => `$${first + values.push(value) - 1}`
  const is = (sql: string, value: unknown): string[] => (value === undefined ? [] : [sql.replaceAll('?', put(value))])
  const sought = search.toLowerCase()
  // People write references and ids with spaces and hyphens between their groups.
  const bare = sought.replace(/[\s-]/g, '')
  const isFound = `search_text LIKE ?${foundBy === undefined ? '' : ` AND ${foundBy} LIKE ?`}`
  const parts = bare === '' ? [] : [...new Set([sought, bare])].flatMap((part) => is(isFound, likePart(part)))
  const sql = [
    ...is('player_id = ?', player),
    ...is('status = ?', status),
    ...is('method = ?', method),
    ...is('amount_paise >= ?', minAmount),
    ...is('amount_paise <= ?', maxAmount),
    ...(parts.length === 0 ? [] : [`(${parts.join(' OR ')})`]),
    ...(handled === undefined ? [] : [`status = 'pending'`, handledSql(handled, put)]),
  ]
  return { sql, values }
}

/** A page of the requests of a choice. Those without the time that orders them are left out: undecided ones of a list by decision. */
export async function listRequests<Row extends ListedRequest>(
  db: Queryable,
  { table, columns, isShown, foundBy }: ListSource<Row>,
  { by, direction }: Order,
  { after, limit }: Page,
  choice: Choice,
): Promise<Row[]> {
  const { column, place, valueOf } = orderedBy[by]
  const chosen = conditionsOf(choice, 4, foundBy)
  const isIn = by === 'decidedAt' ? [`status <> 'pending'`] : []
  const isAfter = `($1::${place} IS NULL OR (${column}, id) ${direction === 'asc' ? '>' : '<'} ($1, $2::uuid))`
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM ${table} WHERE ${[isShown, ...isIn, ...chosen.sql, isAfter].join(' AND ')}
     ORDER BY ${column} ${direction}, id ${direction} LIMIT $3`,
    [after === undefined ? null : valueOf(after.at), after?.id ?? null, limit, ...chosen.values],
  )
  return rows
}

/** How many requests of a choice there are, counted up to `most` and one more. */
export async function countRequests<Row extends ListedRequest>(
  db: Queryable,
  { table, isShown, foundBy }: ListSource<Row>,
  choice: Choice,
  most: number,
): Promise<number> {
  const { sql, values } = conditionsOf(choice, 2, foundBy)
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM ${table} WHERE ${[isShown, ...sql].join(' AND ')} LIMIT $1) AS found`,
    [most + 1, ...values],
  )
  return rows[0]?.count ?? 0
}
