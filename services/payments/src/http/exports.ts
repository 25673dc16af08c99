import { exportBankRows, exportDeposits, exportHandover } from '@kismet/contracts'
import { exportPayoutFiles, exportWithdrawals, indiaTime, limits } from '@kismet/contracts'
import type { FileFormat, RequestKind } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { asOfName, auditedFilters, fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import { cellsOf, column, rowsOfPages } from '@kismet/service-kit/file-columns'
import type { Cell, FileColumn } from '@kismet/service-kit/file-columns'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findRevisions } from '../db/pay-to.ts'
import { listPayoutFiles } from '../db/payouts.ts'
import { readAll, readBankRowPlaces, readHandover } from '../db/request-lists.ts'
import type { Choice } from '../db/request-lists.ts'
import { askedOf, findRequests } from '../db/requests.ts'
import type { StoredRequest } from '../db/requests.ts'
import { payoutFileName } from '../domain/payout-file.ts'
import { matchStatement } from '../work/match-statement.ts'
import type { MatchedRow } from '../work/match-statement.ts'

type AdminCall = StreamCall & { readonly admin: Admin }

const { text, time, number } = column
const amount = column.amount('Amount')
const decision = [text('First approved by'), time('Decided at'), text('Decided by'), time('Booked at')]

/** The columns of each file in their order. */
const columns: Readonly<Record<RequestKind, readonly FileColumn[]>> = {
  deposit: [
    ...[text('Id'), time('Asked at'), text('Email'), amount, text('Method'), text('UTR'), text('Status')],
    ...[text('Reason'), ...decision, text('Request'), column.amount('Asked amount'), text('Paid to')],
    ...[text('Bank row'), text('Player id')],
  ],
  withdrawal: [
    ...[text('Id'), time('Asked at'), text('Email'), amount, text('Name'), text('Account number'), text('IFSC')],
    ...[text('Mobile'), text('Status'), text('Reason'), ...decision, text('Paid reference')],
    ...[text('Request'), text('Bank row'), text('Player id')],
  ],
}

/** What a file has of a request beside its own fields. */
interface Beside {
  readonly link: string
  readonly paidTo: string | null
  readonly bankRow: string
}

/** The cells of a request in the order of the columns. */
function cellsOfRequest(row: StoredRequest, { link, paidTo, bankRow }: Beside): readonly Cell[] {
  const head = [row.id, row.createdAtMs, row.playerEmail, row.amountPaise]
  const ends = [row.firstApprovedByName, row.decidedAtMs, row.decidedByName, row.bookedAtMs]
  if (row.kind === 'deposit') {
    const paid = [link, askedOf(row), paidTo, bankRow, row.playerId]
    return [...head, row.method, row.utr, row.status, row.adminReason, ...ends, ...paid]
  }
  const { name, accountNumber, ifsc, mobile } = row.account
  const paid = [row.paidReference, link, bankRow, row.playerId]
  return [...head, name, accountNumber, ifsc, mobile, row.status, row.adminReason, ...ends, ...paid]
}

/** The rows of a file of requests. @param office the origin of the back office */
async function rowsOfFile(
  { db }: Context,
  kind: RequestKind,
  office: string,
  requests: readonly StoredRequest[],
): Promise<(readonly Cell[])[]> {
  const [places, revisions] = await Promise.all([
    readBankRowPlaces(
      db,
      kind,
      requests.map(({ id }) => id),
    ),
    findRevisions(
      db,
      requests.flatMap((request) => (request.kind === 'deposit' ? (request.payToRevision ?? []) : [])),
    ),
  ])
  const accounts = new Map(
    revisions.map(({ id, terms: { address, name } }) => [id, [address ?? 'QR image', name].filter(Boolean).join(', ')]),
  )
  return requests.map((request) =>
    cellsOfRequest(request, {
      link: `${office}/admin/${kind}-requests?status=all&id=${request.id}`,
      paidTo: request.kind === 'deposit' ? (accounts.get(request.payToRevision ?? '') ?? null) : null,
      bankRow: places.get(request.id) ?? 'none',
    }),
  )
}

/** The filters in the name of a file. A search can be an e-mail, so it is not named. */
function nameOf(kind: RequestKind, { status, method, search, decidedBy, daysOf, ...choice }: Choice): string {
  const isNarrowed = [search, choice.player, choice.minAmount, choice.maxAmount, choice.handledBy, choice.bank].some(
    (value) => value !== undefined && value !== '',
  )
  const filters = [
    status,
    method,
    decidedBy && 'decided-by-me',
    daysOf && `days-of-${daysOf}`,
    isNarrowed ? 'filtered' : undefined,
  ]
  return fileNameOf(`${kind}s`, choice, filters)
}

/** Writes the audit row of an export, before the first row leaves. */
function auditExport(
  ctx: Context,
  call: AdminCall,
  target: string,
  detail: { readonly format: string; readonly filters?: string },
): Promise<void> {
  const entry = { admin: call.admin, action: `${target}.export`, target, detail, meta: call }
  return inTransaction(ctx.db, (transaction) => ctx.audit.append(transaction, entry))
}

/** Sends a list as a file. */
async function send(
  ctx: Context,
  call: AdminCall,
  kind: RequestKind,
  { format = 'csv', ...choice }: Choice & { readonly format?: FileFormat | undefined },
): Promise<void> {
  const { admin, response } = call
  await auditExport(ctx, call, kind, { format, filters: auditedFilters(choice) })
  const rows = readAll(ctx.db, { kind, admin, nowMs: ctx.clock.now() }, choice, (requests) =>
    rowsOfFile(ctx, kind, call.office, requests),
  )
  await sendTable(response, { name: nameOf(kind, choice), format, columns: columns[kind], rows })
}

