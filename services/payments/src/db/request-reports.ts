import { instantsOf } from '@kismet/contracts'
import type { HandoverRow, Output, sumMethods } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

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

/** Rows of a handover: an admin has at most six. */
const mostRows = 1_000

/** The decisions of a shift by admin, kind and method. Amounts are in paise, times from the request to the decision in ms. */
export async function readHandover(
  db: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<HandoverRow[]> {
  const waitedMs = 'extract(epoch FROM decided_at - created_at) * 1000'
  const sumOf = (status: string) => `count(*) FILTER (WHERE status = '${status}') AS ${status},
    coalesce(sum(amount_paise) FILTER (WHERE status = '${status}'), 0)::bigint AS "${status}Amount"`
  const { rows } = await db.query<HandoverRow>(
    `SELECT decided_by_name AS by, kind, method, ${sumOf('approved')}, ${sumOf('rejected')},
       round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${waitedMs}))::bigint AS "medianMs", round(max(${waitedMs}))::bigint AS "longestMs"
     FROM request WHERE decided_by IS NOT NULL AND decided_at >= $1 AND decided_at < $2
     GROUP BY decided_by, decided_by_name, kind, method ORDER BY decided_by_name, kind, method LIMIT ${mostRows}`,
    // As times, because PostgreSQL reads no text of the year 0.
    [new Date(from), new Date(to)],
  )
  return rows
}
