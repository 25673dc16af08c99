import { limits } from '@kismet/contracts'
import type { Input, NoticeKind } from '@kismet/contracts'
import type { addAccount, changeAccount, deleteAccount } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { holdAccounts, listAccounts, markAccountDeleted, saveAccount } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { countAttempt } from '../db/attempts.ts'
import { insertNotice } from '../db/notices.ts'
import { hashWithdrawPassword, requireWithdrawPassword } from './withdraw-password.ts'

const { accountsPerPlayer, accountChangesPerDay } = limits.withdrawal
const quota = { most: accountChangesPerDay, withinMs: 24 * 60 * 60_000 }

interface Choice {
  readonly index: number
  readonly accountId?: string | undefined
}

/**
 * The account at an index. With an id, the account at the index must have the id, because the list may have changed.
 * @throws Refusal `account_changed`, and without an id `not_found`
 */
export function accountAt(accounts: readonly StoredAccount[], { index, accountId }: Choice): StoredAccount {
  const account = accounts[index]
  if (accountId !== undefined && account?.id !== accountId) throw new Refusal('account_changed')
  if (account === undefined) throw new Refusal('not_found', 'There is no such bank account.')
  return account
}

/** @throws Refusal `account_changed` when an account is not in the list as it was when its password was checked */
export function requireUnchanged(accounts: readonly StoredAccount[], seen: StoredAccount): void {
  if (!accounts.some(({ id, version }) => id === seen.id && version === seen.version))
    throw new Refusal('account_changed')
}

/**
 * Changes the accounts of a player and writes the mail about it. `change` returns the account number of the mail.
 * @returns all accounts
 * @throws Refusal `too_many_requests`
 */
async function withNotice(
  ctx: Context,
  player: Player,
  notice: NoticeKind,
  change: (transaction: Queryable, accounts: readonly StoredAccount[], nowMs: number) => Promise<string>,
): Promise<StoredAccount[]> {
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    const accounts = await holdAccounts(transaction, player.id)
    const id = ctx.randomness.id(nowMs)
    const attempt = { id, playerId: player.id, kind: 'account_change', atMs: nowMs } as const
    const retryAfterMs = await countAttempt(transaction, attempt, quota)
    const text = 'You have changed your bank accounts often today. Please try again later.'
    if (retryAfterMs > 0) throw new Refusal('too_many_requests', text, { retryAfterMs })
    const accountNumber = await change(transaction, accounts, nowMs)
    const body = { playerId: player.id, notice, lastDigits: accountNumber.slice(-4) }
    await insertNotice(transaction, { id, createdAtMs: nowMs, body })
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
    await saveAccount(transaction, { ...asked, id: ctx.randomness.id(nowMs), passwordHash }, player, nowMs)
    return asked.accountNumber
  })
}

/** The chosen account, once its password was shown. @throws Refusal `not_found`, `account_changed`, `wrong_withdraw_password`, `too_many_requests` */
async function unlock(
  ctx: Context,
  player: Player,
  choice: Choice & { readonly currentWithdrawPassword?: string | undefined },
): Promise<StoredAccount> {
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
    await saveAccount(transaction, { ...asked, id: seen.id, passwordHash }, player, nowMs)
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
