import { z } from 'zod'
import { getPlayerDayStatement, getTodayProfitLoss } from './analytics.ts'
import { AuditFilters, getAuditLog } from './audit.ts'
import { adminListEntries, CorrectionFilters, EntryFilters, listCorrections, needsOwner } from './ledger.ts'
import { adminRoles, operation, streamRoute } from './operation.ts'
import { adminListPlayers } from './players.ts'
import { Done } from './primitives.ts'
import { FileQuery, fileTypes } from './table-files.ts'

/** What the files of lists have in common. Analytics reads each list from the service of the list, page by page. */
const listFile = { service: 'analytics', output: { file: fileTypes }, errors: [], maxBodyBytes: 0 } as const

export const exportPlayers = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/players',
    access: adminListPlayers.route.access,
    rate: 'export',
    summary: 'Players as CSV or XLSX, with the filters of their list',
  },
  query: adminListPlayers.input.pick({ search: true, state: true, from: true, to: true }).extend(FileQuery.shape),
})

export const exportEntries = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/entries',
    access: adminListEntries.route.access,
    rate: 'export',
    summary: 'Ledger entries of a player, or about one bet or request, as CSV or XLSX',
  },
  query: needsOwner(EntryFilters.extend(FileQuery.shape)),
})

export const exportCorrections = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/corrections',
    access: listCorrections.route.access,
    rate: 'export',
    summary: 'Corrections of balances as CSV or XLSX',
  },
  query: CorrectionFilters.extend(FileQuery.shape),
})

export const exportAuditLog = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/audit-log',
    access: getAuditLog.route.access,
    rate: 'export',
    summary: 'The audit log of all services as CSV or XLSX, with the filters of the list',
  },
  query: AuditFilters.extend(FileQuery.shape),
})

/** All players with bets in the days; also players that a list of today leaves out. */
export const exportProfitLoss = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/profit-loss',
    access: getTodayProfitLoss.route.access,
    rate: 'export',
    summary: 'Bets and winnings of each player today or in a range of days, as CSV or XLSX',
  },
  query: getTodayProfitLoss.input.omit({ limit: true, cursor: true }).extend(FileQuery.shape),
})

export const exportPlayerDayStatement = streamRoute({
  ...listFile,
  route: {
    method: 'GET',
    path: '/api/admin/exports/user-today-statement/:userId',
    access: getPlayerDayStatement.route.access,
    rate: 'export',
    summary: "A player's statement of today as CSV or XLSX",
  },
  query: FileQuery,
  errors: ['not_found'],
})

/** The lists that analytics sends as files, as the audit log names them. */
const ExportedList = z.enum(['player', 'entry', 'correction', 'audit-log', 'profit-loss', 'statement'])
export type ExportedList = z.output<typeof ExportedList>

/** Writes an export to the audit log of auth, for analytics, which has no audit log. No row of the list leaves before. */
export const bookExport = operation({
  subject: 'auth.book-export',
  access: { admin: adminRoles },
  callers: ['analytics'],
  input: z.object({ list: ExportedList, format: z.enum(['csv', 'xlsx']), filters: z.string().max(4_000) }),
  output: Done,
  errors: [],
})
