import { Id, requestHints } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findDeposit } from '../db/deposits.ts'
import { talliesOf } from '../db/hints.ts'
import type { Tallies } from '../db/hints.ts'
import { findHeldWithdrawal } from '../db/withdrawals.ts'
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
  if (!Id.safeParse(id).success) throw new Refusal('not_found')
  const deposit = await findDeposit(ctx.db, id)
  if (deposit !== undefined) {
    const found = await hintsOfDeposit(ctx, deposit)
    const history = historyOf(await talliesOf(ctx.db, deposit.playerId), deposit.createdAtMs)
    return { kind: 'deposit' as const, ...found, history, account: null, play: null }
  }
  const withdrawal = await findHeldWithdrawal(ctx.db, id)
  if (withdrawal === undefined) throw new Refusal('not_found')
  const tallies = await talliesOf(ctx.db, withdrawal.playerId)
  const found = await hintsOfWithdrawal(ctx, withdrawal, tallies, meta.requestId)
  const { accountAddedAtMs, accountChangedAtMs } = withdrawal
  return {
    kind: 'withdrawal' as const,
    ...found,
    history: historyOf(tallies, withdrawal.createdAtMs),
    account: { addedAt: isoTime(accountAddedAtMs), changedAt: isoTime(accountChangedAtMs) },
  }
})
