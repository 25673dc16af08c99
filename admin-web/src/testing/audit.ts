import type { AuditState, getAuditLog, WireOutput } from '@kismet/contracts'
import { ledgerPlayer } from './ledger.ts'

export type WireAuditLog = WireOutput<typeof getAuditLog>

const hashOf = (n: number): string =>
  Array.from({ length: 8 }, (_, at) =>
    ((n * 2_654_435_761 + at * 40_503_777) % 4_294_967_296).toString(16).padStart(8, '0'),
  ).join('')

const request = '0190a000-0000-7000-8000-000000e01b77'
const done = [
  ['payments', 'rohan', 'deposit.claim', '0190a000-0000-7000-8000-0000007c4e21', { before: null, after: 'rohan' }],
  ['payments', 'vikram', 'withdrawal.export', 'withdrawal', { rows: 1_126 }],
  ['payments', 'asha', 'deposit.approve', request, { amountPaise: 200_000, method: 'UPI', playerId: ledgerPlayer }],
  ['payments', 'asha', 'deposit.view-proof', request, { page: 1 }],
  ['aviator', 'vikram', 'volatility-mode.set', 'aviator', { before: 'normal', after: 'hard' }],
  [
    ...(['payments', 'vikram', 'approval-settings.change', 'approval-settings'] as const),
    { beforePaise: 2_500_000, afterPaise: 5_000_000 },
  ],
  [
    ...(['auth', 'nobody', 'session.refuse-login', '0190a000-0000-7000-8000-0000000000fe'] as const),
    { username: 'rohan', refusal: 'invalid_credentials' },
  ],
  ['auth', 'leela', 'session.login', '0190a000-0000-7000-8000-0000000000fd', { username: 'leela' }],
] as const

/** The audit log of a quiet evening, newest first; all chains are in order. */
export function auditLog(nowMs: number): WireAuditLog {
  const rows = done.map(([service, who, action, target, detail], at) => ({
    ...{ service, action, target, detail },
    player: 'playerId' in detail ? { _id: detail.playerId, email: 'asha.rao@example.com' } : null,
    sequence: 481 - at,
    at: new Date(nowMs - (at * 7 + 1) * 61_000).toISOString(),
    admin: { _id: `0190a000-0000-7000-8000-00000000000${at}`, username: who },
    requestId: `0193a2f5-11c0-7000-8000-00000000000${at}`,
    ip: '49.36.118.11',
    previousHash: hashOf(481 - at),
    hash: hashOf(482 - at),
  }))
  const states = (['auth', 'aviator', 'payments', 'wallet'] as const).map((service, at): AuditState => {
    const head = { sequence: 481 - at * 100, hash: hashOf(482 - at * 100), at: new Date(nowMs - 61_000).toISOString() }
    return { service, head, checkedAt: new Date(nowMs - 90_000).toISOString(), fault: null, keptOutside: head.sequence }
  })
  const nextCursor = 'auth.1-aviator.end-payments.end-wallet.end'
  return { rows, nextCursor, searchedBackTo: rows.at(-1)?.at ?? null, states, silent: [] }
}

/** Changes of where players pay to, newest first. */
export function settingsLog(nowMs: number): WireAuditLog {
  const { rows, ...log } = auditLog(nowMs)
  const changes = [
    ['vikram', 'KISMET-DEC', 'b2e07d'],
    ['vikram', 'KISMET-NOV', 'b2e07d'],
    ['asha', 'KISMET-NOV', '3f9ac1'],
  ] as const
  return {
    ...log,
    rows: changes.flatMap(([username, utr, qr], at) => {
      const row = rows[at]
      if (!row) return []
      const detail = { utr, qrVersion: qr.padEnd(32, '0'), qrUploaded: false }
      const changed = { action: 'deposit-settings.change', target: 'deposit-settings', detail }
      return [{ ...row, ...changed, service: 'payments' as const, admin: { ...row.admin, username } }]
    }),
    nextCursor: null,
    searchedBackTo: null,
  }
}
