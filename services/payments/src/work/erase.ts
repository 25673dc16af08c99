import { operator } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'
import { eraseBankRows, erasePersonalData } from '../db/erasure.ts'

const rowsAtOnce = 500
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

/** Blanks the payers in old bank rows, in batches, with a row of the audit log for each batch. */
export async function erasePayers(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const { audit, clock, db, keepPayersMs } = ctx
  const beforeMs = clock.now() - keepPayersMs
  const some = () =>
    inTransaction(db, async (transaction) => {
      const rows = await eraseBankRows(transaction, beforeMs, rowsAtOnce)
      const entry = {
        admin: operator,
        action,
        target: 'bank-rows',
        detail: { rows },
        meta: { requestId: 'housekeeping' },
      }
      if (rows > 0) await audit.append(transaction, entry)
      return rows
    })
  while (stopping?.aborted !== true && (await some()) === rowsAtOnce);
}
