import type { EvidenceKind } from '@kismet/contracts'

/** Every path of the app, once (spec 2.16). */
export const paths = {
  login: '/admin/login',
  dashboard: '/admin/',
  deposits: '/admin/deposit-requests',
  bankStatement: '/admin/bank-statement',
  support: '/admin/support-messages',
  withdrawals: '/admin/withdrawal-requests',
  players: '/admin/players',
  player: '/admin/players/:id',
  analytics: '/admin/analytics',
  ledger: '/admin/ledger',
  reports: '/admin/reports',
  handover: '/admin/handover',
  rounds: '/admin/rounds',
  evidence: '/admin/evidence/:kind/:id',
  qrSettings: '/admin/qr-settings',
  gameMode: '/admin/game-mode',
  auditLog: '/admin/audit-log',
  admins: '/admin/admins',
  account: '/admin/account',
} as const

/** The queue of that kind with one request open; `list` names another tab of it. */
export function requestPath(kind: 'deposit' | 'withdrawal', id: string, list?: 'all'): string {
  const path = kind === 'deposit' ? paths.deposits : paths.withdrawals
  return `${path}?${list === undefined ? '' : `status=${list}&`}id=${encodeURIComponent(id)}`
}

/** A page of a list, narrowed. */
export function listPath(path: string, by: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(by).toString()}`
}

/** The page of a player. */
export function playerPath(id: string): string {
  return paths.player.replace(':id', id)
}

/** The ledger with the entries of a player, or about one bet, deposit, withdrawal or correction. */
export function entriesPath(of: { readonly player: string } | { readonly reference: string }): string {
  return listPath(paths.ledger, of)
}

/** The ledger with a correction and its entry. */
export function correctionPath(id: string): string {
  return listPath(paths.ledger, { correction: id, reference: id })
}

/** The replay of a round by its number, or of a bet or a round by its id. */
export function roundsPath(id: string): string {
  return listPath(paths.rounds, { id })
}

/** The evidence about a bet, a round, a deposit or a withdrawal. */
export function evidencePath(kind: EvidenceKind, id: string): string {
  return paths.evidence.replace(':kind', kind).replace(':id', id)
}
