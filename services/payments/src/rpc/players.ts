import {
  addAccount,
  changeAccount,
  deleteAccount,
  forgotWithdrawPassword,
  getDeposited,
  listAccounts,
  listDeposits,
  listWithdrawals,
  paise,
  requestWithdrawal,
  resetWithdrawPassword,
} from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { listAccounts as readAccounts } from '../db/accounts.ts'
import { readDecisions, readPage } from '../db/request-lists.ts'
import type { ListQuery } from '../db/request-lists.ts'
import { usualMinutesOf } from '../domain/usual-minutes.ts'
import { accountViews, asFirstAnswered, depositViews, withdrawalView } from '../views.ts'
import { add, change, mailCode, remove, reset } from '../work/change-accounts.ts'
import { request } from '../work/request-withdrawal.ts'
import { depositedOf } from './reads.ts'

const message = 'Withdrawal request submitted. The amount is on hold until the decision.'

async function readOwn<Kind extends RequestKind>({ db, clock }: Context, kind: Kind, player: string, query: ListQuery) {
  const nowMs = clock.now()
  const [list, decisions] = await Promise.all([
    readPage(db, { kind, nowMs }, { ...query, sort: 'createdAt', player }),
    readDecisions(db, kind, nowMs),
  ])
  return { ...list, usualMinutes: usualMinutesOf(decisions) }
}

export const players: readonly Handler<Context>[] = [
  handle(getDeposited, (ctx: Context, { player }) => depositedOf(ctx, player.id)),
  handle(listDeposits, async (ctx: Context, { player, input }) => {
    const { page, ...rest } = await readOwn(ctx, 'deposit', player.id, input)
    return { deposits: await depositViews(ctx, page), ...rest }
  }),
  handle(listWithdrawals, async (ctx: Context, { player, input }) => {
    const { page, ...rest } = await readOwn(ctx, 'withdrawal', player.id, input)
    return { withdrawals: page.map(withdrawalView), ...rest }
  }),
  handle(requestWithdrawal, async (ctx: Context, call) => {
    const { withdrawal, isReplay } = await request(ctx, call)
    const { heldBalancePaise, heldBalanceSeq } = withdrawal
    if (heldBalancePaise === null || heldBalanceSeq === null) throw new Refusal('unavailable')
    if (isReplay) call.replayed()
    const stood = { balance: paise(heldBalancePaise), balanceSeq: heldBalanceSeq }
    return { withdrawal: withdrawalView(asFirstAnswered(withdrawal)), message, ...stood }
  }),
  handle(listAccounts, async (ctx: Context, { player }) => ({
    accounts: accountViews(await readAccounts(ctx.db, player.id), ctx.clock.now()),
  })),
  handle(addAccount, async (ctx: Context, call) => ({
    accounts: accountViews(await add(ctx, call), ctx.clock.now()),
    message: 'Account added',
  })),
  handle(changeAccount, async (ctx: Context, call) => ({
    accounts: accountViews(await change(ctx, call), ctx.clock.now()),
    message: 'Account updated',
  })),
  handle(deleteAccount, async (ctx: Context, call) => ({
    accounts: accountViews(await remove(ctx, call), ctx.clock.now()),
    message: 'Account deleted',
  })),
  handle(forgotWithdrawPassword, async (ctx: Context, call) => {
    await mailCode(ctx, call)
    return { message: 'We have sent a code to your email.' }
  }),
  handle(resetWithdrawPassword, async (ctx: Context, call) => ({
    accounts: accountViews(await reset(ctx, call), ctx.clock.now()),
    message: 'Withdraw password changed',
  })),
]
