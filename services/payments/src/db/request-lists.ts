import { instantsOf, paise } from '@kismet/contracts'
import type { adminListDeposits, HandoverRow, Input, Output, Paise, RequestKind, sumMethods } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { rowsOfPages } from '@kismet/service-kit/file-columns'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Decisions } from '../domain/usual-minutes.ts'
import { bankState } from './bank-row-place.ts'
import { searchIn } from './request-search.ts'
import type { Condition } from './request-search.ts'
import { columns, forAdmins } from './requests.ts'
import type { StoredOf } from './requests.ts'

/** A page of a list; an absent field leaves no request out. Without `sort`: pending requests from old to new, then decided ones from new to old. */
export type ListQuery = Input<typeof adminListDeposits>
export type Choice = Omit<ListQuery, 'limit' | 'cursor'>

/** A list of one kind, for its player or for an admin. */
export interface List<Kind extends RequestKind> {
  readonly kind: Kind
  readonly admin?: Admin
  readonly nowMs: number
}

/** SQL of the column of each order, of its value in a cursor, and of the value of the cursor `?`. */
const orders = {
  queue: { column: 'queue_place', place: 'queue_place', after: '?::bigint' },
  createdAt: {
    column: 'created_at',
    place: msOf('created_at'),
    after: `timestamptz 'epoch' + ?::bigint * interval '1 ms'`,
  },
  amount: { column: 'amount_paise', place: 'amount_paise', after: '?::bigint' },
} as const

/** The columns of the time by which days narrow a list. */
const timeOfDays = { asked: 'created_at', decided: 'decided_at', booked: 'booked_at' } as const

/** SQL of a list; its values are added to `values`. */
function whereOf(list: List<RequestKind>, choice: Choice, values: unknown[], more: readonly Condition[] = []): string {
  const { kind, admin, nowMs } = list
  const { handledBy, search = '', daysOf = 'asked' } = choice
  const at = timeOfDays[daysOf]
  const { fromMs, untilMs } = instantsOf(choice)
  const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms))
  const is = (sql: string, value: unknown): Condition[] => (value === undefined ? [] : [[sql, value]])
  const isOfOthers = '(claimed_by <> ? AND claimed_until > ?)'
  const claimed = `status = 'pending' AND ${isOfOthers} IS ${handledBy === 'others' ? '' : 'NOT '}TRUE`
  const conditions: Condition[] = [
    ['kind = ?', kind],
    // Players do not see a request that was refused in the answer to it.
    [admin === undefined ? `(status <> 'refused' OR admin_reason IS NOT NULL)` : forAdmins],
    ...is('player_id = ?', choice.player),
    ...is('status = ?', choice.status),
    ...is('method = ?', choice.method),
    ...is('amount_paise >= ?', choice.minAmount),
    ...is('amount_paise <= ?', choice.maxAmount),
    ...is(`${at} >= ?`, timeOf(fromMs)),
    ...is(`${at} < ?`, timeOf(untilMs)),
    ...is(`status = 'pending' AND ${bankState} = ?`, choice.bank),
    ...is('decided_by = ?', choice.decidedBy && admin?.id),
    ...searchIn(kind, admin?.role, search),
    ...(handledBy === undefined ? [] : [[claimed, admin?.id, new Date(nowMs)] as const]),
    ...more,
  ]
  return conditions
    .map(([sql, ...its]) => its.reduce<string>((text, value) => text.replace('?', `$${values.push(value)}`), sql))
    .join(' AND ')
}

/** A page of a list, from its start or after a cursor. @throws Refusal `invalid_request` for a cursor of another list */
export async function readPage<Kind extends RequestKind>(
  db: Queryable,
  list: List<Kind>,
  query: ListQuery,
  more: readonly Condition[] = [],
): Promise<{ page: StoredOf<Kind>[]; nextCursor: string | null }> {
  const { sort = 'queue', limit, cursor } = query
  const { column, place, after } = orders[sort]
  const direction = sort === 'queue' ? 'asc' : (query.order ?? 'desc')
  const values: unknown[] = []
  const from: Condition[] =
    cursor === undefined
      ? []
      : [[`(${column}, id) ${direction === 'asc' ? '>' : '<'} (${after}, ?::uuid)`, ...placeOf(cursor, sort)]]
  const where = whereOf(list, query, values, [...from, ...more])
  // One more row than is shown tells that there is another page.
  const { rows } = await db.query<StoredOf<Kind> & { readonly place: number }>(
    `SELECT ${columns}, ${place} AS place FROM request WHERE ${where}
     ORDER BY ${column} ${direction}, id ${direction} LIMIT ${limit + 1}`,
    values,
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : `${sort}.${last.place}.${last.id}` }
}

const cursorText = /^([a-zA-Z]+)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function placeOf(cursor: string, sort: keyof typeof orders): [place: string, id: string] {
  const [, name, place, id] = cursorText.exec(cursor) ?? []
  if (name !== sort || place === undefined || id === undefined)
    throw new Refusal('invalid_request', 'The cursor is not valid.')
  return [place, id]
}

/** Rows that an export reads at a time. */
const rowsOfPart = 1_000

/**
 * Reads a whole list, in the order of time or of amount. Neither ever changes, so each request comes once. Requests
 * that were asked for later are left out.
 * @param show makes the rows of the file of a part of the list
 */
