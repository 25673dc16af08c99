import type { Route } from '@kismet/contracts'
import { z } from 'zod'
import { anySignal } from './any-signal.ts'
import type { CallError } from './call-error.ts'
import { refusal, unanswered } from './call-error.ts'
import { nextTask } from './next-task.ts'

/** An operation of the contracts that has a route. */
export interface RoutedOperation<I extends z.ZodType, R extends z.ZodType> {
  readonly subject: string
  readonly route: Route
  readonly input: I
  readonly output: R
}

/** The options of a call. */
export interface CallOptions {
  token: string | null
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
  /** The browser completes the request after the page is closed. */
  keepalive?: boolean | undefined
}

/** `replayed`: the server returned the first answer to this Idempotency-Key again. */
export type CallResult<T> =
  | { data: T; replayed?: boolean; error?: never }
  | { error: CallError; data?: never; replayed?: never }

const defaultTimeoutMs = 15_000

/**
 * Calls an operation over REST. It encodes the input (money in rupees), and validates and decodes the answer (money in paise).
 * It never throws: each failure is a `CallError`. Each call starts in its own task, because a start blocks a phone for 10 ms.
 */
export async function call<I extends z.ZodType, R extends z.ZodType>(
  operation: RoutedOperation<I, R>,
  input: z.output<I>,
  options: CallOptions,
): Promise<CallResult<z.output<R>>> {
  // A page that is being closed may have no other task.
  if (options.keepalive !== true) await nextTask()
  const wire = z.safeEncode(operation.input, input)
  if (!wire.success) {
    const message = wire.error.issues[0]?.message ?? null
    return { error: { kind: 'refused', status: 400, code: 'invalid_request', message, retryAfterSeconds: null } }
  }
  const { url, body } = address(operation.route, wire.data)
  const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  const request = { url, method: operation.route.method, body, headers, timeoutMs: defaultTimeoutMs }
  return send(request, options, (response) => readJson(response, operation.output))
}

/** A request without the headers of the session. */
interface Outgoing {
  url: string
  method: string
  body: string | FormData | undefined
  headers: Record<string, string>
  timeoutMs: number
  /** The longest time without progress. */
  silentMs?: number
}

/** Sends a request and reads the answer. It never throws. `read` and `carry` (by default `fetch`) call `heard` at each progress. */
export async function send<T>(
  request: Outgoing,
  { token, signal, idempotencyKey, timeoutMs, keepalive = false }: CallOptions,
  read: (response: Response, heard: () => void) => Promise<CallResult<T>>,
  carry: (url: string, request: RequestInit, heard: () => void) => Promise<Response> = (url, init) => fetch(url, init),
): Promise<CallResult<T>> {
  const silence = new AbortController()
  const timeout = anySignal([AbortSignal.timeout(timeoutMs ?? request.timeoutMs), silence.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(timer)
    if (request.silentMs !== undefined) timer = setTimeout(() => silence.abort(), request.silentMs)
  }
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers }
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  try {
    heard()
    const init: RequestInit = {
      method: request.method,
      headers,
      cache: 'no-store',
      keepalive,
      signal: signal ? anySignal([signal, timeout]) : timeout,
      ...(request.body === undefined ? {} : { body: request.body }),
    }
    const response = await carry(request.url, init, heard)
    if (response.ok) return await read(response, heard)
    const answer: unknown = await response.json().catch(() => null)
    return { error: refusal(response.status, answer, response.headers.get('Retry-After')) }
  } catch {
    return { error: unanswered(timeout.aborted ? 'timeout' : 'network') }
  } finally {
    clearTimeout(timer)
  }
}

/** Parses an answer by its contract. */
export async function readJson<R extends z.ZodType>(response: Response, output: R): Promise<CallResult<z.output<R>>> {
  const answer: unknown = await response.json().catch(() => null)
  const read = output.safeParse(answer)
  const replayed = response.headers.get('Idempotency-Replayed') === 'true'
  return read.success ? { data: read.data, replayed } : { error: unanswered('malformed', response.status) }
}

/** Puts fields into the parameters of the path. The other fields are the query of a GET, or else the JSON body. */
export function address(route: Route, wire: unknown): { url: string; body: string | undefined } {
  const fields = new Map(Object.entries(typeof wire === 'object' && wire !== null ? wire : {}))
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value: unknown = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  if (route.method !== 'GET') return { url: path, body: JSON.stringify(Object.fromEntries(fields)) }
  const query = new URLSearchParams()
  for (const [name, value] of fields) if (value !== undefined) query.set(name, String(value))
  return { url: query.size > 0 ? `${path}?${query.toString()}` : path, body: undefined }
}
