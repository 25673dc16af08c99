import { adminGetDepositProof, exportDeposits, exportHandover, exportWithdrawals, indiaTime } from '@kismet/contracts'
import type { FileFormat, RequestKind } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import { cellsOf, column } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { readAll, readHandover } from '../db/request-lists.ts'
import type { Choice } from '../db/request-lists.ts'
import { askedOf } from '../db/requests.ts'
import type { StoredRequest } from '../db/requests.ts'

const { text, time, number } = column
const amount = column.amount('Amount')
const decision = [text('First approved by'), time('Decided at'), text('Decided by'), time('Booked at')]

/** The columns of each file in their order. */
const columns: Readonly<Record<RequestKind, readonly FileColumn[]>> = {
  deposit: [
    ...[text('Id'), time('Asked at'), text('Email'), amount, text('Method'), text('UTR'), text('Status')],
    ...[text('Reason'), ...decision, text('Proof'), column.amount('Asked amount')],
  ],
  withdrawal: [
    ...[text('Id'), time('Asked at'), text('Email'), amount, text('Name'), text('Account number'), text('IFSC')],
    ...[text('Mobile'), text('Status'), text('Reason'), ...decision, text('Paid reference')],
  ],
}

/** The cells of a request in the order of the columns. */
function cellsOfRequest(row: StoredRequest): readonly Cell[] {
  const head = [row.id, row.createdAtMs, row.playerEmail, row.amountPaise]
  const ends = [row.firstApprovedByName, row.decidedAtMs, row.decidedByName, row.bookedAtMs]
  if (row.kind === 'deposit') {
    const proof = adminGetDepositProof.route.path.replace(':id', row.id)
    return [...head, row.method, row.utr, row.status, row.adminReason, ...ends, proof, askedOf(row)]
  }
  const { name, accountNumber, ifsc, mobile } = row.account
  return [...head, name, accountNumber, ifsc, mobile, row.status, row.adminReason, ...ends, row.paidReference]
}

/** The filters in the name of a file. A search can be an e-mail, so it is not named. */
function nameOf(kind: RequestKind, { status, method, search, decidedBy, ...choice }: Choice): string {
  const isNarrowed = [search, choice.player, choice.minAmount, choice.maxAmount, choice.handledBy].some(
    (value) => value !== undefined && value !== '',
  )
  const filters = [status, method, decidedBy && 'decided-by-me', isNarrowed ? 'filtered' : undefined]
  return fileNameOf(`${kind}s`, choice, filters)
}

/** Sends a list as a file. The audit row is written before the first row leaves. */
async function send(
  ctx: Context,
  call: StreamCall & { readonly admin: Admin },
  kind: RequestKind,
  { format = 'csv', ...choice }: Choice & { readonly format?: FileFormat | undefined },
): Promise<void> {
  const { admin, response } = call
  const detail = { format, filters: JSON.stringify(choice) }
  await inTransaction(ctx.db, (transaction) =>
    ctx.audit.append(transaction, { admin, action: `${kind}.export`, target: kind, detail, meta: call }),
  )
  const rows = cellsOf(readAll(ctx.db, { kind, admin, nowMs: ctx.clock.now() }, choice), cellsOfRequest)
  await sendTable(response, { name: nameOf(kind, choice), format, columns: columns[kind], rows })
}

const handoverColumns: readonly FileColumn[] = [
  ...[text('Admin'), text('Kind'), text('Method'), number('Approved'), column.amount('Approved amount')],
  ...[number('Rejected'), column.amount('Rejected amount'), number('Median wait in s')],
  ...[number('Longest wait in s'), time('Shift from'), time('Shift to')],
]

/** Sends the handover of a shift. */
async function sendHandover(ctx: Context, { request, response, admin }: StreamCall & { readonly admin: Admin }) {
  const { format = 'csv', ...shift } = requireInput(exportHandover.query, request.query)
  const [fromMs, toMs] = [Date.parse(shift.from), Date.parse(shift.to)]
  const rows = (await ctx.search(admin.id, () => readHandover(ctx.db, shift))).map((row) => [
    ...[row.by, row.kind, row.method, row.approved, row.approvedAmount, row.rejected, row.rejectedAmount],
    ...[Math.round(row.medianMs / 1_000), Math.round(row.longestMs / 1_000), fromMs, toMs],
  ])
  // Two shifts of one day have two names.
  const [from, to] = [fromMs, toMs].map((atMs) => indiaTime(atMs).slice(0, 16))
  const name = fileNameOf('handover', { from, to }, [])
  await sendTable(response, { name, format, columns: handoverColumns, rows })
}

/** Lists and handovers as files. */
export const exports: readonly StreamHandler<Context>[] = [
  handleStream(exportHandover, sendHandover),
  handleStream(exportDeposits, (ctx: Context, call) =>
    send(ctx, call, 'deposit', requireInput(exportDeposits.query, call.request.query)),
  ),
  handleStream(exportWithdrawals, (ctx: Context, call) =>
    send(ctx, call, 'withdrawal', requireInput(exportWithdrawals.query, call.request.query)),
  ),
]
