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
  /** The first answer of the same request again. */
  readonly isReplay: boolean
}

/** Everything that makes a request this request, but for the password, which nothing keeps. */
function inputHash({ accountIndex, accountId, amount }: AskedWithdrawal['input']): Buffer {
  return hash('sha256', JSON.stringify([accountIndex, accountId ?? null, amount]), 'buffer')
}

/**
 * Asks for a withdrawal once for its Idempotency-Key. The request is stored before the wallet is asked to set its money aside, so that a fall at any point leaves one that
 * the sweep finishes or refuses. One that is refused leaves the key free.
 * @throws Refusal `idempotency_conflict`, `maintenance`, `not_found`, `account_changed`, `wrong_withdraw_password`, `too_many_requests`, `insufficient_balance`,
 *   `too_many_pending`, `amount_over_limit`; `unavailable` when nobody can say yet whether the money is set aside
 */
export function request(ctx: Context, asked: AskedWithdrawal): Promise<Requested> {
  const { player, key } = asked
  return ctx.withdrawals.run(`${player.id} ${key}`, async () => {
    const known = await replay(ctx, asked)
    if (known !== undefined) return known
    if (await ctx.maintenance.isOn(asked.requestId)) throw new Refusal('maintenance')
    const stored = await store(ctx, asked)
    // Another replica was faster with the same key.
    if (stored === undefined) return (await replay(ctx, asked)) ?? Promise.reject(new Refusal('unavailable'))
    return { withdrawal: await holdNow(ctx, stored, asked.requestId), isReplay: false }
  })
}

/** What the key stands for already. A request whose first try nobody knows the end of is gone on with. */
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

/** @throws Refusal of the wallet; `unavailable`, which says that nothing is known, for everything else */
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

/** @throws Refusal `too_many_pending` when as many requests wait as a player may have. */
async function requireRoomToWait(db: Queryable, playerId: string): Promise<void> {
  if ((await countPendingOf(db, playerId)) < pendingPerPlayer) return
  const text = `You have ${pendingPerPlayer} pending requests. You can send another when one is decided.`
  throw new Refusal('too_many_pending', text, { max: pendingPerPlayer })
}

/** Stores what was found right. @returns undefined when another one has its key */
async function store(
  ctx: Context,
  { player, key, input, requestId }: AskedWithdrawal,
): Promise<NewWithdrawal | undefined> {
  const { accountIndex: index, accountId, amount } = input
  const account = accountAt(await listAccounts(ctx.db, player.id), { index, accountId })
  await requireWithdrawPassword(ctx, player.id, account, input.withdrawPassword)
  // The wallet decides; what is plain already leaves no trace.
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
