import { universalErrors } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { Access, Route } from './operation.ts'

/** Refusals by the kind of a route, besides `universalErrors` and the errors of its operation. */
const routeErrors = {
  closed: ['unauthenticated', 'forbidden'],
  closedInMaintenance: ['maintenance'],
  withBody: ['payload_too_large'],
} as const satisfies Record<string, readonly ErrorCode[]>

interface Refusing {
  readonly route: Route
  readonly errors: readonly ErrorCode[]
}

/** Every way in which a call of a route can be refused. */
export function refusalsOf({ route, errors }: Refusing): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...universalErrors,
    ...errors,
    ...(route.access === 'anyone' ? [] : routeErrors.closed),
    ...(route.closedInMaintenance === true ? routeErrors.closedInMaintenance : []),
    ...(route.method === 'GET' ? [] : routeErrors.withBody),
  ])
}

type ByRoute<R extends Route> =
  | (R extends { access: Exclude<Access, 'anyone'> } ? (typeof routeErrors.closed)[number] : never)
  | (R extends { closedInMaintenance: true } ? (typeof routeErrors.closedInMaintenance)[number] : never)
  | (R extends { method: 'GET' } ? never : (typeof routeErrors.withBody)[number])

/** The same as a type: the codes that a call of this operation can be refused with. */
export type RefusalOf<O extends Refusing> = (typeof universalErrors)[number] | O['errors'][number] | ByRoute<O['route']>
