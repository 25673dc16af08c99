import { hash } from 'node:crypto'
import { holdWithdrawal, limits, readBalance, Rupees } from '@kismet/contracts'
import type { ErrorCode, requestWithdrawal } from '@kismet/contracts'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { holdAccounts, listAccounts } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import {
  changeRequest,
  countPendingWithdrawals,
  findByKey,
  findRequest,
  firstDueMs,
  insertRequest,
} from '../db/requests.ts'
import type { ChosenAccount, RequestKey, StoredWithdrawal } from '../db/requests.ts'
import { newPayoutId } from '../domain/payout.ts'
import { announceQueue, announceRequest, tellPlayer } from './announce.ts'
import { accountAt, requireUnchanged, requireUsable, requireWithdrawPassword } from './change-accounts.ts'
import { requireRoomToWait } from './submit-deposit.ts'

const { pendingPerPlayer } = limits.withdrawal

type RequestCall = Pick<CallOf<typeof requestWithdrawal>, 'player' | 'input' | 'meta'>

interface Requested {
  readonly withdrawal: StoredWithdrawal
  /** The key has a request, so the answer is a replay. */
  readonly isReplay: boolean
}

const unclear = 'Checking whether the amount is on hold. Your request is stored, and its status appears in your list.'

/**
 * Stores a withdrawal once for its idempotency key, and then has the wallet hold the money. After a crash at any point,
 * the outbox finishes or refuses the request. A refused request leaves the key free.
 * @throws Refusal `idempotency_conflict`, `maintenance`, `not_found`, `account_changed`, `account_waits`, `wrong_withdraw_password`, `too_many_requests`, `insufficient_balance`,
 *   `too_many_pending`, `amount_over_limit`; `unavailable` for an unknown outcome of the hold
 */
export async function request(ctx: Context, call: RequestCall): Promise<Requested> {
  const { player, meta } = call
  const { requestId } = meta
  const { accountIndex, accountId, amount } = call.input
  // Without the withdraw password, which is never stored.
  const inputSha256 = hash('sha256', JSON.stringify([accountIndex, accountId ?? null, amount]), 'buffer')
  const key = {
    kind: 'withdrawal',
    playerId: player.id,
    key: meta.key ?? ctx.randomness.id(ctx.clock.now()),
    inputSha256,
  } as const
  const known = await findByKey(ctx.db, key)
  if (known === undefined && (await ctx.maintenance.isOn(requestId))) throw new Refusal('maintenance')
  const { withdrawal, isReplay } =
    known === undefined ? await store(ctx, call, key) : { withdrawal: known, isReplay: true }
  if (withdrawal.heldAtMs !== null) return { withdrawal, isReplay }
  const held = await hold(ctx, withdrawal, requestId, true).catch((error: unknown) => {
    if (isRefusedForGood(error)) throw error
    ctx.log.warn(
      { err: error, withdrawalId: withdrawal.id, requestId },
      'unknown outcome of a hold; the outbox retries',
    )
    throw new Refusal('unavailable', unclear)
  })
  return { withdrawal: held, isReplay }
}

const chosen = (account: StoredAccount): ChosenAccount => {
  const { id: accountId, name, accountNumber, ifsc, mobile, createdAtMs, updatedAtMs, ...times } = account
  const bank = { accountId, name, accountNumber, ifsc, mobile }
  const { usableFromMs, passwordResetAtMs } = times
  return { ...bank, addedAtMs: createdAtMs, changedAtMs: updatedAtMs, usableFromMs, passwordResetAtMs }
}

