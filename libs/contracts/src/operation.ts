import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** The services, by the first part of the subjects that they answer. */
export const serviceNames = [
  'auth',
  'wallet',
  'dice-slots',
  'mines',
  'aviator',
  'payments',
  'support',
  'analytics',
  'gateway',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** Of the replicas of these services one answers for all: while the next one takes over nobody does, for a moment. */
export const ledServices: readonly ServiceName[] = ['wallet', 'aviator']

/** Who may connect to the bus, each as a NATS user of its own: the services. */
export const busUsers = [...serviceNames] as const
export type BusUser = (typeof busUsers)[number]

export const adminRoles = ['owner', 'cashier', 'support', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/** Who may read what admins have done. */
export const auditReaders: readonly AdminRole[] = ['owner', 'auditor']

/** Who may read the accounts of the back office. */
export const accountReaders: readonly AdminRole[] = ['owner', 'auditor']

/** Who may call a route: anyone, a signed-in player, or an admin with one of the roles. */
export type Access = 'anyone' | 'player' | { readonly admin: readonly AdminRole[] }

/** Which request rate a route counts against (limits.ts, `requestRates`). */
export type RateClass = 'read' | 'command' | 'bet' | 'upload' | 'export' | 'message' | 'sign-in'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Express path; `:name` is read into the input field of that name. */
  readonly path: `/api/${string}`
  readonly access: Access
  readonly rate: RateClass
  /** Where anyone may call: the call of a player who shows a good token carries it, and counts against the player's own rate alone. Any other token is none. */
  readonly namesPlayer?: boolean
  /** Takes an `Idempotency-Key`; the gateway makes one where the caller sends none. */
  readonly idempotent?: boolean
  /** Answers 503 `maintenance` while the site is under maintenance: its service does, unless it has the result of that key. */
  readonly closedInMaintenance?: boolean
  /** As whose the device token is that the browser shows, and keeps where the answer has one (docs/internals/decisions/0007). */
  readonly device?: 'player' | 'admin'
  /** A field of the answer: where it is true the answer is 202, because what was asked for is not done yet. */
  readonly acceptedWhen?: string
  /** Does not count as input of a person: a poll must not keep a session alive. GET never does. */
  readonly passive?: boolean
  /** One line for the API document. */
  readonly summary: string
}

export type Subject = `${ServiceName}.${string}`

export interface OperationShape {
  readonly subject: Subject
  /** Where several services have what one route asks for: the subject by what is asked for; `subject` when it tells nothing. */
  readonly subjectFor?: (wireInput: unknown) => Subject | undefined
  readonly route?: Route
  /** In whose name it is called where it has no route, as the operations of socket commands; anyone's when it says nothing. */
  readonly access?: Access
  /** Who may call it on the bus. The gateway may call every operation with a route, and those that name it here. */
  readonly callers?: readonly BusUser[]
  /** Each caller asks on a subject of its own (`subjectOf`), so that its service knows who asks: nobody may say anything on that of another. */
  readonly perCaller?: true
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Refusals besides `universalErrors`. One that is not listed is a bug: logged, and answered as `internal`. */
  readonly errors: readonly ErrorCode[]
  /** How long a caller waits for the answer, in ms. */
  readonly timeoutMs?: number
}

/** Declares one operation: a request with an answer on the bus, and, where it has a route, over REST. */
export function operation<const O extends OperationShape>(shape: O): O {
  return shape
}

export const defaultTimeoutMs = 5_000

/** The service that answers an operation: the first part of its subject. */
export function serviceOf(subject: string): ServiceName {
  const name = serviceNames.find((service) => subject.startsWith(`${service}.`))
  if (name === undefined) throw new Error(`No service answers the subject ${subject}`)
  return name
}

/** A REST call that is a stream (upload, download): carried to the service by the gateway's proxy, not over the bus. */
export interface StreamRoute {
  readonly service: ServiceName
  readonly route: Route
  readonly errors: readonly ErrorCode[]
  /** Text fields of a multipart request, the names of its files, and how large one of them may be, which is what a refusal of too much says. */
  readonly form?: { readonly fields: z.ZodType; readonly files: readonly string[]; readonly maxFileBytes: number }
  /** What the query may say. */
  readonly query?: z.ZodType
  /** The answer: JSON, or a picture or another file of this type. */
  readonly output: z.ZodType | { readonly picture: 'image/jpeg' | 'image/png' } | { readonly file: 'text/csv' }
  readonly maxBodyBytes: number
}

export function streamRoute<const S extends StreamRoute>(shape: S): S {
  return shape
}

/** The wire form of an operation's input and output. */
export type WireInput<O extends OperationShape> = z.input<O['input']>
export type WireOutput<O extends OperationShape> = z.input<O['output']>
/** The form inside: money in paise. */
export type Input<O extends OperationShape> = z.output<O['input']>
export type Output<O extends OperationShape> = z.output<O['output']>
