import * as admins from './admins.ts'
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as approvalSettings from './approval-settings.ts'
import * as auth from './auth.ts'
import * as aviator from './aviator.ts'
import * as aviatorFairness from './aviator-fairness.ts'
import * as aviatorLive from './aviator-live.ts'
import * as bankAccounts from './bank-accounts.ts'
import * as bankRows from './bank-rows.ts'
import * as bankStatements from './bank-statements.ts'
import * as betterProofs from './better-proofs.ts'
import * as decideSeveral from './decide-several.ts'
import * as dice from './dice.ts'
import * as events from './events.ts'
import type { SignalShape } from './events.ts'
import * as evidence from './evidence.ts'
import * as facts from './facts.ts'
import type { FactLogShape } from './facts.ts'
import * as fairness from './fairness.ts'
import * as gameReturns from './game-returns.ts'
import * as handovers from './handovers.ts'
import * as ledger from './ledger.ts'
import * as listFiles from './list-files.ts'
import * as minesAuto from './mines-auto.ts'
import * as mines from './mines.ts'
import type { OperationShape, StreamRoute } from './operation.ts'
import * as ownAdmin from './own-admin.ts'
import * as ownerAlerts from './owner-alerts.ts'
import * as ownerNotices from './owner-notices.ts'
import * as payTo from './pay-to.ts'
import * as depositSettings from './deposit-settings.ts'
import * as deposits from './deposits.ts'
import * as payouts from './payouts.ts'
import * as playerAccount from './player-account.ts'
import * as playerNotices from './player-notices.ts'
import * as players from './players.ts'
import * as proposals from './proposals.ts'
import * as replay from './replay.ts'
import * as reports from './reports.ts'
import * as requestHints from './request-hints.ts'
import * as requestNotes from './request-notes.ts'
import * as requests from './requests.ts'
import * as saferPlay from './safer-play.ts'
import * as savedViews from './saved-views.ts'
import * as serviceTimes from './service-times.ts'
import * as sessions from './sessions.ts'
import * as signIn from './sign-in.ts'
import * as site from './site.ts'
import * as slots from './slots.ts'
import * as sockets from './socket-commands.ts'
import type { SocketCommandShape } from './socket-commands.ts'
import * as statement from './statement.ts'
import * as support from './support.ts'
import * as supportDesk from './support-desk.ts'
import * as supportThreads from './support-threads.ts'
import * as wallet from './wallet.ts'
import * as withdrawals from './withdrawals.ts'

const modules: readonly Record<string, unknown>[] = [
  site,
  serviceTimes,
  signIn,
  auth,
  admins,
  ownAdmin,
  audit,
  sessions,
  wallet,
  ledger,
  reports,
  handovers,
  savedViews,
  saferPlay,
  fairness,
  gameReturns,
  replay,
  dice,
  slots,
  mines,
  minesAuto,
  aviator,
  aviatorFairness,
  aviatorLive,
  depositSettings,
  deposits,
  betterProofs,
  payouts,
  payTo,
  proposals,
  ownerAlerts,
  ownerNotices,
  playerAccount,
  playerNotices,
  players,
  requests,
  requestHints,
  requestNotes,
  decideSeveral,
  approvalSettings,
  bankAccounts,
  bankStatements,
  bankRows,
  withdrawals,
  events,
  evidence,
  statement,
  analytics,
  listFiles,
  facts,
  sockets,
  support,
  supportDesk,
  supportThreads,
]
const declared = modules.flatMap((module) => Object.values(module))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const hasSubject = (value: unknown): value is { subject: string } =>
  isRecord(value) && typeof value.subject === 'string'

/** Every operation of the system that a service has a handler for. */
export const operations: readonly OperationShape[] = declared.filter(
  (value): value is OperationShape => hasSubject(value) && 'input' in value && 'output' in value,
)

/** Every stream route of the system. */
export const streamRoutes: readonly StreamRoute[] = declared.filter(
  (value): value is StreamRoute => isRecord(value) && 'maxBodyBytes' in value && 'route' in value,
)

const factLogs = operations.filter((value): value is FactLogShape => 'wake' in value)

export const signals: readonly SignalShape[] = [
  ...declared.filter((value): value is SignalShape => hasSubject(value) && value.subject.startsWith('signal.')),
  ...factLogs.map(({ wake }) => wake),
]

/** Everything that a client may send on a socket. */
export const socketCommands: readonly SocketCommandShape[] = declared.filter(
  (value): value is SocketCommandShape => isRecord(value) && 'payload' in value && 'from' in value,
)
