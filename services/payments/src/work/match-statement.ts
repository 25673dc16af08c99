import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankStatementLimits, bankTabs, Id, keptCredits } from '@kismet/contracts'
import type { BankTab, Paise } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { approvedWithoutRow, askedAndWaiting, askedWith } from '../db/asked-deposits.ts'
import { keptRows, refusedPairs, rowsOfStatement, withOthers } from '../db/bank-rows.ts'
import type { Credit, PlacedRow } from '../db/bank-rows.ts'
import { findStatement } from '../db/bank-statements.ts'
import type { StoredStatement } from '../db/bank-statements.ts'
import { Matcher, noDeposit, pairKeys } from '../domain/bank/match.ts'
import type { AskedDeposit, Match } from '../domain/bank/match.ts'

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

/** The rows of a statement, or all credits that are kept, against the requests of this moment. @throws Refusal `not_found` */
export async function matchStatement(ctx: Context, id: string): Promise<MatchedStatement> {
  const { statement, rows } = await readRows(ctx, id)
  const credits = await withOthers(
    ctx.db,
    rows.filter(({ kind }) => kind === 'credit'),
  )
  const named = await askedWith(ctx.db, [...new Set(credits.flatMap(({ utrs, parts }) => [...utrs, ...parts]))])
  // One more than are compared: then there are others.
  const waiting = await askedAndWaiting(ctx.db, waitingRead + 1)
  const refused = await refusedPairs(
    ctx.db,
    credits.map((credit) => credit.id),
  )
  const paid = await mayBePaid(ctx.db, credits, waitingRead + 1)
  const compared = [...named, ...waiting.slice(0, waitingRead), ...paid.slice(0, waitingRead)]
  const requests = [...new Map(compared.map((one) => [one.id, one])).values()]
  const matches = await matchAll(credits, requests, pairKeys(refused))
  const matched = rows.map((row): MatchedRow => ({ row, ...(matches.get(row.id) ?? noDeposit) }))
  return {
    statement,
    rows: matched,
    tallies: talliesOf(matched),
    isCut: Math.max(waiting.length, paid.length) > waitingRead,
  }
}

/** Requests that were approved without a row of the bank, which one of these credits may have paid. */
async function mayBePaid(db: Queryable, credits: readonly PlacedRow[], limit: number): Promise<AskedDeposit[]> {
  const free = credits.filter(({ paidFor }) => paidFor === null)
  const days = free.map(({ day }) => day).sort()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return []
  return approvedWithoutRow(db, { amounts: [...new Set(free.map(({ paise }) => paise))], firstDay, lastDay }, limit)
}

/** Yields to the event loop, so that other calls do not wait for a large statement. */
async function matchAll(
  credits: readonly Credit[],
  requests: readonly AskedDeposit[],
  refused: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Match>> {
  const matcher = new Matcher(requests, refused)
  const matches = new Map<string, Match>()
  for (const [at, credit] of credits.entries()) {
    if (at % rowsOfTurn === 0) await nextTurn()
    matches.set(credit.id, matcher.match(credit))
  }
  return matches
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
