import { adminGetDepositProof, exportDeposits, exportWithdrawals, limits } from '@kismet/contracts'
import type { HandledBy, RequestKind } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { sendCsv } from '@kismet/service-kit/csv'
import { inTransaction, isTooSlow } from '@kismet/service-kit/database'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { deposits } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { countRequests } from '../db/request-lists.ts'
import type { ListedRequest, ListSource } from '../db/request-lists.ts'
import { withdrawalsForAdmins } from '../db/withdrawals.ts'
import type { StoredWithdrawal } from '../db/withdrawals.ts'
import { chosenBy, readAll } from '../work/read-list.ts'
import type { ListQuery } from '../work/read-list.ts'

type Cell = string | null

interface Export<Row extends ListedRequest> {
  readonly kind: RequestKind
  readonly source: ListSource<Row>
  /** Name and content of each. */
  readonly columns: readonly (readonly [name: string, cellOf: (row: Row) => Cell])[]
}

const paisePerRupee = 100

const timeCell = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs))
/** As text with both decimals, so that no program rounds it. */
const amountCell = (amountPaise: number) => (amountPaise / paisePerRupee).toFixed(2)

const depositExport: Export<StoredDeposit> = {
  kind: 'deposit',
  source: deposits,
  columns: [
    ['id', (row) => row.id],
    ['email', (row) => row.playerEmail],
    ['amount', (row) => amountCell(row.amountPaise)],
    ['method', (row) => row.method],
    ['utr', (row) => row.utr],
    ['status', (row) => row.status],
    ['reason', (row) => row.adminReason],
    ['createdAt', (row) => timeCell(row.createdAtMs)],
    ['firstApprovedBy', (row) => row.firstApprovedByName],
    ['decidedAt', (row) => timeCell(row.decidedAtMs)],
    ['decidedBy', (row) => row.decidedByName],
    ['proof', (row) => adminGetDepositProof.route.path.replace(':id', row.id)],
  ],
}

const withdrawalExport: Export<StoredWithdrawal> = {
  kind: 'withdrawal',
  source: withdrawalsForAdmins,
  columns: [
    ['id', (row) => row.id],
    ['email', (row) => row.playerEmail],
    ['amount', (row) => amountCell(row.amountPaise)],
    ['name', (row) => row.accountName],
    ['accountNumber', (row) => row.accountNumber],
    ['ifsc', (row) => row.accountIfsc],
    ['mobile', (row) => row.accountMobile],
    ['status', (row) => row.status],
    ['reason', (row) => row.adminReason],
    ['createdAt', (row) => timeCell(row.createdAtMs)],
    ['firstApprovedBy', (row) => row.firstApprovedByName],
    ['decidedAt', (row) => timeCell(row.decidedAtMs)],
    ['decidedBy', (row) => row.decidedByName],
    ['settledAt', (row) => timeCell(row.settledAtMs)],
  ],
}

/** The cells of all rows of a list: none is held in memory for longer than it takes to send it. */
async function* cellsOf<Row extends ListedRequest>(
  { db }: Context,
  { source, columns }: Export<Row>,
  query: Omit<ListQuery, 'limit'>,
): AsyncGenerator<Cell[]> {
  for await (const row of readAll(db, source, query, limits.requests.exportRows))
    yield columns.map(([, cellOf]) => cellOf(row))
}

/** @throws Refusal `export_too_large`, and `unavailable` when it took too long to find out */
async function requireFewEnough<Row extends ListedRequest>(
  ctx: Context,
  source: ListSource<Row>,
  query: Omit<ListQuery, 'limit'>,
): Promise<number> {
  const max = limits.requests.exportRows
  const count = await countRequests(ctx.db, source, query, max).catch((error: unknown) => {
    throw isTooSlow(error) ? new Refusal('unavailable') : error
  })
  if (count <= max) return count
  const text = `These are more than ${max.toLocaleString('en-IN')} rows. Please narrow the filters.`
  throw new Refusal('export_too_large', text, { max })
}

/** Sends a list as CSV. Who took which rows away is in the audit log before the first one leaves. */
async function send<Row extends ListedRequest>(
  ctx: Context,
  call: StreamCall & { readonly admin: Admin },
  what: Export<Row>,
  asked: Omit<ListQuery, 'limit' | 'handled'> & { readonly handledBy?: HandledBy | undefined },
): Promise<void> {
  const { admin, response } = call
  const query = chosenBy(ctx, admin, asked)
  const rows = await ctx.searches.run(admin.id, () => requireFewEnough(ctx, what.source, query))
  const { kind } = what
  await inTransaction(ctx.db, (transaction) =>
    ctx.audit.append(transaction, {
      admin,
      action: `${kind}.export`,
      target: kind,
      detail: { rows, filters: JSON.stringify(asked) },
      meta: call,
    }),
  )
  const columns = what.columns.map(([name]) => name)
  const file = { name: `${kind}s`, atMs: ctx.clock.now(), columns, lineEnd: 'windows' } as const
  await sendCsv(response, { ...file, rows: cellsOf(ctx, what, query) })
}

/** Lists that are taken away as files. */
export const exports: readonly StreamHandler<Context>[] = [
  handleStream(exportDeposits, (ctx: Context, call) =>
    send(ctx, call, depositExport, requireInput(exportDeposits.query, call.request.query)),
  ),
  handleStream(exportWithdrawals, (ctx: Context, call) =>
    send(ctx, call, withdrawalExport, requireInput(exportWithdrawals.query, call.request.query)),
  ),
]
