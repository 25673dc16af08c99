import { hash } from 'node:crypto'
import { dayOf, hasPayableName, paise } from '@kismet/contracts'
import type { createPayoutFile as createFile } from '@kismet/contracts'
import { inTransaction, insertRow, takeLock } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { By, Context } from '../context.ts'
import { findPayoutFile, requirePayoutFile } from '../db/payouts.ts'
import type { StoredPayoutFile } from '../db/payouts.ts'
import { changeRequest, findRequests } from '../db/requests.ts'
import type { StoredWithdrawal } from '../db/requests.ts'
import { readSettings } from '../db/settings.ts'
import { needsDebitAccount, payoutFileOf } from '../domain/payout-file.ts'
import { newPayoutId } from '../domain/payout.ts'
import { inContested } from './decide-request.ts'
import { findOtherFirst } from './judge-approval.ts'
import { releaseLocked, requireMayPay, tell } from './pay-withdrawal.ts'
import type { PayoutOrder } from './pay-withdrawal.ts'

const noAccount = 'An owner first sets the account that payment files pay from, in the settings.'

/**
 * Makes a payment file of withdrawals, which are being paid from then on. One refused withdrawal refuses the file.
 * @throws Refusal `idempotency_conflict`; `invalid_request` without the account. `payout_file_refused`: a payout of this
 *   admin cannot pay the named withdrawals, or their names have no Latin letter.
 */
export async function createPayoutFile(
  ctx: Context,
  call: CallOf<typeof createFile>,
): Promise<{ file: StoredPayoutFile; isReplay: boolean }> {
  const { admin, input, meta } = call
  const { format } = input
  const key = meta.key ?? ctx.randomness.id(ctx.clock.now())
  const ids = [...new Set(input.ids)].sort()
  const inputSha256 = hash('sha256', JSON.stringify([ids, format]), 'buffer')
  const otherFirsts = await readOtherFirsts(ctx, ids, call)
  const made = await inContested(ctx.db, async (transaction) => {
    await takeLock(transaction, `payout file ${admin.id} ${key}`)
    const known = await findPayoutFile(transaction, { adminId: admin.id, key })
    if (known?.inputSha256.equals(inputSha256) === false) throw new Refusal('idempotency_conflict')
    if (known !== undefined) return { file: known, isReplay: true }
    const { payoutDebitAccount } = await readSettings(transaction)
    if (payoutDebitAccount === null && needsDebitAccount(format)) throw new Refusal('invalid_request', noAccount)
    const found = await findRequests(transaction, 'withdrawal', ids, 'FOR UPDATE')
    const isFree = (one: StoredWithdrawal) =>
      one.status === 'pending' && one.payBy === null && hasPayableName(one.account.name)
    const free = new Set(found.filter(isFree).map(({ id }) => id))
    refuse(ids.filter((id) => !free.has(id)))
    const nowMs = ctx.clock.now()
    const id = newPayoutId(ctx.randomness, nowMs)
    const content = payoutFileOf(format, found, { debitAccount: payoutDebitAccount ?? '', day: dayOf(nowMs) })
    const amountPaise = paise(found.reduce((sum, one) => sum + one.amountPaise, 0))
    const at = new Date(nowMs)
    await insertRow(transaction, 'payout_file', {
      ...{ id, key, input_sha256: inputSha256, admin_id: admin.id, admin_name: admin.username, created_at: at },
      ...{ format, content, withdrawal_ids: ids, amount_paise: amountPaise },
    })
    const payout = { payout_file_id: id, pay_by: admin.id, pay_by_name: admin.username, pay_since: at }
    const refused: string[] = []
    // One after the other, because each line counts against the limits of the day.
    for (const one of found) {
      if (await mayPay(ctx, transaction, one, admin, otherFirsts.get(one.id) ?? null))
        await changeRequest(transaction, one.id, 'pending', payout)
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
  { admin, meta }: By,
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
export async function releasePayoutFile(ctx: Context, { admin, input, meta }: PayoutOrder): Promise<StoredPayoutFile> {
  const { id } = input
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