async function store(
  ctx: Context,
  { player, input, meta }: RequestCall,
  key: RequestKey<'withdrawal'>,
): Promise<Requested> {
  const { accountIndex: index, accountId, amount } = input
  const account = accountAt(await listAccounts(ctx.db, player.id), { index, accountId })
  await requireWithdrawPassword(ctx, player.id, account, input.withdrawPassword)
  requireUsable(account, ctx.clock.now())
  // The wallet decides at the hold. This early check refuses a low balance without a stored request.
  const { balance } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId: meta.requestId })
  if (balance < amount) {
    // The money may be on hold for this very key, by a call at the same time.
    const known = await findByKey(ctx.db, key)
    if (known !== undefined) return { withdrawal: known, isReplay: true }
    throw new Refusal('insufficient_balance', undefined, { balance: Rupees.encode(balance) })
  }
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    requireUnchanged(await holdAccounts(transaction, player.id), account)
    await takeLock(transaction, `withdrawals ${player.id}`)
    const known = await findByKey(transaction, key)
    if (known !== undefined) return { withdrawal: known, isReplay: true }
    requireRoomToWait(await countPendingWithdrawals(transaction, player.id), pendingPerPlayer)
    const withdrawal = await insertRequest(transaction, {
      id: newPayoutId(ctx.randomness, nowMs),
      kind: 'withdrawal',
      status: 'asked',
      player_id: player.id,
      player_email: player.email,
      amount_paise: amount,
      created_at: new Date(nowMs),
      key: key.key,
      input_sha256: key.inputSha256,
      account: chosen(account),
      due_at: new Date(nowMs + firstDueMs),
    })
    return { withdrawal, isReplay: false }
  })
}

/** After any other error of the wallet the outcome of the hold is unknown. */
const finalRefusals = [
  'insufficient_balance',
  'amount_over_limit',
  'account_suspended',
  'maintenance',
] as const satisfies readonly ErrorCode[]

const isRefusedForGood = (error: unknown): error is Refusal => finalRefusals.some((code) => isRefusal(error, code))

type Asked = Pick<StoredWithdrawal, 'id' | 'playerId' | 'amountPaise'>

/**
 * Has the wallet hold the money of a stored request, and marks the answer. The wallet knows the hold by the id of the
 * request, so a repeat at any point is safe. Of a hold and a refusal by two callers, the first mark stands; a hold after
 * a refusal is released.
 * @param isTold the player hears a refusal from this call; else the request keeps the reason for the list
 * @throws Refusal of the wallet, of this call or an earlier one. After any other error the outcome is unknown, and the
 *   outbox retries.
 */
export async function hold(
  ctx: Context,
  { id, playerId, amountPaise }: Asked,
  requestId: string,
  isTold: boolean,
): Promise<StoredWithdrawal> {
  try {
    const booked = await ctx.bus.call(holdWithdrawal, { withdrawalId: id, playerId, amountPaise }, { requestId })
    const { balancePaise, balanceSeq } = booked
    const at = { held_at: new Date(ctx.clock.now()), held_balance_paise: balancePaise, held_balance_seq: balanceSeq }
    const isNew = await inTransaction(ctx.db, async (transaction) => {
      const changed = await changeRequest(transaction, id, 'asked', { status: 'pending', ...at })
      if (changed !== undefined) await tellPlayer(transaction, ctx, changed)
      return changed !== undefined
    })
    if (isNew) await announceQueue(ctx)
  } catch (error) {
    // `already_decided`: the wallet has released the request before, so that no hold can come.
    if (isRefusal(error, 'already_decided')) await markRefused(ctx, id, new Refusal('unavailable'), isTold)
    else if (isRefusedForGood(error)) await markRefused(ctx, id, error, isTold)
    else throw error
  }
  const request = await findRequest(ctx.db, id)
  if (request?.kind !== 'withdrawal') throw new Refusal('not_found')
  if (request.refusal === null) return request
  const { code, message, params } = request.refusal
  throw Refusal.read(code, message, params)
}

/**
 * Marks that the wallet refused a hold, and frees the key. The wallet releases the request in any case, because an
 * earlier hold may have come through. After the release a late hold is refused.
 */
async function markRefused(
  { db, clock }: Context,
  id: string,
  { code, message, params }: Refusal,
  isTold: boolean,
): Promise<void> {
  const now = new Date(clock.now())
  await changeRequest(db, id, 'asked', {
    ...{ status: 'refused', decided_at: now, due_at: now, key: null, refusal: { code, message, params } },
    // Players see a refused request with a reason only.
    admin_reason: isTold ? null : message,
  })
}

/** Repeats a hold with an unknown outcome, and tells the player the result. */
export async function clearUpHold(ctx: Context, asked: Asked, requestId: string): Promise<void> {
  try {
    await hold(ctx, asked, requestId, false)
  } catch (error) {
    const request = await findRequest(ctx.db, asked.id)
    if (request?.status !== 'refused') throw error
    ctx.log.warn({ withdrawalId: asked.id, err: error }, 'the wallet refused the hold of a stored withdrawal')
  }
  await announceRequest(ctx, asked.id, requestId)
}
