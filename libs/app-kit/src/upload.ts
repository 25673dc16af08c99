import type { Route, StreamRoute } from '@kismet/contracts'
import { limits } from '@kismet/contracts'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { anySignal } from './any-signal.ts'
import { unanswered } from './call-error.ts'
import type { CallOptions, CallResult } from './call.ts'
import { readJson, send } from './call.ts'
import { nextTask } from './next-task.ts'

/** A call of the contracts that takes a form with files. */
export type FormRoute = StreamRoute & {
  readonly output: z.ZodType
  readonly form: { readonly fields: z.ZodObject; readonly files: readonly string[] }
}

/** The names of a form's fields, as its contract has them. */
export type FormField<S extends FormRoute> = (keyof z.input<S['form']['fields']> & string) | S['form']['files'][number]
type FormValues<S extends FormRoute> = z.input<S['form']['fields']> & Partial<Record<S['form']['files'][number], Blob>>

/** An upload on its way. */
export interface UploadProgress {
  /** How much of it has left, from 0 to 1. */
  readonly share: number
  /** Ends it; null once all has left, as nobody knows then whether it counts. */
  readonly cancel: (() => void) | null
}

/** So long nothing of it may leave, and then its answer may take: what has left for the app may still be on its way, half a megabyte on a slow line. */
const uploadSilenceMs = 120_000

const inFlight = new Map<Route, UploadProgress>()
const listeners = new Set<() => void>()
function publish(route: Route, sending: UploadProgress | null): void {
  if (sending) inFlight.set(route, sending)
  else inFlight.delete(route)
  for (const listener of listeners) listener()
}
function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The upload to a route that is on its way, whatever page began it; null when none is. */
export function useUploadProgress({ route }: { readonly route: Route }): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => inFlight.get(route) ?? null,
    () => null,
  )
}

/** What `fetch` cannot do: it tells how much of the body has left. */
function carry(url: string, request: RequestInit, onShare: (share: number) => void): Promise<Response> {
  const { method = 'POST', body, headers, signal } = request
  return new Promise((resolve, reject) => {
    // What is ended before it was begun would leave all the same: an XMLHttpRequest forgets that.
    signal?.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    new Headers(headers).forEach((value, name) => xhr.setRequestHeader(name, value))
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
    xhr.addEventListener('load', () => {
      const answered = new Headers()
      for (const line of xhr
        .getAllResponseHeaders()
        .trim()
        .split(/[\r\n]+/)) {
        const [name = '', value = ''] = line.split(/:\s*(.*)/, 2)
        if (name !== '') answered.set(name, value)
      }
      resolve(
        new Response(xhr.responseText === '' ? null : xhr.responseText, { status: xhr.status, headers: answered }),
      )
    })
    xhr.addEventListener('error', () => reject(new TypeError('The upload broke off')))
    xhr.addEventListener('abort', () => reject(new DOMException('The upload was ended', 'AbortError')))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body instanceof FormData ? body : null)
  })
}

/** The multipart form of a call: what is undefined is left out. */
function formOf(values: Readonly<Record<string, string | Blob | undefined>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, value)
  return form
}

/**
 * Sends a form with its files. It may take as long as some of it leaves: its time counts from its last progress. Meanwhile `useUploadProgress` tells how far it is; what is cancelled ends as a `CallError` of that kind. Cancelling is
 * possible only until the browser tells that all has left, which it tells a little late: what was cancelled may have been taken.
 */
export async function upload<S extends FormRoute>(
  stream: S,
  values: FormValues<S>,
  { signal, ...options }: CallOptions,
): Promise<CallResult<z.output<S['output']>>> {
  const { route } = stream
  const cancelled = new AbortController()
  const onShare = (share: number): void => publish(route, { share, cancel: share < 1 ? () => cancelled.abort() : null })
  const request = {
    url: route.path,
    method: route.method,
    body: formOf(values),
    headers: {},
    timeoutMs: limits.body.formWithinMs,
    silentMs: uploadSilenceMs,
  }
  onShare(0)
  try {
    await nextTask()
    const ending = { ...options, signal: anySignal([cancelled.signal, ...(signal ? [signal] : [])]) }
    const result = await send(
      request,
      ending,
      (response) => readJson<S['output']>(response, stream.output),
      (url, init, heard) =>
        carry(url, init, (share) => {
          heard()
          onShare(share)
        }),
    )
    return cancelled.signal.aborted ? { error: unanswered('cancelled') } : result
  } finally {
    publish(route, null)
  }
}
