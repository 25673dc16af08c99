import { checkWithdrawCode, limits, mailWithdrawCode, proveOwner } from '@kismet/contracts'
import type { AccountNoticeKind, addAccount, changeAccount, deleteAccount } from '@kismet/contracts'
import type { forgotWithdrawPassword, resetWithdrawPassword } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, insertRow, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { columnsOf, holdAccounts, lastPasswordReset, listAccounts, updateAccount } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { countAttempt, forgetAttempt } from '../db/usage.ts'
import { insertNotice } from '../db/notices.ts'

const { accountsPerPlayer, accountChangesPerDay, accountWaitsMs, passwordTries } = limits.withdrawal
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

/** @throws Refusal `account_waits` while an account takes no withdrawals */
export function requireUsable({ usableFromMs }: StoredAccount, nowMs: number): void {
  if (usableFromMs === null || usableFromMs <= nowMs) return
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const
  const time = new Intl.DateTimeFormat('en-IN', style).format(usableFromMs)
  throw new Refusal('account_waits', `You can withdraw to this bank account from ${time} (India time).`, {
    usableFrom: isoTime(usableFromMs),
  })
}

interface Proof {
  /** The account whose withdraw password was shown; null when the login password was shown. */
  readonly account: StoredAccount | null
  /** Null: the account takes withdrawals at once. */
  readonly waitsMs: number | null
}

type Saving = CallOf<typeof addAccount> | CallOf<typeof changeAccount>

/**
 * Checks that the owner saves an account: by the withdraw password of one of `locked`, else by the login password. Auth
 * says whether the account has to wait. Without an answer of auth the account is not saved.
 * @throws Refusal `wrong_withdraw_password`, `wrong_password`, `too_many_requests`, `unavailable`
 */
async function requireProof(ctx: Context, { player, input, meta }: Saving, locked: StoredAccount[]): Promise<Proof> {
  const { currentPassword, currentWithdrawPassword: given } = input
  const enterAny = 'Enter the withdraw password of one of your bank accounts.'
  const account = locked.length === 0 ? null : await requireAnyWithdrawPassword(ctx, player.id, locked, given, enterAny)
  if (account === null && (currentPassword === undefined || currentPassword === ''))
    throw new Refusal('wrong_password', 'Enter your login password to save a bank account.')
  const shown = account === null ? { password: currentPassword } : {}
  const { isTrusted } = await ctx.bus.call(proveOwner, shown, meta)
  return { account, waitsMs: isTrusted ? null : accountWaitsMs }
}

const withPassword = (accounts: readonly StoredAccount[]) => accounts.filter((one) => one.passwordHash !== null)

/** @throws Refusal `account_changed` when the accounts would ask for another proof now */
function requireProofHolds(accounts: readonly StoredAccount[], { account }: Proof): void {
  if (account !== null) requireUnchanged(accounts, account)
  else if (withPassword(accounts).length > 0) throw new Refusal('account_changed')
}

/**
 * Changes the accounts of a player and writes the mail about it. `change` returns the account as the mail names it.
 * @returns all accounts
 * @throws Refusal `too_many_requests`
 */
