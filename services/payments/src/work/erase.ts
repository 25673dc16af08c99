import { operator } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { blankRows, erasePersonalData } from '../db/erasure.ts'
import type { Blanked } from '../db/erasure.ts'

const rowsAtOnce = 500
const keepFilesMs = 30 * 24 * 60 * 60_000
const action = 'personal-data.erase'

/** Removes the personal data of a player, for auth, with a row of the audit log. */
export async function erasePlayer({ audit, db }: Context, playerId: string, requestId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { requests, accounts } = await erasePersonalData(transaction, playerId)
    if (requests + accounts === 0) return
    const detail = { requests, accounts }
    await audit.append(transaction, { admin: operator, action, target: playerId, detail, meta: { requestId } })
  })
}

/** Blanks old rows in batches, with a row of the audit log for each batch. */
async function blank(ctx: Context, target: Blanked, keepMs: number, stopping?: AbortSignal): Promise<void> {
  const meta = { requestId: 'housekeeping' }
  const some = () =>
    inTransaction(ctx.db, async (transaction) => {
      const rows = await blankRows(transaction, target, ctx.clock.now() - keepMs, rowsAtOnce)
      if (rows > 0) await ctx.audit.append(transaction, { admin: operator, action, target, detail: { rows }, meta })
      return rows
    })
  while (stopping?.aborted !== true && (await some()) === rowsAtOnce);
}

/** Blanks the payers in old bank rows. */
export const erasePayers = (ctx: Context, stopping?: AbortSignal): Promise<void> =>
  blank(ctx, 'bank-rows', ctx.keepPayersMs, stopping)

/** Blanks the names and account numbers in old payment files. */
export const erasePayees = (ctx: Context, stopping?: AbortSignal): Promise<void> =>
  blank(ctx, 'payout-files', keepFilesMs, stopping)
