import * as contracts from '@kismet/contracts'
import type { ErrorCode, OperationShape, StreamRoute } from '@kismet/contracts'

/** An operation or a stream, with the name under which the contracts export it. */
interface Named<T> {
  readonly exportName: string
  readonly shape: T
}

/** What the contracts declare, as the rules need it. */
export interface Wires {
  readonly operations: readonly Named<OperationShape>[]
  readonly streams: readonly Named<StreamRoute>[]
  /** Subjects, socket events and paths: the texts that only the contracts may write. */
  readonly names: ReadonlySet<string>
  readonly errors: ReadonlyMap<string, { readonly status: number; readonly message: string }>
  readonly universalErrors: readonly string[]
}

function exportNameOf(value: unknown): string {
  const entry = Object.entries(contracts).find(([, exported]) => exported === value)
  if (entry === undefined) throw new Error('The catalogue holds something that the contracts do not export')
  return entry[0]
}

const named = <T>(shapes: readonly T[]): Named<T>[] =>
  shapes.map((shape) => ({ exportName: exportNameOf(shape), shape }))

/** Reads the contracts. */
export function readWires(): Wires {
  const { operations, streamRoutes, signals, socketCommands, socketEvents, aviatorEvents, socketPath } = contracts
  const subjects = [...operations, ...signals].map(({ subject }) => subject)
  const events = signals.flatMap(({ socket }) => (socket === undefined ? [] : [socket.event]))
  return {
    operations: named(operations),
    streams: named(streamRoutes),
    names: new Set<string>([
      ...subjects,
      ...events,
      ...Object.values({ ...socketEvents, ...aviatorEvents }).map(({ event }) => event),
      ...socketCommands.flatMap(({ event, answer }) => (answer === undefined ? [event] : [event, answer])),
      socketPath,
    ]),
    errors: new Map(Object.entries(contracts.errorCatalogue)),
    universalErrors: contracts.universalErrors satisfies readonly ErrorCode[],
  }
}

/** The folder of the service that answers a subject. */
export function homeOf(service: string): string {
  return service === 'gateway' ? 'gateway' : `services/${service}`
}
