import type { AdminAccount, getOwnAdmin, listAdmins, listAdminSessions, WireOutput } from '@kismet/contracts'

const dayMs = 24 * 60 * 60_000
const iso = (atMs: number): string => new Date(atMs).toISOString()

/** An account of the back office as the server tells it, a month old. */
function account(nth: number, nowMs: number, own: Partial<AdminAccount> = {}): AdminAccount {
  return {
    _id: `0190b2a0-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`,
    username: `admin-${nth}`,
    role: 'cashier',
    ...{ createdAt: iso(nowMs - 30 * dayMs), addedBy: 'some.owner', disabledAt: null, mustChangePassword: false },
    ...{ totpSince: iso(nowMs - 20 * dayMs), recoveryCodesLeft: 7, sessions: 1 },
    ...{ lastSeenAt: iso(nowMs - 8.5 * 60_000), lastLoginAt: iso(nowMs - 60 * 60_000) },
    ...own,
  }
}

const me = {
  _id: '0190b2a0-0000-7000-8000-0000000000ff',
  username: 'some.owner',
  role: 'owner',
  addedBy: null,
} as const

/** Who runs the house, as `listAdmins` tells it; the first is who looks. */
export function accounts(nowMs: number): WireOutput<typeof listAdmins> {
  const admins = [
    account(0, nowMs, { ...me, lastSeenAt: iso(nowMs) }),
    account(1, nowMs, { username: 'ananya', role: 'owner', totpSince: null, recoveryCodesLeft: 0 }),
    account(2, nowMs, { username: 'asha', sessions: 2 }),
    account(3, nowMs, { username: 'leela', role: 'auditor', lastSeenAt: iso(nowMs - 2 * dayMs), sessions: 0 }),
    account(4, nowMs, { username: 'prakash', disabledAt: iso(nowMs - dayMs), lastSeenAt: null, sessions: 0 }),
  ]
  const change = { by: 'some.owner', at: iso(nowMs - dayMs) }
  return {
    admins,
    totpRequired: false,
    changes: [
      { ...change, what: 'disable', on: 'prakash', from: 'active', to: 'disabled' },
      { ...change, what: 'role', on: 'leela', from: 'support', to: 'auditor' },
      { ...change, what: 'totp', on: 'asha', from: 'off', to: 'on', by: 'asha' },
    ],
  }
}

/** Live sessions of an admin; the first is the one that asks where it is the own account. */
function sessionsAt(nowMs: number, isOwn: boolean): WireOutput<typeof listAdminSessions>['sessions'] {
  return (
    [
      ['Chrome on Windows', 0, isOwn],
      ['Chrome on Android', 18, false],
    ] as const
  ).map(([device, minutesAgo, isCurrent], n) => ({
    ...{ _id: account(90 + n, nowMs)._id, ip: '49.36.118.11', startedAt: iso(nowMs - 2 * 60 * 60_000) },
    ...{ device, lastActiveAt: iso(nowMs - minutesAgo * 60_000), isCurrent },
  }))
}

/** The own account, as `getOwnAdmin` tells it. */
export function ownAccount(nowMs: number): WireOutput<typeof getOwnAdmin> {
  const admin = account(0, nowMs, { ...me, sessions: 2, totpSince: null, recoveryCodesLeft: 0 })
  return { admin, sessions: sessionsAt(nowMs, true) }
}
