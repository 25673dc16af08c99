import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import {
  approvedNear,
  askedWith,
  creditsNear,
  findAsked,
  lockApproved,
  lockRow,
  lockWith,
  markPaidFor,
  refusedPairs,
  withOthers,
} from '../db/bank-rows.ts'
import type { Credit } from '../db/bank-rows.ts'
import { paidByItsRow } from '../db/hints.ts'
import { Matcher } from '../domain/bank/match.ts'
import type { AskedDeposit, Match } from '../domain/bank/match.ts'
import { wasRead } from './keep-statement.ts'

/** Rows that one request may be near to, and requests that one row may: more than there ever are. */
const mostNear = 50

/** What the page showed is not so any more. */
export class PairChanged extends Error {
  constructor(message = 'The bank row and the request do not match any more. Look at them again.') {
    super(message)
    this.name = 'PairChanged'
  }
}

/** Somebody has written the row into the database: it is no word of the bank. */
export class RowNotRead extends PairChanged {
  constructor() {
    super('No bank statement that was read has this row: nothing is approved by it. Tell whoever runs the servers.')
    this.name = 'RowNotRead'
  }
}

/** Where a row belongs at this moment; `own` is compared too, whatever the row names. */
async function matchNow(db: Queryable, credit: Credit, own: AskedDeposit): Promise<Match> {
  const asked = [...(await askedWith(db, credit.utrs)), ...(await approvedNear(db, credit, mostNear)), own]
  const requests = [...new Map(asked.map((one) => [one.id, one])).values()]
  const sorted = requests.sort((one, other) => (one.id < other.id ? -1 : 1))
  return new Matcher(sorted, await refusedPairs(db, [credit.id])).match(credit)
}

/** A pair as it was shown. */
export interface Pair {
  readonly rowId: string
  readonly depositId: string
  readonly match: 'exact' | 'near'
}

/** Under the lock of the request. @throws PairChanged when the row does not name it, has another amount, or has paid already; RowNotRead */
export async function requirePair(
  ctx: Pick<Context, 'audit'>,
  transaction: Queryable,
  { rowId, depositId, match }: Pair,
): Promise<void> {
  const locked = await lockRow(transaction, rowId)
  const [row] = locked?.kind === 'credit' ? await withOthers(transaction, [locked]) : []
  if (row === undefined) throw new PairChanged()
  if (!(await wasRead(ctx, transaction, rowId))) throw new RowNotRead()
  // Another request that the row names may be decided at this moment: it is waited for.
  await lockWith(transaction, row.utrs)
  const own = await findAsked(transaction, depositId)
  if (own?.paise !== row.paise) throw new PairChanged()
  const found = await matchNow(transaction, row, own)
  if (found.tab !== match || found.near === 'amount' || found.near === 'used' || found.requestId !== depositId)
    throw new PairChanged()
}

const rowIsUsedFor = (email: string): string =>
  `The bank's payment of this amount with this UTR has paid for a request of ${email}. Reject this one; or, where it is another payment, say so under Bank statement, Kept credits first.`

/**
 * Before a request is approved at the desk of deposits, under its lock: no free row of the bank may be its payment under nearly its reference, and none that is may be that of a request which was approved without a row. Nor has
 * the row with its reference paid for another request. Each is settled at the desk of bank statements first, by a person who sees both (docs/decisions/0020).
 * @throws Refusal `bank_row_near`; `bank_row_used` with the other request
 */
export async function requireNoNearRow(transaction: Queryable, depositId: string): Promise<void> {
  const own = await findAsked(transaction, depositId)
  if (own === undefined) throw new Refusal('not_found')
  const credits = await withOthers(transaction, await creditsNear(transaction, own, mostNear))
  for (const credit of credits) {
    const { near, requestId } = await matchNow(transaction, credit, own)
    const isOwn = requestId === own.id && near !== 'amount' && near !== 'several'
    if (near === 'paid' || (near !== null && isOwn)) throw new Refusal('bank_row_near')
  }
  const [other] = await paidByItsRow(transaction, depositId)
  if (other !== undefined) throw new Refusal('bank_row_used', rowIsUsedFor(other.playerEmail), { requestId: other.id })
}

/**
 * Notes that a row has paid for a request that was approved without one: nothing is credited, and the row pays for nothing else. Again it changes nothing.
 * @returns false when the request is not approved, or has its row
 * @throws PairChanged
 */
export function notePayment(
  ctx: Context,
  pair: Pair & { readonly admin: Admin; readonly meta: CallMeta },
): Promise<boolean> {
  const { rowId, depositId, admin, meta } = pair
  return inTransaction(ctx.db, async (transaction) => {
    const own = await lockApproved(transaction, depositId)
    if (own === undefined || own.hasRow) return false
    await requirePair(ctx, transaction, pair)
    await markPaidFor(transaction, rowId, depositId)
    const detail = { depositId, amountPaise: own.paise }
    await ctx.audit.append(transaction, { admin, action: 'bank-match.note', target: rowId, detail, meta })
    return true
  })
}
