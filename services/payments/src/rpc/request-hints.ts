import { requestHints, RequestKind } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { talliesOf } from '../db/hints.ts'
import type { Tallies } from '../db/hints.ts'
import { requireRequest } from '../db/requests.ts'
import { hintsOfDeposit, hintsOfWithdrawal } from '../work/find-hints.ts'

type Hints = Output<typeof requestHints>

function historyOf({ deposit, withdrawal, firstRequestAtMs }: Tallies, askedAtMs: number): Hints['history'] {
  const shown = ({ pending, approved, rejected }: Tallies['deposit']) => {
    const tally = ({ count, amountPaise }: typeof pending) => ({ count, amount: amountPaise })
    return { pending: tally(pending), approved: tally(approved), rejected: tally(rejected) }
  }
  return {
    firstRequestAt: isoTime(firstRequestAtMs ?? askedAtMs),
    deposits: shown(deposit),
    withdrawals: shown(withdrawal),
  }
}

/** What speaks for a closer look at a request of either kind. */
export const requestHintsHandler = handle(requestHints, async (ctx: Context, { input: { id }, meta }) => {
  const request = await requireRequest(ctx.db, id, RequestKind.options)
  const tallies = await talliesOf(ctx.db, request.playerId)
  const history = historyOf(tallies, request.createdAtMs)
  if (request.kind === 'deposit') {
    const found = await hintsOfDeposit(ctx, request)
    return { kind: 'deposit' as const, ...found, history, account: null, play: null }
  }
  const found = await hintsOfWithdrawal(ctx, request, tallies, meta.requestId)
  const { addedAtMs, changedAtMs } = request.account
  const account = { addedAt: isoTime(addedAtMs), changedAt: isoTime(changedAtMs) }
  return { kind: 'withdrawal' as const, ...found, history, account }
})
