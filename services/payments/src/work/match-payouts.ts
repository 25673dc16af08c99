import { setImmediate as nextTurn } from 'node:timers/promises'
import { Id, paise, payoutTabs } from '@kismet/contracts'
import type { Output, readPayoutMatches } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { debitsWithCredit, linkDebit, readPayables } from '../db/bank-debits.ts'
import { rowsOfStatement } from '../db/bank-rows.ts'
import type { PlacedRow } from '../db/bank-rows.ts'
import { findStatement } from '../db/bank-statements.ts'
import { PayoutMatcher } from '../domain/bank/match-payouts.ts'
import type { PayoutMatch } from '../domain/bank/match-payouts.ts'

export type MatchedDebit = PlacedRow & PayoutMatch
type Tallies = Output<typeof readPayoutMatches>['tallies']

/** Rows that are matched in one turn of the event loop: some ms. */
const rowsOfTurn = 200

async function matchRows(db: Queryable, rows: readonly PlacedRow[]): Promise<MatchedDebit[]> {
  const [withdrawals, returned] = [await readPayables(db, rows), await debitsWithCredit(db, rows)]
  const matcher = new PayoutMatcher(withdrawals, rows, { returned })
  const matched: MatchedDebit[] = []
  for (const [at, row] of rows.entries()) {
    // Other calls do not wait for a large statement.
    if (at % rowsOfTurn === 0) await nextTurn()
    const match = matcher.match(row)
    if (match !== undefined) matched.push({ ...row, ...match })
  }
  return matched
}

/** The debits of a statement, and the returns of payouts, against the withdrawals of this moment. @throws Refusal `not_found` */
export async function matchPayouts(
  { db }: Context,
  id: string,
): Promise<{ rows: readonly MatchedDebit[]; tallies: Tallies }> {
  const statement = Id.safeParse(id).success ? await findStatement(db, id) : undefined
  if (statement === undefined) throw new Refusal('not_found')
  const rows = await matchRows(db, await rowsOfStatement(db, id))
  const tallies = payoutTabs.map((tab) => {
    const own = rows.filter((row) => row.tab === tab)
    return [tab, { count: own.length, amount: paise(own.reduce((sum, row) => sum + Math.abs(row.paise), 0)) }] as const
  })
  return { rows, tallies: Object.fromEntries(tallies) as Tallies }
}

/** Links the debits of a new statement with the paid withdrawals that they name. */
export async function linkStatement(transaction: Queryable, statementId: string): Promise<void> {
  const rows = await matchRows(transaction, await rowsOfStatement(transaction, statementId))
  for (const { id, tab, withdrawalId, paidOut } of rows)
    if (tab === 'paid' && paidOut === null && withdrawalId !== null) await linkDebit(transaction, withdrawalId, id)
}
