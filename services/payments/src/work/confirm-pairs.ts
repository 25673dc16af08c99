import type { Paise, pairMatches, RequestKind, SecondAdminReason } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findRowOf, linkRow } from '../db/bank-rows.ts'
import { findRequest, requireRequest } from '../db/requests.ts'
import { decideRequest, inContested } from './decide-request.ts'
import { decideEach, outcomeOf } from './decide-each.ts'
import { requireRow } from './take-bank-row.ts'

interface Pair {
  readonly requestId: string
  readonly rowId: string
  /** The amount to credit, if it is not what the player asked for. */
  readonly amount?: Paise | undefined
}

/** What the pairs of one call have in common. */
interface Order {
  readonly kind: RequestKind
  readonly match: (typeof pairMatches)[number]
  readonly admin: Admin
  readonly meta: CallMeta
}

interface Result {
  readonly requestId: string
  /** `noted`: the request was approved before, and now has its row. */
  readonly outcome: 'done' | 'noted' | 'unbooked' | 'first' | 'skipped' | 'unknown'
  readonly message: string | null
  readonly secondAdminReasons?: SecondAdminReason[]
}

const notes = { deposit: 'bank-match.note', withdrawal: 'bank-payout.note' } as const

/**
 * Approves the requests of pairs by their rows, each with the guards of a single approval, if the pair is still what the
 * page showed. Never throws: a repeat is safe.
 */
export function confirmPairs(ctx: Context, order: Order, pairs: readonly Pair[]): Promise<Result[]> {
  return decideEach(
    pairs,
    (pair) => confirmPair(ctx, order, pair),
    (pair, error) => resultOf(ctx, order, pair, error),
  )
}

async function confirmPair(ctx: Context, order: Order, pair: Pair): Promise<Result> {
  const { kind, match, admin, meta } = order
  const { requestId, rowId, amount: amountPaise } = pair
  if ((match === 'near' || kind === 'withdrawal') && (await noteRow(ctx, order, pair)))
    return { requestId, outcome: 'noted', message: null }
  const shown = { rowId, match }
  const decision = { kind, id: requestId, status: 'approved', admin, meta, shown, amountPaise, paid: shown } as const
  const { pendingSecondApproval, secondAdminReasons, isBooked } = await decideRequest(ctx, decision)
  const outcome = pendingSecondApproval ? 'first' : isBooked ? 'done' : 'unbooked'
  return {
    ...{ requestId, outcome, message: null },
    ...(pendingSecondApproval && { secondAdminReasons: [...secondAdminReasons] }),
  }
}

/**
 * Notes which row has paid for a request that was approved without a row. No money is booked.
 * @returns false when the request is not approved or already has its row
 * @throws Refusal `bank_row_changed` when the row cannot pay for the request
 */
function noteRow({ db, audit }: Context, { kind, admin, meta }: Order, { requestId, rowId }: Pair): Promise<boolean> {
  return inContested(db, async (transaction) => {
    const request = await requireRequest(transaction, requestId, [kind], 'FOR UPDATE')
    if (request.status !== 'approved' || (await findRowOf(transaction, requestId)) !== undefined) return false
    await requireRow(transaction, request, { rowId, match: 'near' })
    await linkRow(transaction, kind, requestId, rowId)
    const detail = { [`${kind}Id`]: requestId, amountPaise: request.amountPaise }
    await audit.append(transaction, { admin, action: notes[kind], target: rowId, detail, meta })
    return true
  })
}

async function resultOf(
  ctx: Context,
  { kind }: Order,
  { requestId, rowId, amount }: Pair,
  error: unknown,
): Promise<Result> {
  if (isRefusal(error, 'already_decided') && kind === 'deposit') {
    // By an earlier sending of the same order, perhaps.
    const paidBy = await findRowOf(ctx.db, requestId).catch(() => undefined)
    const request = await findRequest(ctx.db, requestId).catch(() => undefined)
    if (paidBy === rowId && (amount ?? request?.amountPaise) === request?.amountPaise)
      return { requestId, outcome: 'done', message: null }
  }
  return { requestId, ...outcomeOf(ctx, error, { kind, requestId, rowId }) }
}
