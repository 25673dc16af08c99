import { FakeGateway, ok, picture } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import {
  adminGetDeposit,
  adminGetDepositProof,
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListDeposits,
  adminListEntries,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  adminListWithdrawals,
  bookEvidence,
  claimRequest,
  getAlertRules,
  getApprovalSettings,
  getCharts,
  getAuditLog,
  getConfig,
  getBalances,
  getDepositSettings,
  getHandover,
  listPayToAccounts,
  getLedgerState,
  getPayoutSettings,
  getOnlineUsers,
  getServiceTimes,
  getPlayerDayStatement,
  getReport,
  getReportMail,
  getReturns,
  getOwnAdmin,
  getSiteMaintenance,
  getTodayProfitLoss,
  getVolatilityMode,
  listCorrections,
  requestHints,
  listBankStatements,
  listPayoutFiles,
  listRequestNotes,
  readBankMatches,
  readPayoutMatches,
  listAdmins,
  getPlayReplay,
  getRoundReplay,
  listRoundBets,
  sumDeposits,
  sumWithdrawals,
  withdrawalHints,
} from '@kismet/contracts'
import type { BankTab, WireOutput } from '@kismet/contracts'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import { paymentPicture, paymentQr } from '@kismet/test-env/pictures/payment-picture'
import { charts, day, dayStatement, onlineUsers, serviceTimes } from '../src/testing/day.ts'
import { statement, talliesOf } from '../src/testing/bank-statements.ts'
import { auditLog, settingsLog } from '../src/testing/audit.ts'
import { accounts, ownAccount } from '../src/testing/accounts.ts'
import { deposit } from '../src/testing/deposits.ts'
import { correction, ledgerPlayer, weekOfReturns } from '../src/testing/ledger.ts'
import { betEntries, minesBetId, minesPlay, round, roundBets } from '../src/testing/replays.ts'
import { bankAccount, payToAccount, upiTerms } from '../src/testing/pay-to.ts'
import { payoutFile, payoutMatches } from '../src/testing/payouts.ts'
import { bets, entry, funds, limits, notes, player, players, sessions } from '../src/testing/players.ts'
import { balances, handover, report } from '../src/testing/reports.ts'
import { volatility } from '../src/testing/volatility.ts'
import { hintsOfDeposit, hintsOfWithdrawal } from '../src/testing/withdrawals.ts'
import { at, bankOfDeposit, bankRows, deposits, own, requestNote, withdrawals } from './pictured-requests.ts'
import { answerSupport } from './pictured-support.ts'

/** The day of the pictures began in India. */
const midnight = Date.parse('2026-11-20T18:30:00.000Z')
const proof = await paymentPicture()

/** Those of the player that a list is asked for; the one with a page of their own has asked for all of them. */
function askedBy<Request extends { user: { _id: string } }>(query: URLSearchParams, requests: Request[]): Request[] {
  const player = query.get('player')
  return requests.filter(({ user }) => player === null || player === ledgerPlayer || player === user._id)
}

/** Players, and one of them, who is suspended. */
function answerPlayers(answers: FakeGateway): void {
  const nowMs = pictureTime.getTime()
  const suspension = { by: 'asha', reason: 'The same proof for two deposits', at: at(125) }
  answers.answer(adminListPlayers, () => ok({ players: players(nowMs), nextCursor: 'more' }))
  answers.answer(adminGetPlayer, () =>
    ok({ player: { ...player(nowMs), state: 'suspended', suspension, sessions: 0 } }),
  )
  answers.answer(adminGetPlayerFunds, () => ok({ funds: { ...funds, isSuspended: true } }))
  answers.answer(adminGetPlayerStatement, () => ok({ statements: bets(nowMs), nextCursor: 'more' }))
  answers.answer(adminGetPlayerLimits, () => ok(limits(nowMs)))
  answers.answer(adminListPlayerSessions, () => ok({ sessions: sessions(nowMs) }))
  answers.answer(adminListPlayerNotes, () => ok({ notes: notes(nowMs), nextCursor: null }))
  answers.answer(adminListEntries, () => ok({ entries: [entry], nextCursor: null }))
}

/** A UPI ID whose limit is reached, another one, and a bank account that is off. */
export const payToAccounts = [
  payToAccount(1, { inUse: { ...upiTerms, qrImage: paymentQr }, today: 51_200 }),
  payToAccount(2, { inUse: { ...upiTerms, address: 'kismet.games@examplebank', dailyLimit: 2_00_000 } }),
  bankAccount(3, { isOn: false, today: 0 }),
]

export const approvalSettings: WireOutput<typeof getApprovalSettings>['settings'] = {
  ...{ secondApprovalAbove: 50_000, withoutRow: 'second_admin', ownStatementDaily: 50_000 },
  ...{ adminDepositDaily: 5_00_000, adminWithdrawalDaily: 2_00_000 },
  ...{ playerDepositDaily: null, playerWithdrawalDaily: null },
  ...{ version: 'v1', changedBy: 'some.owner', changedAt: at(2_000) },
}

