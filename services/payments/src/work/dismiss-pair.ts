import { dismissibleKinds } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { lockRow, readCandidates } from '../db/bank-rows.ts'
import { insertDismissed, readDismissed } from '../db/dismissed-pairs.ts'
import { requireRequest } from '../db/requests.ts'
import { matcherOf, pairKey } from '../domain/bank/match.ts'
import { inContested } from './decide-request.ts'

interface Order {
  readonly rowId: string
  readonly requestId: string
  readonly admin: Admin
  readonly meta: CallMeta
}

/**
 * Takes a near pair out of the suggestions for ever. No money moves, and the row stays free. A repeat has no effect.
 * @throws Refusal `not_found`; `bank_row_changed` when the two are no pair with a similar or cut reference any more
 */
export function dismissPair(ctx: Context, { rowId, requestId, admin, meta }: Order): Promise<void> {
  return inContested(ctx.db, async (transaction) => {
    const request = await requireRequest(transaction, requestId, ['deposit'], 'FOR UPDATE')
    const row = await lockRow(transaction, rowId)
    if (row === undefined) throw new Refusal('not_found')
    const dismissed = await readDismissed(transaction, [row])
    if (dismissed.has(pairKey(rowId, requestId))) return
    const { candidates } = await readCandidates(transaction, 'deposit', [row])
    const found = matcherOf('deposit', candidates, [row], dismissed)(row)
    const isDismissible = dismissibleKinds.some((kind) => kind === found?.near)
    if (row.paidFor !== null || found?.requestId !== requestId || !isDismissible) throw new Refusal('bank_row_changed')
    await insertDismissed(transaction, { rowId, requestId, by: admin.username, at: new Date(ctx.clock.now()) })
    const detail = { depositId: requestId, near: found.near, amountPaise: request.amountPaise }
    await ctx.audit.append(transaction, { admin, action: 'bank-match.dismiss', target: rowId, detail, meta })
  })
}
