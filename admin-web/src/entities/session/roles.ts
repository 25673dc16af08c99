import type { AdminRole, OrOther, Route } from '@kismet/contracts'
import { adminRoles, setSiteMaintenance } from '@kismet/contracts'

/** Whether an admin with this role may make a call; the contracts say so, the server decides. */
export function mayCall(route: Route, role: OrOther<AdminRole>): boolean {
  if (route.access === 'anyone') return true
  return route.access !== 'player' && route.access.admin.some((one) => one === role)
}

/** The roles that may make a call. */
export function rolesOf(route: Route): readonly AdminRole[] {
  return adminRoles.filter((role) => mayCall(route, role))
}

/** The roles that open the page of a setting: auditors read what others set. */
export function settersAndAuditors(route: Route): readonly OrOther<AdminRole>[] {
  return [...rolesOf(route), 'auditor']
}

export const gameModeRoles = settersAndAuditors(setSiteMaintenance.route)

/** The role as it stands under a name: Cashier; Auditor, read only. */
export function roleText(role: OrOther<AdminRole>): string {
  const word = role.charAt(0).toUpperCase() + role.slice(1)
  return role === 'auditor' ? `${word}, read only` : word
}

/** Roles in a sentence: Owners; Owners and cashiers. */
export function rolesText(roles: readonly OrOther<AdminRole>[]): string {
  const words = roles.map((role) => (role === 'support' ? 'support' : `${role}s`))
  const last = words.at(-1) ?? ''
  const text = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
  return text.charAt(0).toUpperCase() + text.slice(1)
}
