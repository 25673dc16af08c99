import {
  approveBankMatches,
  bankStatementLimits,
  dismissBankPair,
  listBankStatements,
  payPayoutMatches,
  readBankMatches,
  readPayoutMatches,
  settlePayoutProblem,
} from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { unseenPayouts } from '../db/bank-rows.ts'
import { listStatements } from '../db/bank-statements.ts'
import { findRequests } from '../db/requests.ts'
import { adminDepositViews, adminWithdrawalViews } from '../views.ts'
import { confirmPairs, dismissPair } from '../work/confirm-pairs.ts'
import { matchStatement } from '../work/match-statement.ts'
import type { MatchedRow } from '../work/match-statement.ts'
import { settleProblem } from '../work/settle-problem.ts'

const { rowsShown, statementsShown } = bankStatementLimits

/** The page of the rows of a tab behind a row, and the ids of its requests. */
function pageOf(rows: readonly MatchedRow[], { tab, after }: { readonly tab: string; readonly after: number }) {
  const found = rows.filter((matched) => matched.tab === tab && matched.row > after)
  const page = found.slice(0, rowsShown)
  const next = found.length > rowsShown ? (page.at(-1)?.row ?? null) : null
  return { page, next, ids: page.flatMap(({ requestId }) => requestId ?? []) }
}

const rowView = ({ id: rowId, row, day, text, reference, paise: amount, kind, utr }: MatchedRow) => ({
  ...{ rowId, row, day, text, amount, kind },
  utr: utr ?? reference,
})

const byId = <View extends { readonly _id: string }>(views: readonly View[]) =>
  new Map(views.map((view) => [view._id, view]))

export const bankStatements: readonly Handler<Context>[] = [
  handle(listBankStatements, async (ctx: Context, { input: { before } }) => {
    const found = await listStatements(ctx.db, before, statementsShown + 1)
    const page = found.slice(0, statementsShown)
    return { statements: page, next: found.length > statementsShown ? (page.at(-1)?._id ?? null) : null }
  }),
  handle(readBankMatches, async (ctx: Context, { admin, input }) => {
    const { rows, ...shown } = await ctx.search(admin.id, () => matchStatement(ctx, 'deposit', input.id))
    const { page, next, ids } = pageOf(rows, input)
    const requests = byId(await adminDepositViews(ctx, await findRequests(ctx.db, 'deposit', ids)))
    return {
      ...{ ...shown, next },
      rows: page.map((row) => ({
        ...{ ...rowView(row), tab: input.tab, near: row.near },
        request: requests.get(row.requestId ?? '') ?? null,
      })),
    }
  }),
  handle(approveBankMatches, async (ctx: Context, { admin, input: { match, pairs }, meta }) => {
    const results = await confirmPairs(ctx, { kind: 'deposit', match, admin, meta }, pairs)
    return {
      results: results.map(({ outcome, ...result }) => ({
        ...result,
        outcome: outcome === 'done' || outcome === 'noted' ? ('approved' as const) : outcome,
      })),
    }
  }),
  handle(dismissBankPair, async (ctx: Context, call) => {
    await dismissPair(ctx, call)
    return { message: 'The pair is dismissed.' }
  }),
  handle(readPayoutMatches, async (ctx: Context, { admin, input }) => {
    const { rows, tallies } = await ctx.search(admin.id, () => matchStatement(ctx, 'withdrawal', input.id))
    const { page, next, ids } = pageOf(rows, input)
    const unseen = await unseenPayouts(ctx.db, ctx.clock.now(), rowsShown)
    const found = await findRequests(ctx.db, 'withdrawal', [...ids, ...unseen.ids])
    const withdrawals = byId(await adminWithdrawalViews(ctx, found, admin))
    return {
      ...{ tallies, next },
      rows: page.map((row) => ({
        ...{ ...rowView(row), tab: input.tab, problem: row.problem },
        withdrawal: withdrawals.get(row.requestId ?? '') ?? null,
      })),
      unseen: unseen.ids.flatMap((one) => withdrawals.get(one) ?? []),
      unseenCount: unseen.count,
    }
  }),
  handle(settlePayoutProblem, async (ctx: Context, call) => {
    await settleProblem(ctx, call)
    return { message: 'The problem is settled.' }
  }),
  handle(payPayoutMatches, async (ctx: Context, { admin, input: { match, pairs }, meta }) => {
    const asked = pairs.map(({ rowId, withdrawalId: requestId }) => ({ rowId, requestId }))
    const results = await confirmPairs(ctx, { kind: 'withdrawal', match, admin, meta }, asked)
    return {
      results: results.map(({ requestId: withdrawalId, outcome, message }) => ({
        ...{ withdrawalId, message },
        outcome: outcome === 'done' ? ('paid' as const) : outcome === 'noted' ? ('linked' as const) : outcome,
      })),
    }
  }),
]
