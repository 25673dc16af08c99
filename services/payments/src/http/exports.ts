import { adminGetDepositProof, exportDeposits, exportWithdrawals, limits } from '@kismet/contracts'
import type { RequestKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { sendCsv } from '@kismet/service-kit/csv'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { countRequests, readAll } from '../db/request-lists.ts'
import type { Choice, List } from '../db/request-lists.ts'
import type { StoredRequest } from '../db/requests.ts'

/** The columns of each file in their order. */
const columns: Readonly<Record<RequestKind, readonly string[]>> = {
  deposit: [
    ...['id', 'email', 'amount', 'method', 'utr', 'status', 'reason', 'createdAt'],
    ...['firstApprovedBy', 'decidedAt', 'decidedBy', 'proof'],
  ],
  withdrawal: [
    ...['id', 'email', 'amount', 'name', 'accountNumber', 'ifsc', 'mobile', 'status', 'reason', 'createdAt'],
    ...['firstApprovedBy', 'decidedAt', 'decidedBy', 'paidReference', 'settledAt'],
  ],
}

const paisePerRupee = 100

const timeCell = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs))

/** The cells of a row by their columns. */
function cellsOf(row: StoredRequest): Readonly<Record<string, string | null>> {
  const cells = {
    id: row.id,
    email: row.playerEmail,
    // Text with both decimals, so that no program rounds it.
    amount: (row.amountPaise / paisePerRupee).toFixed(2),
    status: row.status,
    reason: row.adminReason,
    createdAt: isoTime(row.createdAtMs),
    firstApprovedBy: row.firstApprovedByName,
    decidedAt: timeCell(row.decidedAtMs),
    decidedBy: row.decidedByName,
  }
  if (row.kind === 'deposit') {
    const proof = adminGetDepositProof.route.path.replace(':id', row.id)
    return { ...cells, method: row.method, utr: row.utr, proof }
  }
  const { name, accountNumber, ifsc, mobile } = row.account
  return {
    ...cells,
    name,
    accountNumber,
    ifsc,
    mobile,
    paidReference: row.paidReference,
    settledAt: timeCell(row.bookedAtMs),
  }
}

/** The rows are read while they are sent, so that memory never holds the list. */
async function* rowsOf(ctx: Context, list: List<RequestKind>, query: Choice) {
  for await (const row of readAll(ctx.db, list, query, limits.requests.exportRows)) yield cellsOf(row)
}

/** @throws Refusal `export_too_large` */
async function requireFewEnough(ctx: Context, list: List<RequestKind>, query: Choice): Promise<number> {
  const max = limits.requests.exportRows
  const count = await countRequests(ctx.db, list, query, max)
  if (count <= max) return count
  const text = `These are more than ${max.toLocaleString('en-IN')} rows. Please narrow the filters.`
  throw new Refusal('export_too_large', text, { max })
}

/** Sends a list as CSV. The audit row is written before the first row leaves. */
async function send(
  ctx: Context,
  call: StreamCall & { readonly admin: Admin },
  kind: RequestKind,
  query: Choice,
): Promise<void> {
  const { admin, response } = call
  const list = { kind, admin, nowMs: ctx.clock.now() }
  const rows = await ctx.search(admin.id, () => requireFewEnough(ctx, list, query))
  const detail = { rows, filters: JSON.stringify(query) }
  await inTransaction(ctx.db, (transaction) =>
    ctx.audit.append(transaction, { admin, action: `${kind}.export`, target: kind, detail, meta: call }),
  )
  const file = { name: `${kind}s`, atMs: list.nowMs, columns: columns[kind], lineEnd: 'windows' } as const
  await sendCsv(response, { ...file, rows: rowsOf(ctx, list, query) })
}

/** Lists as files. */
export const exports: readonly StreamHandler<Context>[] = [
  handleStream(exportDeposits, (ctx: Context, call) =>
    send(ctx, call, 'deposit', requireInput(exportDeposits.query, call.request.query)),
  ),
  handleStream(exportWithdrawals, (ctx: Context, call) =>
    send(ctx, call, 'withdrawal', requireInput(exportWithdrawals.query, call.request.query)),
  ),
]
