import {
  adminListEntries,
  adminListPlayers,
  auditedServices,
  bookExport,
  dayOf,
  exportAuditLog,
  exportCorrections,
  exportEntries,
  exportPlayerDayStatement,
  exportPlayers,
  exportProfitLoss,
  limits,
  listCorrections,
  maxEmailsRead,
  readAuditOf,
  startOfDay,
} from '@kismet/contracts'
import type {
  AdminEntry,
  AuditRow,
  Correction,
  DayRange,
  ExportedList,
  FileFormat,
  ListedAuditRow,
  PlayerRow,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { cellsOf, column, rowsOfPages } from '@kismet/service-kit/file-columns'
import type { Cell } from '@kismet/service-kit/file-columns'
import { handleStream } from '@kismet/service-kit/http-app'
import type { StreamCall, StreamHandler } from '@kismet/service-kit/http-app'
import { requireInput } from '@kismet/service-kit/refusal'
import { asOfName, auditedFilters, fileNameOf, sendTable } from '@kismet/service-kit/table-file'
import type { TableFile } from '@kismet/service-kit/table-file'
import { bearerToken } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { isEnd, mergePages, newest, readPlaces } from '../domain/audit-merge.ts'
import { pageOfDays } from '../domain/day-results.ts'
import type { PlayerDay } from '../domain/day-results.ts'
import { withPlayers } from '../read/audit-players.ts'
import { resultsOfDays } from '../read/player-days.ts'
import { daysOf, lookThrough } from '../read/profit-loss.ts'
import { openStatement } from '../read/statement.ts'
import { linesOf } from './download-account-statement.ts'

const { text, number, amount, time } = column

/** In whose name the other services are asked. They check the role again. */
const metaOf = ({ request, requestId, ip }: StreamCall) => {
  const token = bearerToken(request.headers.authorization)
  return { requestId, ...(token !== undefined && { token }), ...(ip !== undefined && { ip }) }
}

/** A list as a file: its days and filters are in the name. A search can be an e-mail, so it is not named. */
interface ListFile extends Pick<TableFile, 'columns' | 'rows'> {
  readonly name: string
  readonly days?: DayRange
  readonly filters?: readonly (string | undefined)[]
}

/** Books the export in the audit log, then sends the file of `open`. */
async function send(
  { bus }: Context,
  call: StreamCall,
  list: ExportedList,
  { format = 'csv', ...filters }: { readonly format?: FileFormat | undefined } & Readonly<Record<string, unknown>>,
  open: () => Promise<ListFile> | ListFile,
): Promise<void> {
  await bus.call(bookExport, { list, format, filters: auditedFilters(filters) }, metaOf(call))
  const { name, days = {}, filters: words = [], ...file } = await open()
  await sendTable(call.response, { name: fileNameOf(name, days, words), format, ...file })
}

const filteredBy = (search: string | undefined) => (search ? 'filtered' : undefined)

const playerColumns = [text('Id'), text('Email'), text('State'), time('Signed up'), time('Last login')]
const playerCells = ({ _id, email, state, verifiedAt, lastLoginAt }: PlayerRow): readonly Cell[] => [
  ...[_id, email, state, Date.parse(verifiedAt), lastLoginAt === null ? null : Date.parse(lastLoginAt)],
]

const players = handleStream(exportPlayers, (ctx: Context, call) => {
  const query = requireInput(exportPlayers.query, call.request.query)
  const { format: _, ...filters } = query
  const rows = rowsOfPages(async (cursor) => {
    const asked = { ...filters, limit: limits.listRows, cursor }
    const { players: page, nextCursor } = await ctx.bus.call(adminListPlayers, asked, metaOf(call))
    return { rows: page, nextCursor }
  })
  return send(ctx, call, 'player', query, () => ({
    ...{ name: 'players', days: filters, filters: [filters.state, filteredBy(filters.search)] },
    ...{ columns: playerColumns, rows: cellsOf(rows, playerCells) },
  }))
})

const entryColumns = [
  ...[text('Player'), number('No.'), time('Time'), text('Kind'), text('Game'), text('About')],
  ...[amount('Change'), amount('Balance after'), amount('Stake'), amount('Payout'), amount('Open stakes')],
  ...[amount('Held'), amount('House'), amount('Cash in and out'), amount('Bonuses'), text('Note')],
]
const entryCells = ({ sides, ...entry }: AdminEntry): readonly Cell[] => [
  ...[entry.playerId, entry.sequence, Date.parse(entry.at), entry.kind, entry.game, entry.reference],
  ...[entry.amount, entry.balanceAfter, entry.stake, entry.payout, sides.open],
  ...[sides.held, sides.house, sides.outside, sides.bonus, entry.note],
]

const entries = handleStream(exportEntries, (ctx: Context, call) => {
  const query = requireInput(exportEntries.query, call.request.query)
  const { format: _, ...filters } = query
  const rows = rowsOfPages(async (cursor) => {
    const asked = { ...filters, limit: limits.listRows, cursor }
    const { entries: page, nextCursor } = await ctx.bus.call(adminListEntries, asked, metaOf(call))
    return { rows: page, nextCursor }
  })
  return send(ctx, call, 'entry', query, () => ({
    ...{ name: 'entries', days: filters, filters: [filters.playerId, filters.reference] },
    ...{ columns: entryColumns, rows: cellsOf(rows, entryCells) },
  }))
})

const correctionColumns = [
  ...[text('Id'), time('Proposed at'), text('Proposed by'), text('Player'), text('Email'), amount('Amount')],
  ...[text('Borne by'), text('Reason'), text('Status'), time('Decided at'), text('Decided by')],
  ...[text('Rejected because'), text('Failure')],
]
const correctionCells = ({ _id, proposedAt, proposedBy, decidedAt, ...row }: Correction): readonly Cell[] => [
  ...[_id, Date.parse(proposedAt), proposedBy.username, row.playerId, row.player?.email ?? null, row.amount],
  ...[row.account, row.reason, row.status, decidedAt === null ? null : Date.parse(decidedAt), row.decidedBy],
  ...[row.rejectionReason, row.failure],
]

const corrections = handleStream(exportCorrections, (ctx: Context, call) => {
  const query = requireInput(exportCorrections.query, call.request.query)
  const { format: _, ...filters } = query
  const rows = rowsOfPages(async (cursor) => {
    const asked = { ...filters, limit: limits.listRows, cursor }
    const { corrections: page, nextCursor } = await ctx.bus.call(listCorrections, asked, metaOf(call))
    return { rows: page, nextCursor }
  })
  return send(ctx, call, 'correction', query, () => ({
    ...{ name: asOfName('corrections', ctx.clock.now()), filters: [filters.status, filters.playerId] },
    ...{ columns: correctionColumns, rows: cellsOf(rows, correctionCells) },
  }))
})

const auditColumns = [
  ...[text('Service'), number('No.'), time('Time'), text('Admin'), text('Admin id'), text('Action'), text('On')],
  ...[amount('Amount'), text('Player'), text('Email'), text('Detail'), text('Request'), text('Address')],
  ...[text('Previous hash'), text('Hash')],
]
const paiseOf = ({ amountPaise }: AuditRow['detail']) => (typeof amountPaise === 'number' ? amountPaise : null)
const auditCells = ({ admin, detail, player, ...row }: ListedAuditRow): readonly Cell[] => [
  ...[row.service, row.sequence, Date.parse(row.at), admin.username, admin._id, row.action, row.target],
  ...[
    paiseOf(detail),
    player?._id ?? null,
    player?.email ?? null,
    JSON.stringify(detail),
    row.requestId,
    row.ip,
    row.previousHash,
    row.hash,
  ],
]

/** A service without an answer ends the file: rows of the service would be missing. */
const auditLog = handleStream(exportAuditLog, (ctx: Context, call) => {
  const query = requireInput(exportAuditLog.query, call.request.query)
  const { format: _, ...filters } = query
  const rows = rowsOfPages(async (cursor) => {
    const places = (cursor === undefined ? undefined : readPlaces(cursor)) ?? newest
    const limit = limits.listRows
    const asked = auditedServices.map((service, at) =>
      ctx.bus.call(readAuditOf(service), { ...filters, before: places[at], limit }, metaOf(call)),
    )
    const merged = mergePages(places, await Promise.all(asked), limit)
    const listed = await withPlayers(ctx, merged.rows)
    return { rows: listed, nextCursor: isEnd(merged.places) ? null : merged.places.join('-') }
  })
  const { from, to, action, admin, search } = filters
  const days = {
    from: from === undefined ? undefined : dayOf(Date.parse(from)),
    to: to === undefined ? undefined : dayOf(Date.parse(to) - 1),
  }
  return send(ctx, call, 'audit-log', query, () => ({
    ...{ name: 'audit-log', days, filters: [action, admin, filteredBy(search)] },
    ...{ columns: auditColumns, rows: cellsOf(rows, auditCells) },
  }))
})

const profitLossColumns = [
  ...[text('Player'), text('Email'), amount('Total bet'), amount('Total winnings'), amount('Net P/L')],
  number('Games played'),
]

/** The lines of players, with their e-mails of one part after the other. */
async function* profitLossCells(ctx: Context, listed: readonly PlayerDay[]): AsyncGenerator<readonly Cell[]> {
  for (let from = 0; from < listed.length; from += maxEmailsRead) {
    const part = listed.slice(from, from + maxEmailsRead)
    const emails = await ctx.emails.of(part.map(({ playerId }) => playerId))
    for (const { playerId, betsPaise, winsPaise, games } of part)
      yield [playerId, emails.get(playerId) ?? null, betsPaise, winsPaise, winsPaise - betsPaise, games]
  }
}

const profitLoss = handleStream(exportProfitLoss, (ctx: Context, call) => {
  const query = requireInput(exportProfitLoss.query, call.request.query)
  const { search = '', sort = 'totalBets', order = 'desc' } = query
  const today = dayOf(ctx.clock.now())
  const days = daysOf(query, today) ?? { from: today, to: today }
  return send(ctx, call, 'profit-loss', query, async () => {
    const [results, found] = await ctx.statements.run(call.admin.id, async () => {
      const read = await resultsOfDays(ctx, days)
      return [read, search === '' ? read.players : await lookThrough(ctx, read, search)] as const
    })
    const { page } = pageOfDays(found, sort, order, found.length, undefined)
    const filters = [results.isPartial ? 'partial' : undefined, filteredBy(search)]
    return { name: 'profit-loss', days, filters, columns: profitLossColumns, rows: profitLossCells(ctx, page) }
  })
})

const statementColumns = [
  ...[time('Time'), text('Game'), text('Id'), text('Result')],
  ...[amount('Stake'), amount('Payout'), amount('Change'), amount('Balance')],
]

const dayStatement = handleStream(exportPlayerDayStatement, (ctx: Context, call) => {
  const { format } = requireInput(exportPlayerDayStatement.query, call.request.query)
  const userId = String(call.request.params.userId)
  const today = dayOf(ctx.clock.now())
  return send(ctx, call, 'statement', { format, player: userId }, async () => {
    const since = isoTime(startOfDay(today))
    const statement = await ctx.statements.run(call.admin.id, () => openStatement(ctx, userId, {}, { since }))
    const [days, rows] = [{ from: today, to: today }, linesOf(statement, Number.POSITIVE_INFINITY)]
    return { name: 'statement', days, filters: [userId], columns: statementColumns, rows }
  })
})

/** Lists of the back office as files, each read from the service of the list. */
export const listExports: readonly StreamHandler<Context>[] = [
  ...[players, entries, corrections, auditLog, profitLoss, dayStatement],
]
