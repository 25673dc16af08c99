import type { settlePayoutProblem } from '@kismet/contracts'
import { insertRow } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { freeDebitsOf, lockRow, readDismissed, readNamed, returnsOf } from '../db/bank-rows.ts'
import { requireRequest } from '../db/requests.ts'
import { matcherOf, pairKey } from '../domain/bank/match.ts'
import { writeNote } from './notes.ts'
import { inContested } from './decide-request.ts'

/**
 * Takes a problem of a bank row and a withdrawal out of the problems, with a note about the withdrawal. No money moves. A
 * repeat has no effect.
 * @throws Refusal `not_found`; `bank_row_changed` when the two do not have the problem; the refusals of `writeNote`
 */
export function settleProblem(ctx: Context, call: CallOf<typeof settlePayoutProblem>): Promise<void> {
  const { admin, input, meta } = call
  const { rowId, withdrawalId, problem, note } = input
  return inContested(ctx.db, async (transaction) => {
    const request = await requireRequest(transaction, withdrawalId, ['withdrawal'], 'FOR UPDATE')
    const row = await lockRow(transaction, rowId)
    if (row === undefined) throw new Refusal('not_found')
    if ((await readDismissed(transaction, [row])).has(pairKey(rowId, withdrawalId, problem))) return
    const named = await readNamed(transaction, 'withdrawal', [row])
    const debits = [row, ...(await freeDebitsOf(transaction, [withdrawalId]))]
    // The page knows only the returns of its statement.
    const found = [debits, [...debits, ...(await returnsOf(transaction, withdrawalId, []))]].map((rows) =>
      matcherOf('withdrawal', named, rows)(row),
    )
    if (!found.some((match) => match?.requestId === withdrawalId && match.problem === problem))
      throw new Refusal('bank_row_changed')
    await writeNote(ctx, transaction, request, note, { admin, meta })
    const at = new Date(ctx.clock.now())
    await insertRow(transaction, 'bank_pair_dismissed', {
      ...{ bank_row_id: rowId, request_id: withdrawalId, by_name: admin.username, at, problem },
    })
    const detail = { withdrawalId, problem, rowPaise: row.paise, amountPaise: request.amountPaise }
    await ctx.audit.append(transaction, { admin, action: 'bank-payout.settle', target: rowId, detail, meta })
  })
}
