import { auditedServices, auditStateOf, readAuditOf } from './audit.ts'
import { operations, signals } from './catalogue.ts'
import type { SignalShape } from './events.ts'
import { busUsers, serviceNames, serviceOf } from './operation.ts'
import type { BusUser, OperationShape } from './operation.ts'
import { readinessOf } from './readiness.ts'

export interface BusPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** Where the answers to a user's calls arrive. Only that user may listen there. */
export function inboxPrefix(user: BusUser): string {
  return `_INBOX.${user}`
}

/** The queue group in which the replicas of a service share their work. */
export function queueOf(user: BusUser): string {
  return user
}

/** Who may call an operation on the bus. */
export function callersOf({ callers = [], route }: OperationShape): readonly BusUser[] {
  return route === undefined ? callers : [...callers, 'gateway']
}

/** Where a caller asks for an operation. */
export function subjectOf({ subject, perCaller }: OperationShape, caller: BusUser): string {
  return perCaller === true ? `${subject}.${caller}` : subject
}

/** The subjects of an operation. `caller` is undefined where all callers share one subject. */
export function subjectsOf(operation: OperationShape): readonly { subject: string; caller: BusUser | undefined }[] {
  if (operation.perCaller !== true) return [{ subject: operation.subject, caller: undefined }]
  return callersOf(operation).map((caller) => ({ subject: subjectOf(operation, caller), caller }))
}

/** All operations, with those that service-kit answers for the services. */
const calls: readonly OperationShape[] = [
  ...operations,
  ...serviceNames.map(readinessOf),
  ...auditedServices.flatMap((service) => [readAuditOf(service), auditStateOf(service)]),
]
const named = (shapes: readonly { readonly subject: string }[]): string[] => shapes.map(({ subject }) => subject)

/**
 * The permissions of a NATS user, from the contracts.
 * - A user may publish calls that it may call, and its own signals. So only payments can credit.
 * - A user may subscribe to calls of its own operations, to signals that it may hear, and to its inbox.
 * - A user may reply to requests that it received, by NATS `allow_responses`.
 */
export function busPermissions(user: BusUser): BusPermissions {
  const isOwn = ({ subject }: OperationShape) => serviceOf(subject) === user
  const isOwnSignal = ({ subject }: SignalShape) => subject.startsWith(`signal.${user}.`)
  return {
    publish: [
      ...calls.filter((call) => callersOf(call).includes(user)).map((call) => subjectOf(call, user)),
      ...named(signals.filter(isOwnSignal)),
    ],
    subscribe: [
      ...named(calls.filter(isOwn).flatMap(subjectsOf)),
      ...named(signals.filter(({ hearers }) => hearers.includes(user))),
      `${inboxPrefix(user)}.>`,
    ],
  }
}

/** The permissions of every user. */
export function natsPermissions(): Record<BusUser, BusPermissions> {
  return Object.fromEntries(busUsers.map((user) => [user, busPermissions(user)])) as Record<BusUser, BusPermissions>
}
