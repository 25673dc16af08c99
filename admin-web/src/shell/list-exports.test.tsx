import { afterEach, expect, it } from '@jest/globals'
import { file, ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListEntries,
  adminListPlayers,
  exportAuditLog,
  exportBankRows,
  exportCorrections,
  exportDeposits,
  exportEntries,
  exportPlayerDayStatement,
  exportPlayers,
  exportProfitLoss,
  getAuditLog,
  getPlayerDayStatement,
  getTodayProfitLoss,
  listCorrections,
  readBankMatches,
} from '@kismet/contracts'
import { screen, waitFor } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { auditLog } from '../testing/audit.ts'
import { statement, talliesOf } from '../testing/bank-statements.ts'
import { day, dayStatement } from '../testing/day.ts'
import { ledgerPlayer } from '../testing/ledger.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import { entry, players } from '../testing/players.ts'

afterEach(() => localStorage.clear())

function office(): BackOffice {
  const answers = new BackOffice()
  answers.answer(adminListPlayers, () => ok({ players: players(Date.now()), nextCursor: null }))
  answers.answer(getAuditLog, () => ok(auditLog(Date.now())))
  answers.answer(adminListEntries, () => ok({ entries: [entry], nextCursor: null }))
  answers.answer(getTodayProfitLoss, () => ok(day('2026-11-20T18:30:00.000Z')))
  answers.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
  answers.answer(getPlayerDayStatement, () => ok(dayStatement(Date.now())))
  answers.answer(readBankMatches, () => ok({ statement, tallies: talliesOf([]), rows: [], next: null, isCut: false }))
  return answers
}

const november = 'from=2026-11-01&to=2026-11-28'
const instants = { from: '2026-10-31T18:30:00.000Z', to: '2026-11-28T18:30:00.000Z' }
const days = { from: '2026-11-01', to: '2026-11-28' }

it.each([
  {
    call: exportPlayers,
    path: `${paths.players}?state=closed&search=asha&${november}`,
    what: 'list',
    asked: { state: 'closed', search: 'asha', ...days },
  },
  {
    call: exportAuditLog,
    path: `${paths.auditLog}?on=player&${november}`,
    what: 'list',
    asked: { action: 'player', ...instants },
  },
  {
    call: exportEntries,
    path: `${paths.ledger}?player=${ledgerPlayer}&${november}`,
    what: 'list of entries',
    asked: { playerId: ledgerPlayer, ...days },
  },
  {
    call: exportDeposits,
    path: `${paths.deposits}?status=approved&daysOf=booked&${november}`,
    what: 'list',
    asked: { status: 'approved', daysOf: 'booked', ...days },
  },
  { call: exportCorrections, path: paths.ledger, what: 'list of corrections', asked: { status: 'pending' } },
  {
    call: exportBankRows,
    path: `${paths.bankStatement}?id=${statement._id}`,
    what: 'statement',
    asked: { statement: statement._id, kind: 'deposit' },
  },
  {
    call: exportBankRows,
    path: `${paths.bankStatement}?id=${statement._id}&tab=used`,
    what: 'tab',
    asked: { statement: statement._id, kind: 'deposit', tab: 'used' },
  },
  { call: exportProfitLoss, path: `${paths.analytics}?${november}`, what: 'profit and loss', asked: days },
  { call: exportPlayerDayStatement, path: `${paths.analytics}?id=${ledgerPlayer}`, what: 'statement', asked: {} },
])('$call.route.path is asked for with what the page shows', async ({ call, path, what, asked }) => {
  const answers = office()
  answers.answer(call, () => file('a-list.xlsx', 'x'))
  const { user } = openApp(path, { office: answers })
  URL.createObjectURL = () => 'blob:a-file'
  const names: string[] = []
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download)
  }
  await user.click(await screen.findByRole('button', { name: `Export this ${what} as XLSX` }))
  await waitFor(() => expect(names).toEqual(['a-list.xlsx']))
  expect(Object.fromEntries(answers.requestsOf(call)[0]?.query ?? [])).toEqual({ ...asked, format: 'xlsx' })
})