async function withNotice(
  ctx: Context,
  player: Player,
  notice: AccountNoticeKind,
  change: (
    transaction: Queryable,
    accounts: readonly StoredAccount[],
    nowMs: number,
  ) => Promise<{ readonly accountNumber: string; readonly usableFromMs?: number | null }>,
): Promise<StoredAccount[]> {
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    const accounts = await holdAccounts(transaction, player.id)
    const id = ctx.randomness.id(nowMs)
    const attempt = { id, playerId: player.id, kind: 'account_change', atMs: nowMs } as const
    const retryAfterMs = await countAttempt(transaction, attempt, quota)
    const text = 'You have changed your bank accounts often today. Please try again later.'
    if (retryAfterMs > 0) throw new Refusal('too_many_requests', text, { retryAfterMs })
    const { accountNumber, usableFromMs } = await change(transaction, accounts, nowMs)
    const waits = usableFromMs !== undefined && usableFromMs !== null && usableFromMs > nowMs
    const usableFrom = waits ? isoTime(usableFromMs) : undefined
    const body = { playerId: player.id, notice, lastDigits: accountNumber.slice(-4), usableFrom }
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

/**
 * When an account that is saved now takes withdrawals. A change never shortens a wait. A day after a reset of a withdraw
 * password, each account waits as long as the account of the password. Else the new password could save an account without a wait.
 */
async function usableFromMs(
  transaction: Queryable,
  player: Player,
  { waitsMs }: Proof,
  nowMs: number,
  beforeMs: number | null,
): Promise<number | null> {
  const resetAtMs = await lastPasswordReset(transaction, player.id)
  const afterResetMs = resetAtMs === null ? 0 : resetAtMs + accountWaitsMs
  const waits = [waitsMs === null ? 0 : nowMs + waitsMs, afterResetMs].filter((atMs) => atMs > nowMs)
  return waits.length === 0 ? beforeMs : Math.max(...waits, beforeMs ?? 0)
}

/** Saves an account. @returns all of them. @throws Refusal `accounts_full`, `too_many_requests`, or as `requireProof` */
export async function add(ctx: Context, by: CallOf<typeof addAccount>): Promise<StoredAccount[]> {
  const { player, input } = by
  const before = await listAccounts(ctx.db, player.id)
  requireRoom(before)
  const proof = await requireProof(ctx, by, withPassword(before))
  const passwordHash = await hashWithdrawPassword(ctx, player.id, input.withdrawPassword)
  return withNotice(ctx, player, 'account_added', async (transaction, accounts, nowMs) => {
    requireRoom(accounts)
    requireProofHolds(accounts, proof)
    const id = ctx.randomness.id(nowMs)
    const usable = await usableFromMs(transaction, player, proof, nowMs, null)
    const account = { ...input, passwordHash, usableFromMs: usable }
    const row = { id, player_id: player.id, player_email: player.email, created_at: new Date(nowMs) }
    await insertRow(transaction, 'bank_account', { ...row, ...columnsOf(account, nowMs) })
    return account
  })
}

/** Changes an account; of its password what is absent stays, and null takes it away. @returns all accounts. @throws Refusal */
export async function change(ctx: Context, by: CallOf<typeof changeAccount>): Promise<StoredAccount[]> {
  const { player, input } = by
  const before = await listAccounts(ctx.db, player.id)
  const seen = accountAt(before, input)
  const proof = await requireProof(ctx, by, seen.passwordHash === null ? withPassword(before) : [seen])
  const { withdrawPassword } = input
  const isKept = withdrawPassword === undefined || withdrawPassword === ''
  const passwordHash = isKept ? seen.passwordHash : await hashWithdrawPassword(ctx, player.id, withdrawPassword)
  return withNotice(ctx, player, 'account_changed', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    requireProofHolds(accounts, proof)
    const usable = await usableFromMs(transaction, player, proof, nowMs, seen.usableFromMs)
    const account = { ...input, passwordHash, usableFromMs: usable }
    await updateAccount(transaction, seen, columnsOf(account, nowMs))
    return account
  })
}

/** Deletes an account, for its withdraw password if the account has one. @returns those that are left. @throws Refusal */
export async function remove(ctx: Context, { player, input }: CallOf<typeof deleteAccount>): Promise<StoredAccount[]> {
  const seen = accountAt(await listAccounts(ctx.db, player.id), input)
  await requireWithdrawPassword(ctx, player.id, seen, input.currentWithdrawPassword)
  return withNotice(ctx, player, 'account_deleted', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    // The row stays; its password goes.
    await updateAccount(transaction, seen, { deleted_at: new Date(nowMs), password_hash: null })
    return { accountNumber: seen.accountNumber }
  })
}

/** An account of the player with a withdraw password. @throws Refusal `not_found`; `invalid_request` without a password */
async function accountWithPassword(ctx: Context, player: Player, accountId: string): Promise<StoredAccount> {
  const account = (await listAccounts(ctx.db, player.id)).find(({ id }) => id === accountId)
  if (account === undefined) throw new Refusal('not_found', 'There is no such bank account.')
  if (account.passwordHash === null)
    throw new Refusal('invalid_request', 'This bank account has no withdraw password. You can withdraw without it.')
  return account
}

