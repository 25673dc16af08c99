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

/** What a call needs besides its input. */
export interface CallOptions {
  token: string | null
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  timeoutMs?: number | undefined
  /** The browser carries the request to its end when the page is closed meanwhile. */
  keepalive?: boolean | undefined
}

/** `replayed`: the answer is an earlier one again, because its Idempotency-Key had been used before. */
export type CallResult<T> =
  | { data: T; replayed?: boolean; error?: never }
  | { error: CallError; data?: never; replayed?: never }

const defaultTimeoutMs = 15_000

/**
 * Calls an operation over REST. The input goes out in its wire form (money in rupees), the answer comes back checked and in
 * its inner form (money in paise). Never throws: every way to fail is a `CallError`. To start one takes a phone's processor ten milliseconds: of those that a page makes
 * at once each begins in a task of its own.
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

/** A request before it has its headers. */
interface Outgoing {
  url: string
  method: string
  body: string | FormData | undefined
  headers: Record<string, string>
  timeoutMs: number
  /** How long nothing may be heard of it, where that is limited. */
  silentMs?: number
}

/** Sends a request and reads its answer; never throws. `carry` brings it to the server. Either tells what it hears of it on the way. */
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

/** The answer as its contract has it. */
export async function readJson<R extends z.ZodType>(response: Response, output: R): Promise<CallResult<z.output<R>>> {
  const answer: unknown = await response.json().catch(() => null)
  const read = output.safeParse(answer)
  const replayed = response.headers.get('Idempotency-Replayed') === 'true'
  return read.success ? { data: read.data, replayed } : { error: unanswered('malformed', response.status) }
}

/** Fields named in the path go there; the others become the query of a GET, else the JSON body. */
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
