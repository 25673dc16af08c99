import { describe, expect, it } from '@jest/globals'
import type { AdminRole, Route } from '@kismet/contracts'
import {
  adminListDeposits,
  adminRoles,
  decideDeposit,
  getBalance,
  getSiteMaintenance,
  postDepositSettings,
  setSiteMaintenance,
} from '@kismet/contracts'
import { mayCall, roleText, rolesOf, rolesText } from './roles.ts'

describe('what a role may do', () => {
  it.each<{ name: string; route: Route; roles: readonly AdminRole[] }>([
    { name: 'read the queue', route: adminListDeposits.route, roles: ['owner', 'cashier', 'support', 'auditor'] },
    { name: 'decide a deposit', route: decideDeposit.route, roles: ['owner', 'cashier'] },
    { name: 'set the QR', route: postDepositSettings.route, roles: ['owner'] },
    { name: 'close the site', route: setSiteMaintenance.route, roles: ['owner'] },
    { name: 'read what everybody may', route: getSiteMaintenance.route, roles: [...adminRoles] },
    { name: 'read what is a player’s own', route: getBalance.route, roles: [] },
  ])('$name: $roles', ({ route, roles }) => {
    expect(rolesOf(route)).toEqual(roles)
    for (const role of adminRoles) expect(mayCall(route, role)).toBe(roles.includes(role))
  })
})

describe('roles in words', () => {
  it.each([
    { role: 'owner', text: 'Owner' },
    { role: 'cashier', text: 'Cashier' },
    { role: 'support', text: 'Support' },
    { role: 'auditor', text: 'Auditor, read only' },
  ] as const)('$role: $text', ({ role, text }) => {
    expect(roleText(role)).toBe(text)
  })

  it.each([
    { roles: ['owner'], text: 'Owners' },
    { roles: ['owner', 'auditor'], text: 'Owners and auditors' },
    { roles: ['owner', 'cashier', 'support'], text: 'Owners, cashiers and support' },
  ] as const)('$roles: $text', ({ roles, text }) => {
    expect(rolesText(roles)).toBe(text)
  })
})
