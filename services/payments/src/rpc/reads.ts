import {
  adminGetDeposit,
  adminGetPlayerDeposited,
  adminGetWithdrawal,
  adminListDeposits,
  adminListWithdrawals,
  countPendingRequests,
  getDeposited,
  getDepositSettings,
  Id,
  listDeposits,
  listWithdrawals,
  paise,
} from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { countWaiting } from '../db/decisions.ts'
import { deposits, findDeposit } from '../db/deposits.ts'
import { readSettings } from '../db/settings.ts'
import { countUnfinished, readDeposited } from '../db/usage.ts'
import {
  findHeldWithdrawal,
  withdrawalsForAdmins,
  withdrawalsForPlayers,
  withdrawalsForSupport,
} from '../db/withdrawals.ts'
import {
  adminDepositView,
  adminDepositViews,
  adminWithdrawalView,
  adminWithdrawalViews,
  depositView,
  seesWholeAccounts,
  settingsView,
  withdrawalView,
} from '../views.ts'
import { chosenBy, readForAdmin, readPage } from '../work/read-list.ts'

/** What a player's requests count against the limits of deposits. */
async function depositedOf({ db, clock }: Context, playerId: string) {
  const { day, week, month } = await readDeposited(db, playerId, clock.now())
  return { day: paise(day), week: paise(week), month: paise(month) }
}

/** What players and admins read. */
export const reads: readonly Handler<Context>[] = [
  handle(getDepositSettings, async (ctx: Context) => ({ settings: settingsView(await readSettings(ctx.db)) })),
  handle(listDeposits, async (ctx: Context, { player, input }) => {
    const own = { ...input, sort: 'createdAt', player: player.id } as const
    const { page, nextCursor } = await readPage(ctx.db, deposits, own)
    return { deposits: page.map(depositView), nextCursor }
  }),
  handle(getDeposited, (ctx: Context, { player }) => depositedOf(ctx, player.id)),
  handle(adminGetPlayerDeposited, (ctx: Context, { input: { id } }) => {
    if (!Id.safeParse(id).success) throw new Refusal('not_found')
    return depositedOf(ctx, id)
  }),
  handle(listWithdrawals, async (ctx: Context, { player, input }) => {
    const own = { ...input, sort: 'createdAt', player: player.id } as const
    const { page, nextCursor } = await readPage(ctx.db, withdrawalsForPlayers, own)
    return { withdrawals: page.map(withdrawalView), nextCursor }
  }),
  handle(countPendingRequests, async (ctx: Context, { input: { playerId } }) => ({
    pending: await countUnfinished(ctx.db, playerId),
  })),
  handle(adminListDeposits, async (ctx: Context, { admin, input }) => {
    const { page, nextCursor } = await readForAdmin(ctx, deposits, chosenBy(ctx, admin, input), admin.id)
    const { deposits: pending } = await countWaiting(ctx.db)
    return { deposits: await adminDepositViews(ctx, page), nextCursor, pending }
  }),
  handle(adminListWithdrawals, async (ctx: Context, { admin, input }) => {
    const source = seesWholeAccounts(admin.role) ? withdrawalsForAdmins : withdrawalsForSupport
    const { page, nextCursor } = await readForAdmin(ctx, source, chosenBy(ctx, admin, input), admin.id)
    const { withdrawals: pending } = await countWaiting(ctx.db)
    return { withdrawals: await adminWithdrawalViews(ctx, page, admin), nextCursor, pending }
  }),
  handle(adminGetDeposit, async (ctx: Context, { input: { id } }) => {
    const deposit = Id.safeParse(id).success ? await findDeposit(ctx.db, id) : undefined
    if (deposit === undefined) throw new Refusal('not_found')
    return { deposit: await adminDepositView(ctx, deposit) }
  }),
  handle(adminGetWithdrawal, async (ctx: Context, { admin, input: { id } }) => {
    const withdrawal = Id.safeParse(id).success ? await findHeldWithdrawal(ctx.db, id) : undefined
    if (withdrawal === undefined) throw new Refusal('not_found')
    return { withdrawal: await adminWithdrawalView(ctx, withdrawal, admin) }
  }),
]