export function readAll<Kind extends RequestKind, Row>(
  db: Queryable,
  list: List<Kind>,
  { sort = 'createdAt', ...choice }: Choice,
  show: (requests: readonly StoredOf<Kind>[]) => Promise<readonly Row[]>,
  partRows = rowsOfPart,
): AsyncGenerator<Row> {
  const isOfBefore = ['created_at <= ?', new Date(list.nowMs)] as const
  return rowsOfPages(async (cursor) => {
    const query = { ...choice, sort, limit: partRows, cursor }
    const { page, nextCursor } = await readPage(db, list, query, [isOfBefore])
    return { rows: await show(page), nextCursor }
  })
}

/** Where the bank rows of requests stand, such as "2026-11-30, row 3 of hdfc.csv", by request. */
export async function readBankRowPlaces(
  db: Queryable,
  kind: RequestKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; place: string }>(
    `SELECT b.${kind}_id AS id, concat(to_char(b.day, 'YYYY-MM-DD'), ', row ' || o.row_number || ' of ' || s.file_name) AS place
     FROM bank_row AS b LEFT JOIN LATERAL (SELECT row_number, statement_id FROM bank_statement_row
       WHERE bank_row_id = b.id ORDER BY statement_id LIMIT 1) AS o ON true
     LEFT JOIN bank_statement AS s ON s.id = o.statement_id WHERE b.${kind}_id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The number of the requests of a list, and the sum of their amounts. */
export async function sumRequests(
  db: Queryable,
  list: List<RequestKind>,
  choice: Choice,
): Promise<{ count: number; amount: Paise }> {
  const values: unknown[] = []
  const { rows } = await db.query<{ count: number; amount: Paise }>(
    `SELECT count(*) AS count, coalesce(sum(amount_paise), 0)::bigint AS amount FROM request WHERE ${whereOf(list, choice, values)}`,
    values,
  )
  return rows[0] ?? { count: 0, amount: paise(0) }
}

type MethodSums = Output<typeof sumMethods>['deposits']

/** Booked deposits by method, of the days of a range. Amounts are in paise. */
export async function sumByMethod(
  db: Queryable,
  range: { readonly from: string; readonly to: string },
): Promise<MethodSums> {
  const { fromMs = 0, untilMs = 0 } = instantsOf(range)
  const { rows } = await db.query<MethodSums[number]>(
    `SELECT method, count(*) AS count, sum(amount_paise)::bigint AS amount FROM request
     WHERE kind = 'deposit' AND booked_at >= $1 AND booked_at < $2 GROUP BY method ORDER BY method`,
    [new Date(fromMs), new Date(untilMs)],
  )
  return rows
}

/** SQL: the time from a request to its decision. */
const waitedMs = 'extract(epoch FROM decided_at - created_at) * 1000'

const newestDecisions = 100
const newestForMs = 30 * 24 * 60 * 60_000

/** The newest decisions of admins about requests of a kind in the last 30 days. */
export async function readDecisions(db: Queryable, kind: RequestKind, nowMs: number): Promise<Decisions> {
  const { rows } = await db.query<Decisions>(
    `SELECT count(*) AS count, round(percentile_cont(0.9) WITHIN GROUP (ORDER BY ${waitedMs}))::bigint AS "mostWithinMs" FROM (
       SELECT created_at, decided_at FROM request WHERE kind = $1 AND decided_by IS NOT NULL AND decided_at > $2
       ORDER BY decided_at DESC LIMIT ${newestDecisions}) AS decided`,
    [kind, new Date(nowMs - newestForMs)],
  )
  return rows[0] ?? { count: 0, mostWithinMs: null }
}

/** Rows of a handover: an admin has at most six. */
const mostRows = 1_000

/** The decisions and first approvals of a shift by admin, kind and method. Amounts are in paise, times from the request to the decision in ms. */
export async function readHandover(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<HandoverRow[]> {
  const countOf = (what: string) => `count(*) FILTER (WHERE what = '${what}')`
  const sumOf = (status: string) => `${countOf(status)} AS ${status},
    coalesce(sum(amount_paise) FILTER (WHERE what = '${status}'), 0)::bigint AS "${status}Amount"`
  const { rows } = await db.query<HandoverRow>(
    `SELECT by, kind, method, ${sumOf('approved')}, ${sumOf('rejected')}, ${countOf('first')} AS "firstApprovals",
       coalesce(round(percentile_cont(0.5) WITHIN GROUP (ORDER BY waited)), 0)::bigint AS "medianMs",
       coalesce(round(max(waited)), 0)::bigint AS "longestMs"
     FROM (SELECT decided_by AS id, decided_by_name AS by, kind, method, status AS what, amount_paise, ${waitedMs} AS waited
         FROM request WHERE decided_by IS NOT NULL AND decided_at >= $1 AND decided_at < $2
       UNION ALL SELECT first_approved_by, first_approved_by_name, kind, method, 'first', 0, NULL
         FROM request WHERE first_approved_at >= $1 AND first_approved_at < $2) AS done
     GROUP BY id, by, kind, method ORDER BY by, kind, method LIMIT ${mostRows}`,
    // As times, because PostgreSQL reads no text of the year 0.
    [new Date(from), new Date(to)],
  )
  return rows
}