const handoverColumns: readonly FileColumn[] = [
  ...[text('Admin'), text('Kind'), text('Method'), number('Approved'), column.amount('Approved amount')],
  ...[number('Rejected'), column.amount('Rejected amount'), number('First approvals'), number('Median wait in s')],
  ...[number('Longest wait in s'), time('Shift from'), time('Shift to')],
]

async function sendHandover(ctx: Context, { request, response, admin }: AdminCall) {
  const { format = 'csv', ...shift } = requireInput(exportHandover.query, request.query)
  const [fromMs, toMs] = [Date.parse(shift.from), Date.parse(shift.to)]
  const rows = (await ctx.search(admin.id, () => readHandover(ctx.db, shift))).map((row) => [
    ...[row.by, row.kind, row.method, row.approved, row.approvedAmount, row.rejected, row.rejectedAmount],
    ...[row.firstApprovals, Math.round(row.medianMs / 1_000), Math.round(row.longestMs / 1_000), fromMs, toMs],
  ])
  // Two shifts of one day have two names.
  const [from, to] = [fromMs, toMs].map((atMs) => indiaTime(atMs).slice(0, 16))
  const name = fileNameOf('handover', { from, to }, [])
  await sendTable(response, { name, format, columns: handoverColumns, rows })
}

const payoutFileColumns: readonly FileColumn[] = [
  ...[text('Id'), text('File'), text('Format'), time('Made at'), text('By')],
  ...[number('Lines'), amount, number('Open')],
]

/** Sends the list of payment files. */
async function sendPayoutFiles(ctx: Context, call: AdminCall) {
  const { request, response } = call
  const { format = 'csv' } = requireInput(exportPayoutFiles.query, request.query)
  await auditExport(ctx, call, 'payout-file', { format })
  const files = rowsOfPages(async (before) => {
    const page = await listPayoutFiles(ctx.db, before, limits.listRows)
    return { rows: page, nextCursor: page.length === limits.listRows ? (page.at(-1)?.id ?? null) : null }
  })
  const rows = cellsOf(files, (file) => [
    ...[file.id, payoutFileName(file.format, file.id), file.format, Date.parse(file.createdAt), file.adminName],
    ...[file.ids.length, file.amountPaise, file.open],
  ])
  await sendTable(response, {
    name: asOfName('payment-files', ctx.clock.now()),
    format,
    columns: payoutFileColumns,
    rows,
  })
}

const bankRowColumns: readonly FileColumn[] = [
  ...[number('Row'), text('Day'), text('Bank text'), text('Kind'), text('UTR'), column.amount('Amount')],
  ...[text('Match'), text('Reason'), text('Request'), text('Email'), column.amount('Asked amount')],
  ...[column.amount('Credited'), text('Status')],
]

function cellsOfRow(row: MatchedRow, request: StoredRequest | undefined): readonly Cell[] {
  const bank = [row.row, row.day, row.text, row.kind, row.utr ?? row.reference, row.paise]
  const matched = [row.tab, row.near ?? row.problem, row.requestId]
  if (request === undefined) return [...bank, ...matched, null, null, null, null]
  const { playerEmail, amountPaise, status } = request
  const credited = status === 'approved' && request.kind === 'deposit' ? amountPaise : null
  return [...bank, ...matched, playerEmail, askedOf(request), credited, status]
}

async function sendBankRows(ctx: Context, call: AdminCall): Promise<void> {
  const { admin, request, response } = call
  const { format = 'csv', ...filters } = requireInput(exportBankRows.query, request.query)
  const { kind, tab } = filters
  const { rows: all } = await ctx.search(admin.id, () => matchStatement(ctx, kind, filters.statement))
  const rows = all.filter((row) => tab === undefined || row.tab === tab)
  const ids = rows.flatMap(({ requestId }) => requestId ?? [])
  const byId = new Map((await findRequests(ctx.db, kind, ids)).map((one) => [one.id, one]))
  await auditExport(ctx, call, 'bank-row', { format, filters: auditedFilters(filters) })
  const name = fileNameOf('bank-rows', daysOf(rows), [kind === 'deposit' ? 'deposits' : 'payouts', tab])
  const cells = rows.map((row) => cellsOfRow(row, byId.get(row.requestId ?? '')))
  await sendTable(response, { name, format, columns: bankRowColumns, rows: cells })
}

function daysOf(rows: readonly MatchedRow[]): { from?: string; to?: string } {
  const days = rows.map(({ day }) => day).sort()
  const [from] = days
  const to = days.at(-1)
  return from === undefined || to === undefined ? {} : { from, to }
}

/** Lists, handovers, payment files and bank rows as files. */
export const exports: readonly StreamHandler<Context>[] = [
  handleStream(exportHandover, sendHandover),
  handleStream(exportPayoutFiles, sendPayoutFiles),
  handleStream(exportBankRows, sendBankRows),
  handleStream(exportDeposits, (ctx: Context, call) =>
    send(ctx, call, 'deposit', requireInput(exportDeposits.query, call.request.query)),
  ),
  handleStream(exportWithdrawals, (ctx: Context, call) =>
    send(ctx, call, 'withdrawal', requireInput(exportWithdrawals.query, call.request.query)),
  ),
]
