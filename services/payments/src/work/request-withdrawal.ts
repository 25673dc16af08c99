import { hash } from 'node:crypto'
import { limits, readBalance, Rupees } from '@kismet/contracts'
import type { Input, requestWithdrawal } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { holdAccounts, listAccounts } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { countPendingOf, findByKey, insertWithdrawal } from '../db/withdrawals.ts'
import type { ChosenAccount, NewWithdrawal, StoredWithdrawal } from '../db/withdrawals.ts'
import { graceMs } from '../domain/promise-schedule.ts'
import { accountAt, requireUnchanged } from './choose-account.ts'
import { hold, isRefusedForGood } from './hold-withdrawal.ts'
import { requireWithdrawPassword } from './withdraw-password.ts'

const { pendingPerPlayer } = limits.withdrawal

export interface AskedWithdrawal {
  readonly player: Player
  readonly key: string
  readonly input: Input<typeof requestWithdrawal>
  readonly requestId: string
}

interface Requested {
  readonly withdrawal: StoredWithdrawal
  /** The key has a request, so the answer is a replay. */
  readonly isReplay: boolean
}

/** The hash of the input without the withdrawal password, which is never stored. */
function inputHash({ accountIndex, accountId, amount }: AskedWithdrawal['input']): Buffer {
  return hash('sha256', JSON.stringify([accountIndex, accountId ?? null, amount]), 'buffer')
}

/**
 * Files a withdrawal once per Idempotency-Key. The request is stored before the wallet holds the money.
 * After a crash at any point, the sweep finishes or refuses the request. A refused request leaves the key free.
 * @throws Refusal `idempotency_conflict`, `maintenance`, `not_found`, `account_changed`, `wrong_withdraw_password`, `too_many_requests`, `insufficient_balance`,
 *   `too_many_pending`, `amount_over_limit`; `unavailable` for an unknown outcome of the hold
 */
export function request(ctx: Context, asked: AskedWithdrawal): Promise<Requested> {
  const { player, key } = asked
  return ctx.withdrawals.run(`${player.id} ${key}`, async () => {
    const known = await replay(ctx, asked)
    if (known !== undefined) return known
    if (await ctx.maintenance.isOn(asked.requestId)) throw new Refusal('maintenance')
    const stored = await store(ctx, asked)
    // Another replica has stored a request with the same key.
    if (stored === undefined) return (await replay(ctx, asked)) ?? Promise.reject(new Refusal('unavailable'))
    return { withdrawal: await holdNow(ctx, stored, asked.requestId), isReplay: false }
  })
}

/** The request of the key. If the outcome of its hold is unknown, the hold is retried. */
async function replay(
  ctx: Context,
  { player, key, input, requestId }: AskedWithdrawal,
): Promise<Requested | undefined> {
  const known = await findByKey(ctx.db, player.id, key)
  if (known === undefined) return undefined
  if (!known.inputSha256.equals(inputHash(input))) throw new Refusal('idempotency_conflict')
  const withdrawal = known.heldAtMs === null ? await holdNow(ctx, known, requestId) : known
  return { withdrawal, isReplay: true }
}

const unclear = 'Checking whether the amount is on hold. Your request is stored, and its status appears in your list.'

/** @throws Refusal of the wallet, or `unavailable` for an unknown outcome */
async function holdNow(ctx: Context, stored: Parameters<typeof hold>[1], requestId: string): Promise<StoredWithdrawal> {
  return hold(ctx, stored, requestId, true).catch((error: unknown) => {
    if (isRefusedForGood(error)) throw error
    ctx.log.warn({ err: error, withdrawalId: stored.id, requestId }, 'unknown outcome of a hold; the sweep retries')
    throw new Refusal('unavailable', unclear)
  })
}

function chosen({ id, name, accountNumber, ifsc, mobile, createdAtMs, updatedAtMs }: StoredAccount): ChosenAccount {
  return {
    accountId: id,
    accountName: name,
    accountNumber,
    accountIfsc: ifsc,
    accountMobile: mobile,
    accountAddedAtMs: createdAtMs,
    accountChangedAtMs: updatedAtMs,
  }
}

/** @throws Refusal `too_many_pending` at the limit of pending requests */
async function requireRoomToWait(db: Queryable, playerId: string): Promise<void> {
  if ((await countPendingOf(db, playerId)) < pendingPerPlayer) return
  const text = `You have ${pendingPerPlayer} pending requests. You can send another when one is decided.`
  throw new Refusal('too_many_pending', text, { max: pendingPerPlayer })
}

/** Checks and stores a request. @returns undefined when another request has its key */
async function store(
  ctx: Context,
  { player, key, input, requestId }: AskedWithdrawal,
): Promise<NewWithdrawal | undefined> {
  const { accountIndex: index, accountId, amount } = input
  const account = accountAt(await listAccounts(ctx.db, player.id), { index, accountId })
  await requireWithdrawPassword(ctx, player.id, account, input.withdrawPassword)
  // The wallet decides at the hold. This early check refuses a low balance without a stored request.
  const { balance } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  if (balance < amount) throw new Refusal('insufficient_balance', undefined, { balance: Rupees.encode(balance) })
  const nowMs = ctx.clock.now()
  const asked: NewWithdrawal = {
    id: ctx.randomness.id(nowMs),
    playerId: player.id,
    playerEmail: player.email,
    amountPaise: amount,
    key,
    inputSha256: inputHash(input),
    ...chosen(account),
    createdAtMs: nowMs,
    holdDueAtMs: nowMs + graceMs,
  }
  return inTransaction(ctx.db, async (transaction) => {
    requireUnchanged(await holdAccounts(transaction, player.id), account)
    await takeTurn(transaction, `withdrawals ${player.id}`)
    await requireRoomToWait(transaction, player.id)
    return (await insertWithdrawal(transaction, asked)) ? asked : undefined
  })
}
