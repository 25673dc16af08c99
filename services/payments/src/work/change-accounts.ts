import { limits } from '@kismet/contracts'
import type { Input, NoticeKind } from '@kismet/contracts'
import type { addAccount, changeAccount, deleteAccount } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { holdAccounts, insertAccount, listAccounts, markAccountDeleted, updateAccount } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { insertNotice, oldestOfNewest } from '../db/notices.ts'
import { accountAt, requireUnchanged } from './choose-account.ts'
import { hashWithdrawPassword, requireWithdrawPassword } from './withdraw-password.ts'

const dayMs = 24 * 60 * 60_000
const { accountsPerPlayer, accountChangesPerDay } = limits.withdrawal

/** Each change is mailed, and so many mails a day are enough. @throws Refusal `too_many_requests` */
async function requireRoomForChange(db: Queryable, playerId: string, nowMs: number): Promise<void> {
  const atMs = await oldestOfNewest(db, playerId, accountChangesPerDay, nowMs - dayMs)
  if (atMs === undefined) return
  throw new Refusal('too_many_requests', 'You have changed your bank accounts often today. Please try again later.', {
    retryAfterMs: Math.max(1, atMs + dayMs - nowMs),
  })
}

/** Does one change of a player's accounts with the mail that it is owed, alone. `change` gives the account number that the mail is about. */
async function withNotice(
  ctx: Context,
  player: Player,
  kind: NoticeKind,
  change: (transaction: Queryable, accounts: readonly StoredAccount[], nowMs: number) => Promise<string>,
): Promise<StoredAccount[]> {
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    const accounts = await holdAccounts(transaction, player.id)
    await requireRoomForChange(transaction, player.id, nowMs)
    const accountNumber = await change(transaction, accounts, nowMs)
    const notice = { id: ctx.randomness.id(nowMs), playerId: player.id, kind, lastDigits: accountNumber.slice(-4) }
    await insertNotice(transaction, notice, nowMs)
    return listAccounts(transaction, player.id)
  })
}

function requireRoom({ length }: readonly StoredAccount[]): void {
  if (length < accountsPerPlayer) return
  throw new Refusal('accounts_full', `You can save at most ${accountsPerPlayer} bank accounts.`, {
    max: accountsPerPlayer,
  })
}

/** Saves an account. @returns all of them. @throws Refusal `accounts_full`, `too_many_requests` */
export async function add(ctx: Context, player: Player, asked: Input<typeof addAccount>): Promise<StoredAccount[]> {
  requireRoom(await listAccounts(ctx.db, player.id))
  const passwordHash = await hashWithdrawPassword(ctx, player.id, asked.withdrawPassword)
  return withNotice(ctx, player, 'account_added', async (transaction, accounts, nowMs) => {
    requireRoom(accounts)
    const owned = { id: ctx.randomness.id(nowMs), playerId: player.id, playerEmail: player.email }
    await insertAccount(transaction, owned, { ...asked, passwordHash }, nowMs)
    return asked.accountNumber
  })
}

interface Choice {
  readonly index: number
  readonly accountId?: string | undefined
  readonly currentWithdrawPassword?: string | undefined
}

/** The chosen account, once its password was shown. @throws Refusal `not_found`, `account_changed`, `wrong_withdraw_password`, `too_many_requests` */
async function unlock(ctx: Context, player: Player, choice: Choice): Promise<StoredAccount> {
  const account = accountAt(await listAccounts(ctx.db, player.id), choice)
  await requireWithdrawPassword(ctx, player.id, account, choice.currentWithdrawPassword)
  return account
}

/** Changes an account; of its password what is absent stays, and null takes it away. @returns all accounts. @throws Refusal */
export async function change(
  ctx: Context,
  player: Player,
  asked: Input<typeof changeAccount>,
): Promise<StoredAccount[]> {
  const seen = await unlock(ctx, player, asked)
  const { withdrawPassword } = asked
  const isKept = withdrawPassword === undefined || withdrawPassword === ''
  const passwordHash = isKept ? seen.passwordHash : await hashWithdrawPassword(ctx, player.id, withdrawPassword)
  return withNotice(ctx, player, 'account_changed', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    await updateAccount(transaction, seen.id, { ...asked, passwordHash }, nowMs)
    return asked.accountNumber
  })
}

/** Deletes an account. @returns those that are left. @throws Refusal */
export async function remove(
  ctx: Context,
  player: Player,
  asked: Input<typeof deleteAccount>,
): Promise<StoredAccount[]> {
  const seen = await unlock(ctx, player, asked)
  return withNotice(ctx, player, 'account_deleted', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    await markAccountDeleted(transaction, seen.id, nowMs)
    return seen.accountNumber
  })
}
