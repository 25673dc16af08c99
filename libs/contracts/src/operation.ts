import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { fileTypes } from './table-files.ts'

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

/** Services in which only the leader answers. During a failover no replica answers for a moment. */
export const ledServices: readonly ServiceName[] = ['wallet', 'aviator']

/** The users of the bus: each service connects as its own NATS user. */
export const busUsers = [...serviceNames] as const
export type BusUser = (typeof busUsers)[number]

export const adminRoles = ['owner', 'cashier', 'support', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/** What a form may have around its file. */
export const aroundFileBytes = 64 * 1024

/** Who may read what admins have done. */
export const auditReaders: readonly AdminRole[] = ['owner', 'auditor']

/** Who may read reports. */
export const reportReaders: readonly AdminRole[] = ['owner', 'auditor']

/** Who may read the accounts of the back office. */
export const accountReaders: readonly AdminRole[] = ['owner', 'auditor']

/** Who may call a route: anyone, a signed-in player, or an admin with one of the roles. */
export type Access = 'anyone' | 'player' | { readonly admin: readonly AdminRole[] }

/** Routes of admins are below this path. */
export const adminArea = '/api/admin'

/** Which request rate a route counts against (limits.ts, `requestRates`). */
export type RateClass = 'read' | 'command' | 'bet' | 'upload' | 'export' | 'message' | 'sign-in'

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Express path; `:name` is read into the input field of that name. */
  readonly path: `/api/${string}`
  readonly access: Access
  readonly rate: RateClass
  /**
   * On a route for anyone: a call with a valid player token keeps the token and counts only against the player's rate.
   * Other tokens are ignored.
   */
  readonly namesPlayer?: boolean
  /** Takes an `Idempotency-Key`. The gateway makes a key if the caller sends no key. */
  readonly idempotent?: boolean
  /** The service answers 503 `maintenance` during maintenance, unless it has the result of the idempotency key. */
  readonly closedInMaintenance?: boolean
  /** Whose device token the browser sends, and stores if the answer has a device token (docs/internals/decisions/0007). */
  readonly device?: 'player' | 'admin'
  /** A field of the answer. If the field is true, the status is 202, because the command is not done yet. */
  readonly acceptedWhen?: string
  /** Does not count as input of a person: a poll must not keep a session alive. GET never does. */
  readonly passive?: boolean
  /** One line for the API document. */
  readonly summary: string
}

export type Subject = `${ServiceName}.${string}`

export interface OperationShape {
  readonly subject: Subject
  /** For a route that several services answer: the subject by the input. If undefined, `subject` applies. */
  readonly subjectFor?: (wireInput: unknown) => Subject | undefined
  readonly route?: Route
  /** Who may call an operation without a route, such as a socket command. If undefined, anyone may call. */
  readonly access?: Access
  /** The services that may call on the bus. The gateway may also call each operation with a route. */
  readonly callers?: readonly BusUser[]
  /** Each caller has its own subject (`subjectOf`). NATS refuses other callers there, so that the service knows its caller. */
  readonly perCaller?: true
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Refusals besides `universalErrors`. Any other refusal is a bug: it is logged and answered as `internal`. */
  readonly errors: readonly ErrorCode[]
  /** How long a caller waits for the answer, in ms. */
  readonly timeoutMs?: number
}

/** Declares one operation: a request with an answer on the bus, and over REST if the operation has a route. */
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

/** A REST call that is a stream (upload, download). The gateway's proxy forwards the stream to the service without the bus. */
export interface StreamRoute {
  readonly service: ServiceName
  readonly route: Route
  readonly errors: readonly ErrorCode[]
  /** Text fields of a multipart request, its file names, and the largest size of a file, for the refusal. */
  readonly form?: { readonly fields: z.ZodType; readonly files: readonly string[]; readonly maxFileBytes: number }
  readonly query?: z.ZodType
  /** The answer: JSON, a picture, or a list as a file in one of these types. */
  readonly output:
    | z.ZodType
    | { readonly picture: 'image/jpeg' | 'image/png' }
    | { readonly file: Partial<typeof fileTypes> }
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
