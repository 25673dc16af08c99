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

const calls: readonly OperationShape[] = [...operations, ...serviceNames.map(readinessOf)]
const subjectsOf = (shapes: readonly { readonly subject: string }[]): string[] => shapes.map(({ subject }) => subject)

/**
 * What a NATS user may publish and subscribe to: only what the contracts give it, so that only payments can credit and only a game can settle its bets. It
 * may answer what it was asked, by NATS `allow_responses`.
 */
export function busPermissions(user: BusUser): BusPermissions {
  const isOwn = ({ subject }: OperationShape) => serviceOf(subject) === user
  const isOwnSignal = ({ subject }: SignalShape) => subject.startsWith(`signal.${user}.`)
  return {
    publish: subjectsOf([...calls.filter((call) => callersOf(call).includes(user)), ...signals.filter(isOwnSignal)]),
    subscribe: [
      ...subjectsOf([...calls.filter(isOwn), ...signals.filter(({ hearers }) => hearers.includes(user))]),
      `${inboxPrefix(user)}.>`,
    ],
  }
}

/** The permissions of every user. */
export function natsPermissions(): Record<BusUser, BusPermissions> {
  return Object.fromEntries(busUsers.map((user) => [user, busPermissions(user)])) as Record<BusUser, BusPermissions>
}