/** A back office on a quiet evening; the same in each picture. */
export function gateway(): FakeGateway {
  const answers = new FakeGateway()
  answers.answer(getConfig, () => ok(playMoneyConfig(pictureTime.toISOString())))
  answers.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
  answers.answer(getVolatilityMode, () => ok(volatility))
  answers.answer(getOnlineUsers, () => ok(onlineUsers(pictureTime.getTime())))
  answers.answer(getServiceTimes, () => ok(serviceTimes(at(2))))
  answers.answer(getCharts, () => ok(charts(midnight, 20)))
  answers.answer(getTodayProfitLoss, () => ok(day(new Date(midnight).toISOString())))
  answers.answer(getPlayerDayStatement, () => ok(dayStatement(pictureTime.getTime())))
  answers.answer(listPayToAccounts, () => ok({ accounts: payToAccounts, delayHours: 24 }))
  answers.answer(getDepositSettings, () => ok({ settings: { qrImage: paymentQr, utr: 'KISMET-DEC', version: 'v1' } }))
  answers.answer(getApprovalSettings, () => ok({ settings: approvalSettings }))
  answers.answer(getLedgerState, () => {
    const players = { playersTotal: 184_320.5, heldTotal: 4_000, openStakesTotal: 0 }
    const totals = { ...players, houseTotal: -21_400, outsideTotal: -166_920.5, bonusTotal: 0 }
    const checks = [{ name: 'transfers sum to zero', checked: 4_812, breaks: 0 }]
    return ok({ state: 'clean', checkedAt: at(1), entries: 4_812, checks, ...totals })
  })
  answers.answer(getReturns, ({ params }) =>
    ok({ lines: weekOfReturns.filter(({ game }) => game === params.game), countedAt: at(0) }),
  )
  answers.answer(listCorrections, () =>
    ok({ corrections: [correction(1)], nextCursor: null, pending: 1, pendingOfOthers: 0 }),
  )
  answers.answer(adminListDeposits, ({ query }) =>
    ok({ deposits: askedBy(query, deposits), nextCursor: null, pending: deposits.length }),
  )
  answers.answer(adminListWithdrawals, ({ query }) =>
    ok({ withdrawals: askedBy(query, withdrawals), nextCursor: null, pending: withdrawals.length }),
  )
  const sumOf = (requests: { amount: number }[]) => ({
    count: requests.length,
    amount: requests.reduce((sum, { amount }) => sum + amount, 0),
  })
  answers.answer(sumDeposits, () => ok(sumOf(deposits)))
  answers.answer(sumWithdrawals, () => ok(sumOf(withdrawals)))
  answers.answer(getReport, ({ params }) => ok({ report: report(params.period ?? '') }))
  answers.answer(getBalances, () => ok(balances))
  answers.answer(getReportMail, () => ok({ addresses: [] }))
  answers.answer(getAlertRules, () =>
    ok({ rules: { oldestMinutes: 30, ledger: true, rtpPoints: null, largeWin: 1_00_000 }, addresses: 2 }),
  )
  answers.answer(getHandover, () => ok(handover))
  answers.answer(requestHints, ({ params }) =>
    ok(
      withdrawals.some(({ _id }) => _id === params.id)
        ? hintsOfWithdrawal
        : { ...hintsOfDeposit, bank: bankOfDeposit, secondAdminReasons: ['without_row'] },
    ),
  )
  answers.answer(listRequestNotes, () => ok({ notes: [requestNote] }))
  answers.answer(claimRequest, () => ok({ claim: own, isMine: true }))
  answers.answer(adminGetDeposit, () => ok({ deposit: deposits[0] ?? deposit(1) }))
  answerSupport(answers)
  answers.answer(listBankStatements, () => ok({ statements: [statement], next: null }))
  answers.answer(readBankMatches, ({ params, query }) => {
    const tab = (query.get('tab') ?? 'exact') as BankTab
    const rows = bankRows.filter((row) => row.tab === tab)
    const ofFile = params.id === 'kept' ? null : statement
    return ok({ statement: ofFile, tallies: talliesOf(bankRows), rows, next: null, isCut: false })
  })
  answers.answer(readPayoutMatches, ({ query }) => ok(payoutMatches(query.get('tab') ?? 'exact', at(9_000))))
  answers.answer(getPayoutSettings, () => ok({ settings: { leaseMinutes: 15, debitAccount: null, version: 'v1' } }))
  answers.answer(withdrawalHints, ({ query }) => {
    const ids = query.get('ids')?.split(',') ?? []
    return ok({ hints: ids.map((_id) => ({ _id, hints: [], unknown: [] })) })
  })
  answers.answer(listPayoutFiles, () => ok({ files: [payoutFile(at(200))], next: null }))
  answers.answer(getAuditLog, ({ query }) => {
    const log = query.get('action')?.startsWith('deposit-settings') ? settingsLog : auditLog
    const { nextCursor, ...rest } = log(pictureTime.getTime())
    return ok({ ...rest, nextCursor: query.has('search') ? null : nextCursor })
  })
  answers.answer(listAdmins, () => ok(accounts(pictureTime.getTime())))
  answers.answer(getOwnAdmin, () => ok(ownAccount(pictureTime.getTime())))
  answerPlayers(answers)
  answers.answer(getRoundReplay, () => ok({ round: round() }))
  answers.answer(listRoundBets, () => ok(roundBets()))
  answers.answer(bookEvidence, () => ok({ message: 'Booked' }))
  answers.answer(getPlayReplay, () => ok({ play: minesPlay() }))
  answers.answer(adminListEntries, () => ok(betEntries(minesBetId)))
  answers.answer(adminGetDepositProof, () => picture('image/jpeg', proof))
  return answers
}
