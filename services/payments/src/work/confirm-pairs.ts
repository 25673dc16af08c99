import { dismissibleKinds } from '@kismet/contracts'
import type { dismissBankPair, Paise, pairMatches, RequestKind, SecondAdminReason } from '@kismet/contracts'
import { insertRow } from '@kismet/service-kit/database'
import type { CallOf } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { By, Context } from '../context.ts'
import { findRowOf, linkRow, lockRow, readCandidates, readDismissed } from '../db/bank-rows.ts'
import { findRequest, requireRequest } from '../db/requests.ts'
import { matcherOf, pairKey } from '../domain/bank/match.ts'
import { decideRequest, inContested } from './decide-request.ts'
import { decideEach, outcomeOf } from './decide-several.ts'
import { requireRow } from './take-bank-row.ts'

interface Pair {
  readonly requestId: string
  readonly rowId: string
  /** The amount to credit, if it is not what the player asked for. */
  readonly amount?: Paise | undefined
}

/** What the pairs of one call have in common. */
interface Order extends By {
  readonly kind: RequestKind
  readonly match: (typeof pairMatches)[number]
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

/**
 * Takes a near pair out of the suggestions for ever. No money moves, and the row stays free. A repeat has no effect.
 * @throws Refusal `not_found`; `bank_row_changed` when the two are no pair with a similar or cut reference any more
 */
export function dismissPair(ctx: Context, { admin, input, meta }: CallOf<typeof dismissBankPair>): Promise<void> {
  const { rowId, requestId } = input
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
    const pair = { bank_row_id: rowId, request_id: requestId }
    await insertRow(transaction, 'bank_pair_dismissed', {
      ...pair,
      by_name: admin.username,
      at: new Date(ctx.clock.now()),
    })
    const detail = { depositId: requestId, near: found.near, amountPaise: request.amountPaise }
    await ctx.audit.append(transaction, { admin, action: 'bank-match.dismiss', target: rowId, detail, meta })
  })
}
