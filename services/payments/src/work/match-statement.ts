import { setImmediate as nextTurn } from 'node:timers/promises'
import { bankStatementLimits, bankTabs, Id, keptCredits, paise } from '@kismet/contracts'
import type { Output, readBankMatches } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { keptRows, readCompared, returnedAmong, rowsOfStatement } from '../db/bank-rows.ts'
import type { PlacedRow } from '../db/bank-rows.ts'
import { findStatement } from '../db/bank-statements.ts'
import { Matcher, noDeposit } from '../domain/bank/match.ts'
import type { Match } from '../domain/bank/match.ts'

type Matches = Output<typeof readBankMatches>
export type MatchedRow = PlacedRow & Match
type MatchedStatement = Pick<Matches, 'statement' | 'tallies' | 'isCut'> & { readonly rows: readonly MatchedRow[] }

const dayMs = 24 * 60 * 60_000
/** Rows that are matched in one turn of the event loop: some ms. */
const rowsOfTurn = 200
const { keptDays, rows: mostRows, waitingRead } = bankStatementLimits

/** The rows of a statement, or all kept credits, against the requests of this moment. @throws Refusal `not_found` */
export async function matchStatement(ctx: Context, id: string): Promise<MatchedStatement> {
  const { statement, rows } = await readRows(ctx, id)
  const credits = rows.filter(({ kind }) => kind === 'credit')
  const returned = await returnedAmong(ctx.db, credits)
  const { requests, isCut } = await readCompared(ctx.db, credits, waitingRead)
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
    matched.push({ ...row, ...match })
  }
  return { statement, rows: matched, tallies: talliesOf(matched), isCut }
}

async function readRows(
  { db, clock }: Context,
  id: string,
): Promise<Pick<Matches, 'statement'> & { rows: PlacedRow[] }> {
  if (id === keptCredits) {
    const fromDay = isoTime(clock.now() - keptDays * dayMs).slice(0, 10)
    return { statement: null, rows: await keptRows(db, fromDay, mostRows) }
  }
  const statement = Id.safeParse(id).success ? await findStatement(db, id) : undefined
  if (statement === undefined) throw new Refusal('not_found')
  return { statement, rows: await rowsOfStatement(db, id) }
}

function talliesOf(rows: readonly MatchedRow[]): Matches['tallies'] {
  const tallies = bankTabs.map((tab) => {
    const own = rows.filter((row) => row.tab === tab)
    return [tab, { count: own.length, amount: paise(own.reduce((sum, row) => sum + row.paise, 0)) }] as const
  })
  return Object.fromEntries(tallies) as Matches['tallies']
}
