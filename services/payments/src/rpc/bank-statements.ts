import { approveBankMatches, bankStatementLimits, listBankStatements, readBankMatches } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { listStatements } from '../db/bank-statements.ts'
import { findRequests } from '../db/requests.ts'
import { adminDepositViews } from '../views.ts'
import { approvePair } from '../work/approve-pair.ts'
import type { PairResult } from '../work/approve-pair.ts'
import { matchStatement } from '../work/match-statement.ts'
import type { MatchedRow } from '../work/match-statement.ts'

const { rowsShown, statementsShown } = bankStatementLimits

type Shown = Output<typeof readBankMatches>['rows']

/** Rows with their texts, and with their requests as admins see them. */
async function matchViews(ctx: Context, page: readonly MatchedRow[]): Promise<Shown> {
  const requestIds = page.flatMap(({ requestId }) => requestId ?? [])
  const requests = await adminDepositViews(ctx, await findRequests(ctx.db, 'deposit', requestIds))
  const byId = new Map(requests.map((request) => [request._id, request]))
  return page.map(({ id: rowId, row, day, text, reference, paise: amount, kind, tab, near, requestId, utr }) => ({
    ...{ rowId, row, day, text, amount, kind, tab, near },
    utr: utr ?? reference,
    request: byId.get(requestId ?? '') ?? null,
  }))
}

/** Pairs of one call that are approved at one time: the wallet books each credit for itself. */
const atOnce = 4

/** The desk of bank statements. */
export const bankStatements: readonly Handler<Context>[] = [
  handle(listBankStatements, async (ctx: Context, { input: { before } }) => {
    const found = await listStatements(ctx.db, before, statementsShown + 1)
    const page = found.slice(0, statementsShown)
    return {
      statements: page,
      next: found.length > statementsShown ? (page.at(-1)?._id ?? null) : null,
    }
  }),
  handle(readBankMatches, async (ctx: Context, { admin, input: { id, tab, after } }) => {
    const { statement, rows, tallies, isCut } = await ctx.search(admin.id, () => matchStatement(ctx, id))
    const found = rows.filter((matched) => matched.tab === tab && matched.row > after)
    const page = found.slice(0, rowsShown)
    return {
      statement,
      tallies,
      rows: await matchViews(ctx, page),
      next: found.length > rowsShown ? (page.at(-1)?.row ?? null) : null,
      isCut,
    }
  }),
  handle(approveBankMatches, async (ctx: Context, { admin, input: { match, pairs }, meta }) => {
    let silent: PairResult | undefined
    const approve = async ({ requestId, rowId }: (typeof pairs)[number]) => {
      const pair = { rowId, depositId: requestId, match, admin, meta }
      // Without auth, each pair of a long list would wait for its answer.
      const { isAuthSilent, ...result } = silent ?? (await approvePair(ctx, pair))
      if (isAuthSilent === true) silent = result
      return { requestId, ...result }
    }
    const results = []
    for (let at = 0; at < pairs.length; at += atOnce)
      results.push(...(await Promise.all(pairs.slice(at, at + atOnce).map(approve))))
    return { results }
  }),
]
