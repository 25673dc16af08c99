import { facts, operations, signals } from './catalogue.ts'
import { serviceNames, serviceOf } from './operation.ts'
import type { OperationShape, ServiceName } from './operation.ts'
import { readinessOf } from './readiness.ts'

export interface BusPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** Where the answers to a service's calls arrive. Only that service may listen there. */
export function inboxPrefix(service: ServiceName): string {
  return `_INBOX.${service}`
}

/** The queue group in which the replicas of a service share their work. */
export function queueOf(service: ServiceName): string {
  return service
}

function mayCall(caller: ServiceName, operation: OperationShape): boolean {
  if (operation.callers?.includes(caller) === true) return true
  return caller === 'gateway' && operation.route !== undefined
}

/** The JetStream interface that publishing and consuming facts needs. */
const jetStreamApi = [
  '$JS.API.INFO',
  '$JS.API.STREAM.INFO.FACTS',
  '$JS.API.STREAM.CREATE.FACTS',
  '$JS.API.STREAM.UPDATE.FACTS',
  '$JS.API.STREAM.NAMES',
]

function consumerApi(service: ServiceName): string[] {
  return [
    `$JS.API.CONSUMER.INFO.FACTS.${service}`,
    `$JS.API.CONSUMER.CREATE.FACTS.${service}`,
    `$JS.API.CONSUMER.CREATE.FACTS.${service}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.FACTS.${service}`,
    `$JS.API.CONSUMER.MSG.NEXT.FACTS.${service}`,
    `$JS.ACK.FACTS.${service}.>`,
  ]
}

/**
 * What the NATS user of a service may publish and subscribe to: only what the contracts give it, so that only payments can credit and only
 * a game can settle its bets. Answers go through NATS `allow_responses`.
 */
export function busPermissions(service: ServiceName): BusPermissions {
  const calls = operations.filter((operation) => mayCall(service, operation)).map((operation) => operation.subject)
  const own = operations
    .filter((operation) => serviceOf(operation.subject) === service)
    .map((operation) => operation.subject)
  const ownSignals = signals
    .map((signal) => signal.subject)
    .filter((subject) => subject.startsWith(`signal.${service}.`))
  const ownFacts = facts.map((fact) => fact.subject).filter((subject) => subject.startsWith(`fact.${service}.`))
  const askedReadiness = service === 'gateway' ? serviceNames.map((name) => readinessOf(name).subject) : []
  const heardSignals = service === 'gateway' ? ['signal.>'] : []
  return {
    publish: [...calls, ...askedReadiness, ...ownSignals, ...ownFacts, ...jetStreamApi, ...consumerApi(service)],
    subscribe: [...own, readinessOf(service).subject, ...heardSignals, `${inboxPrefix(service)}.>`],
  }
}

/** The permissions of every service. */
export function natsPermissions(): Record<ServiceName, BusPermissions> {
  return Object.fromEntries(serviceNames.map((name) => [name, busPermissions(name)])) as Record<
    ServiceName,
    BusPermissions
  >
}