/** Has auth mail a code for a forgotten withdraw password. @throws Refusal `not_found`, `invalid_request`, `too_many_requests` */
export async function mailCode(ctx: Context, by: CallOf<typeof forgotWithdrawPassword>): Promise<void> {
  const { id: accountId, accountNumber } = await accountWithPassword(ctx, by.player, by.input.accountId)
  await ctx.bus.call(mailWithdrawCode, { accountId, lastDigits: accountNumber.slice(-4) }, by.meta)
}

/**
 * Sets a new withdraw password with a mailed code. The account then waits a day for withdrawals, and the player gets a
 * mail. The password is hashed before auth uses up the code, so that a busy server does not use it up.
 * @returns all accounts
 * @throws Refusal `not_found`, `invalid_request`, `invalid_code`, `account_changed`, `too_many_requests`, `unavailable`
 */
export async function reset(ctx: Context, by: CallOf<typeof resetWithdrawPassword>): Promise<StoredAccount[]> {
  const { player, input, meta } = by
  const { accountId, otp, withdrawPassword } = input
  const seen = await accountWithPassword(ctx, player, accountId)
  const passwordHash = await hashWithdrawPassword(ctx, player.id, withdrawPassword)
  await ctx.bus.call(checkWithdrawCode, { accountId, otp }, meta)
  return withNotice(ctx, player, 'withdraw_password_reset', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    const usableFromMs = Math.max(nowMs + accountWaitsMs, seen.usableFromMs ?? 0)
    const times = { usable_from: new Date(usableFromMs), password_reset_at: new Date(nowMs) }
    await updateAccount(transaction, seen, { password_hash: passwordHash, ...times })
    return { accountNumber: seen.accountNumber, usableFromMs }
  })
}

const enterOfThis = 'Enter the withdraw password of this account.'

/** Checks the password of an account, if the account has a password. @throws Refusal as `requireAnyWithdrawPassword` */
export async function requireWithdrawPassword(
  ctx: Context,
  playerId: string,
  account: StoredAccount,
  given: string | undefined,
): Promise<void> {
  if (account.passwordHash !== null) await requireAnyWithdrawPassword(ctx, playerId, [account], given, enterOfThis)
}

/**
 * Checks that a password is the password of one of the accounts. A try is stored before the check, so that parallel tries
 * and a restart give no more tries. A correct try is removed. An absent password is no try.
 * @param missing the text for an absent password
 * @returns the account of the password
 * @throws Refusal `wrong_withdraw_password`; `too_many_requests` when too many were wrong, or too many wait; `unavailable`
 */
async function requireAnyWithdrawPassword(
  ctx: Context,
  playerId: string,
  accounts: readonly StoredAccount[],
  given: string | undefined,
  missing: string,
): Promise<StoredAccount> {
  if (given === undefined || given === '') throw new Refusal('wrong_withdraw_password', missing)
  return ctx.passwordQueue.run(playerId, async () => {
    const atMs = ctx.clock.now()
    const attempt = { id: ctx.randomness.id(atMs), playerId, kind: 'withdraw_password', atMs } as const
    const retryAfterMs = await inTransaction(ctx.db, async (transaction) => {
      await takeLock(transaction, `password ${playerId}`)
      return countAttempt(transaction, attempt, passwordTries)
    })
    if (retryAfterMs > 0)
      throw new Refusal('too_many_requests', 'Too many wrong withdraw passwords. Please try again later.', {
        retryAfterMs,
      })
    for (const account of accounts) {
      if (account.passwordHash === null || !(await ctx.passwords.matches(account.passwordHash, given))) continue
      await forgetAttempt(ctx.db, attempt.id)
      return account
    }
    throw new Refusal('wrong_withdraw_password')
  })
}

/** The hash of a new password; null without a password. @throws Refusal `too_many_requests`, `unavailable` */
async function hashWithdrawPassword(
  ctx: Context,
  playerId: string,
  password: string | null | undefined,
): Promise<string | null> {
  if (password === undefined || password === null || password === '') return null
  return ctx.passwordQueue.run(playerId, () => ctx.passwords.hash(password))
}
