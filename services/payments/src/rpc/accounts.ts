import { addAccount, changeAccount, deleteAccount, listAccounts } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { listAccounts as readAccounts } from '../db/accounts.ts'
import { accountViews } from '../views.ts'
import { add, change, remove } from '../work/change-accounts.ts'

/** The bank accounts of a player. */
export const accounts: readonly Handler<Context>[] = [
  handle(listAccounts, async (ctx: Context, { player }) => ({
    accounts: accountViews(await readAccounts(ctx.db, player.id)),
  })),
  handle(addAccount, async (ctx: Context, { player, input }) => ({
    accounts: accountViews(await add(ctx, player, input)),
    message: 'Account added',
  })),
  handle(changeAccount, async (ctx: Context, { player, input }) => ({
    accounts: accountViews(await change(ctx, player, input)),
    message: 'Account updated',
  })),
  handle(deleteAccount, async (ctx: Context, { player, input }) => ({
    accounts: accountViews(await remove(ctx, player, input)),
    message: 'Account deleted',
  })),
]
