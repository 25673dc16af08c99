import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankStatementLimits, bankTabs, dayOf, Id, keptCredits, paise, payoutTabs } from '@kismet/contracts'
import type { BankStatement, Paise, RequestKind } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import {
  findRowOf,
  freeDebits,
  freeDebitsOf,
  keptRows,
  linkApproved,
  linkRow,
  readCandidates,
  readDismissed,
  readNamed,
  rowsOfStatement,
} from '../db/bank-rows.ts'
import type { PlacedRow } from '../db/bank-rows.ts'
import { findStatement } from '../db/bank-statements.ts'
import { matcherOf } from '../domain/bank/match.ts'
import type { Match } from '../domain/bank/match.ts'

export type MatchedRow = PlacedRow & Match
const tabs = { deposit: bankTabs, withdrawal: payoutTabs } as const
interface MatchedStatement<Kind extends RequestKind> {
  /** Null for the kept credits. */
  readonly statement: z.output<typeof BankStatement> | null
  readonly rows: readonly MatchedRow[]
  readonly tallies: Record<(typeof tabs)[Kind][number], { count: number; amount: Paise }>
  /** Too many requests wait, or were approved without a row, to compare all. */
  readonly isCut: boolean
}

const dayMs = 24 * 60 * 60_000
/** Rows that are matched in one turn of the event loop: some ms. */
const rowsOfTurn = 200

async function matchRows(db: Queryable, kind: RequestKind, rows: readonly PlacedRow[]) {
  const isDeposit = kind === 'deposit'
  const compared = isDeposit ? rows.filter((row) => row.kind === 'credit') : rows
  const { candidates, isCut, isApprovedCut } = await readCandidates(db, kind, compared)
  // A debit of another statement may have paid the withdrawal.
  const unpaid = candidates.filter(({ rowId, status }) => rowId === null && status !== 'rejected').map(({ id }) => id)
  const others = isDeposit ? [] : await freeDebitsOf(db, unpaid)
  const dismissed = await readDismissed(db, compared)
  const match = matcherOf(kind, candidates, [...rows, ...others], dismissed)
  // A number of several credits is that of a branch or an account.
  const byNumber = Map.groupBy(
    compared.flatMap(({ numbers }) => numbers),
    (number) => number,
  )
  const matched: MatchedRow[] = []
  for (const [at, row] of rows.entries()) {
    // Other calls do not wait for a large statement.
    if (at % rowsOfTurn === 0) await nextTurn()
    const numbers = row.numbers.filter((number) => byNumber.get(number)?.length === 1)
    const found = match({ ...row, numbers })
    if (found !== undefined) matched.push({ ...row, ...(isDeposit && isApprovedCut ? notExact(row, found) : found) })
  }
  return { rows: matched, isCut: isCut || isApprovedCut }
}

/** A match of a free row while approved requests are missing: the row may be the payment of one of them. */
const notExact = ({ paidFor }: PlacedRow, found: Match): Match =>
  found.tab === 'exact' && paidFor === null ? { ...found, tab: 'none', requestId: null } : found

/**
 * The rows of a statement that belong to a kind of request, or all kept credits, against the requests of this moment.
 * @throws Refusal `not_found`
 */
export async function matchStatement<Kind extends RequestKind>(
  { db, clock }: Context,
  kind: Kind,
  id: string,
): Promise<MatchedStatement<Kind>> {
  const isKept = kind === 'deposit' && id === keptCredits
  const statement = !isKept && Id.safeParse(id).success ? await findStatement(db, id) : undefined
  if (statement === undefined && !isKept) throw new Refusal('not_found')
  const { keptDays, rows: mostRows } = bankStatementLimits
  const fromDay = dayOf(clock.now() - keptDays * dayMs)
  const read = isKept ? await keptRows(db, fromDay, mostRows) : await rowsOfStatement(db, id)
  const { rows: matched, isCut } = await matchRows(db, kind, read)
  // The withdrawal was approved while the file was uploaded. An admin links the two.
  const rows = matched.map((row) =>
    row.tab === 'paid' && row.paidFor === null ? { ...row, tab: 'near' as const } : row,
  )
  const tallies = tabs[kind].map((tab) => {
    const own = rows.filter((row) => row.tab === tab)
    // Debits are negative: a sum of payouts has no sign.
    const amountOf = ({ paise: amount }: MatchedRow) => (kind === 'deposit' ? amount : Math.abs(amount))
    return [tab, { count: own.length, amount: paise(own.reduce((sum, row) => sum + amountOf(row), 0)) }] as const
  })
  return {
    ...{ statement: statement ?? null, rows, isCut },
    tallies: Object.fromEntries(tallies) as MatchedStatement<Kind>['tallies'],
  }
}

/** Links the rows of a new statement with the approved requests that they name. */
export async function linkStatement(transaction: Queryable, statementId: string): Promise<void> {
  await linkApproved(transaction, statementId)
  const debits = await freeDebits(transaction, statementId)
  const match = matcherOf('withdrawal', await readNamed(transaction, 'withdrawal', debits), debits)
  for (const [at, row] of debits.entries()) {
    if (at % rowsOfTurn === 0) await nextTurn()
    const { tab, requestId = null } = match(row) ?? {}
    if (tab === 'paid' && requestId !== null && (await findRowOf(transaction, requestId)) === undefined)
      await linkRow(transaction, 'withdrawal', requestId, row.id)
  }
}
