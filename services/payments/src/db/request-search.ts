import { accountDigitsShown, wholeAccountReaders } from '@kismet/contracts'
import type { AdminRole, RequestKind } from '@kismet/contracts'
import { readSearch } from '../domain/search-text.ts'

/** SQL of a choice, with a value for each `?`. */
export type Condition = readonly [sql: string, ...values: unknown[]]

/** Whether an admin sees whole account numbers, or their last digits. */
export const seesWholeAccounts = (role: AdminRole): boolean => wholeAccountReaders.some((reader) => reader === role)

/** The expression of the index `request_ends`. */
const ends = `array_to_tsvector(array_remove(ARRAY[
  nullif(reverse(lower(reference)), ''), nullif(reverse(lower(paid_reference)), ''), nullif(reverse(account_number), ''),
  reverse(replace(id::text, '-', '')), '^' || lower(reference), '^' || lower(ltrim(paid_reference, '0')), '@' || lower(player_email)],
  NULL))`

/** SQL of the requests whose bank account does not count: its end is longer than what the admin sees of it. */
const withoutAccount = `(lower(paid_reference) LIKE ? OR replace(id::text, '-', '') LIKE ? OR lower(ltrim(paid_reference, '0')) LIKE ?
  OR lower(player_email) LIKE ?)`

/** A search by an admin who sees the last digits only. A search that knew the others would tell them, one after the other. */
const foundBySupport = `lower(player_email || ' ' || (account ->> 'name') || ' ' || right(account_number, ${accountDigitsShown}) || ' '
  || account_ifsc || ' ' || replace(id::text, '-', '')) LIKE ?`

/** A pattern of LIKE for a part of a text. */
const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * SQL of a search. Indexes find amounts, ends of numbers, starts of references and of e-mails. Other texts are parts, which an index
 * finds where the extension pg_trgm is installed.
 */
export function searchIn(kind: RequestKind, role: AdminRole | undefined, search: string): Condition[] {
  const { amountPaise, end, parts } = readSearch(search)
  const isNarrow = kind === 'withdrawal' && role !== undefined && !seesWholeAccounts(role)
  const byAmount: Condition[] = amountPaise === null ? [] : [['amount_paise = ?', amountPaise]]
  const byPart = parts.map(likePart).map((part): Condition => {
    return isNarrow ? [`(search_text LIKE ? AND ${foundBySupport})`, part, part] : ['search_text LIKE ?', part]
  })
  const any = [...byAmount, ...(end === null ? [] : [byEnd(end, isNarrow)]), ...byPart]
  return any.length === 0 ? [] : [[`(${any.map(([sql]) => sql).join(' OR ')})`, ...any.flatMap(([, ...its]) => its)]]
}

function byEnd(end: string, isNarrow: boolean): Condition {
  const reversed = Array.from(end).reverse().join('')
  // A bank may write zeros before a reference, and may cut its end.
  const start = end.replace(/^0+/, '')
  // Letters and digits only, so that a quoted lexeme needs no escapes.
  const query = [`'${reversed}':*`, `'^${start}':*`, `'@${end}':*`].filter((part) => part !== "'^':*").join(' | ')
  const isOver = isNarrow && end.length > accountDigitsShown
  const more = isOver ? ` AND ${withoutAccount}` : ''
  // The array is read first. In one condition with the order of the list, the planner expects many ends and reads all requests.
  const found = `id = ANY (ARRAY(SELECT ended.id FROM request AS ended WHERE ${ends} @@ ?::tsquery${more}))`
  return [found, query, ...(isOver ? [`%${end}`, `%${end}`, `${start}%`, `${end}%`] : [])]
}
