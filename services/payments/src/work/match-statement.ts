import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankStatementLimits, bankTabs, Id, keptCredits } from '@kismet/contracts'
import type { BankTab, Paise } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { keptRows, readCompared, returnedAmong, rowsOfStatement } from '../db/bank-rows.ts'
import type { PlacedRow } from '../db/bank-rows.ts'
import { findStatement } from '../db/bank-statements.ts'
import type { StoredStatement } from '../db/bank-statements.ts'
import { Matcher, noDeposit } from '../domain/bank/match.ts'
import type { Match } from '../domain/bank/match.ts'

export interface MatchedRow extends Match {
  readonly row: PlacedRow
}

export interface MatchedStatement {
  readonly statement: StoredStatement | null
  readonly rows: readonly MatchedRow[]
  readonly tallies: Readonly<Record<BankTab, { readonly count: number; readonly amount: Paise }>>
  /** There are more requests than were compared. */
  readonly isCut: boolean
}

const dayMs = 24 * 60 * 60_000
/** Rows that are matched in one turn of the event loop: some ms. */
const rowsOfTurn = 200
const { keptDays, rows: mostRows, waitingRead } = bankStatementLimits

/** The rows of a statement, or all kept credits, against the requests of this moment. @throws Refusal `not_found` */
export async function matchStatement(ctx: Context, id: string): Promise<MatchedStatement> {
  const { statement, rows } = await readRows(ctx, id)
  const credits = rows.filter(({ kind }) => kind === 'credit')
  const returned = await returnedAmong(ctx.db, credits)
  const days = credits.map(({ day }) => day).sort()
  const compared = {
    references: credits.flatMap(({ reference }) => reference ?? []),
    paidFor: credits.flatMap(({ paidFor }) => paidFor ?? []),
    amounts: [...new Set(credits.map(({ paise }) => paise))],
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
  }
  const { requests, isCut } = await readCompared(ctx.db, compared, waitingRead)
  const matcher = new Matcher(requests)
  // A number of several rows is that of a branch or an account.
  const byNumber = Map.groupBy(
    credits.flatMap(({ numbers }) => numbers),
    (number) => number,
  )
  const isOfOne = (number: string): boolean => byNumber.get(number)?.length === 1
  const matched: MatchedRow[] = []
  for (const [at, row] of rows.entries()) {
    // Other calls do not wait for a large statement.
    if (at % rowsOfTurn === 0) await nextTurn()
    const credit = { ...row, numbers: row.numbers.filter(isOfOne), isReturned: returned.has(row.id) }
    const match = row.kind === 'credit' ? matcher.match(credit) : noDeposit
    matched.push({ row, ...match })
  }
  return { statement, rows: matched, tallies: talliesOf(matched), isCut }
}

async function readRows(
  { db, clock }: Context,
  id: string,
): Promise<{ statement: StoredStatement | null; rows: PlacedRow[] }> {
  if (id === keptCredits) {
    const fromDay = isoTime(clock.now() - keptDays * dayMs).slice(0, 10)
    return { statement: null, rows: await keptRows(db, fromDay, mostRows) }
  }
  const statement = Id.safeParse(id).success ? await findStatement(db, id) : undefined
  if (statement === undefined) throw new Refusal('not_found')
  return { statement, rows: await rowsOfStatement(db, id) }
}

function talliesOf(rows: readonly MatchedRow[]): MatchedStatement['tallies'] {
  const tallies = Object.fromEntries(bankTabs.map((tab) => [tab, { count: 0, amount: 0 }])) as Record<
    BankTab,
    { count: number; amount: Paise }
  >
  for (const { tab, row } of rows) {
    const tally = tallies[tab]
    tally.count += 1
    tally.amount = (tally.amount + row.paise) as Paise
  }
  return tallies
}
