import { hash } from 'node:crypto'
import type { PayoutFormat } from '@kismet/contracts'
import { dayOf, paise } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findPayoutFile, insertPayoutFile, putInFile, requirePayoutFile } from '../db/payouts.ts'
import type { StoredPayoutFile } from '../db/payouts.ts'
import { findRequests } from '../db/requests.ts'
import type { StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { hasPayableName, needsDebitAccount, payoutFileOf } from '../domain/payout-file.ts'
import { inContested } from './decide-request.ts'
import { findOtherFirst } from './judge-approval.ts'
import { releaseLocked, requireMayPay, tell } from './pay-withdrawal.ts'
import type { PayoutOrder } from './pay-withdrawal.ts'

interface FileOrder extends Omit<PayoutOrder, 'id'> {
  readonly ids: readonly string[]
  readonly format: PayoutFormat
  /** The idempotency key. */
  readonly key: string
}

const noAccount = 'An owner first sets the account that payment files pay from, in the settings.'

/**
 * Makes a payment file of withdrawals, which are being paid from then on. One refused withdrawal refuses the file.
 * @throws Refusal `idempotency_conflict`; `invalid_request` without the account. `payout_file_refused`: a payout of this
 *   admin cannot pay the named withdrawals, or their names have no Latin letter.
 */
export async function createPayoutFile(
  ctx: Context,
  order: FileOrder,
): Promise<{ file: StoredPayoutFile; isReplay: boolean }> {
  const { admin, meta, format, key } = order
  const ids = [...new Set(order.ids)].sort()
  const inputSha256 = hash('sha256', JSON.stringify([ids, format]), 'buffer')
  const otherFirsts = await readOtherFirsts(ctx, ids, order)
  const made = await inContested(ctx.db, async (transaction) => {
    await takeTurn(transaction, `payout file ${admin.id} ${key}`)
    const known = await findPayoutFile(transaction, { adminId: admin.id, key })
    if (known?.inputSha256.equals(inputSha256) === false) throw new Refusal('idempotency_conflict')
    if (known !== undefined) return { file: known, isReplay: true }
    const { payoutDebitAccount } = await readSettings(transaction)
    if (payoutDebitAccount === null && needsDebitAccount(format)) throw new Refusal('invalid_request', noAccount)
    const found = await findRequests(transaction, 'withdrawal', ids, 'FOR UPDATE')
    const isFree = (one: StoredWithdrawal) => one.status === 'pending' && one.payBy === null && hasPayableName(one)
    const free = new Set(found.filter(isFree).map(({ id }) => id))
    refuse(ids.filter((id) => !free.has(id)))
    const nowMs = ctx.clock.now()
    const id = ctx.randomness.id(nowMs)
    const content = payoutFileOf(format, found, { debitAccount: payoutDebitAccount ?? '', day: dayOf(nowMs) })
    const amountPaise = paise(found.reduce((sum, one) => sum + one.amountPaise, 0))
    const at = new Date(nowMs)
    await insertPayoutFile(transaction, { id, key, inputSha256, admin, at, format, content, ids, amountPaise })
    const refused: string[] = []
    // One after the other, because each line counts against the limits of the day.
    for (const one of found) {
      if (await mayPay(ctx, transaction, one, admin, otherFirsts.get(one.id) ?? null))
        await putInFile(transaction, id, one.id, admin, at)
      else refused.push(one.id)
    }
    refuse(refused)
    const detail = { format, count: ids.length, amountPaise }
    await ctx.audit.append(transaction, { admin, action: 'payout-file.create', target: id, detail, meta })
    return { file: await requirePayoutFile(transaction, id), isReplay: false }
  })
  if (!made.isReplay) await tell(ctx, ids, meta)
  return made
}

/** @throws Refusal `payout_file_refused` for any ids */
function refuse(ids: readonly string[]): void {
  if (ids.length > 0) throw new Refusal('payout_file_refused', undefined, { ids: [...ids] })
}

/** The earlier first approvers of withdrawals who are other people than the admin. */
async function readOtherFirsts(
  ctx: Context,
  ids: readonly string[],
  { admin, meta }: FileOrder,
): Promise<ReadonlyMap<string, string | null>> {
  const found = await findRequests(ctx.db, 'withdrawal', ids)
  const read = async (one: StoredWithdrawal) => [one.id, await findOtherFirst(ctx, one, admin, meta.requestId)] as const
  return new Map(await Promise.all(found.map(read)))
}

/** Whether the approval by this admin, which follows the payment, decides. */
async function mayPay(...asked: Parameters<typeof requireMayPay>): Promise<boolean> {
  try {
    await requireMayPay(...asked)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Ends the payouts of a file that did not go to the bank. @throws Refusal `not_found`, `being_paid` */
export async function releasePayoutFile(ctx: Context, { id, admin, meta }: PayoutOrder): Promise<StoredPayoutFile> {
  const { file, ids } = await inTransaction(ctx.db, async (transaction) => {
    const { ids: all } = await requirePayoutFile(transaction, id)
    const lines = await findRequests(transaction, 'withdrawal', all, 'FOR UPDATE')
    const open = lines.filter(({ status, payoutFileId }) => status === 'pending' && payoutFileId === id)
    for (const line of open) await releaseLocked(ctx, transaction, line, { admin, meta })
    return { file: await requirePayoutFile(transaction, id), ids: open.map((line) => line.id) }
  })
  await tell(ctx, ids, meta)
  return file
}
