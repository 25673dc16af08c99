import type { Route, StreamRoute } from '@kismet/contracts'
import { limits } from '@kismet/contracts'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { anySignal } from './any-signal.ts'
import { unanswered } from './call-error.ts'
import type { CallOptions, CallResult } from './call.ts'
import { address, readJson, send } from './call.ts'
import { nextTask } from './next-task.ts'

/** A call of the contracts that takes a form with files. */
export type FormRoute = StreamRoute & {
  readonly output: z.ZodType
  readonly form: { readonly fields: z.ZodObject; readonly files: readonly string[] }
}

/** The field names of a form, by its contract. */
export type FormField<S extends FormRoute> = (keyof z.input<S['form']['fields']> & string) | S['form']['files'][number]
/** The input of a form without text fields would forbid files. */
type FormTexts<S extends FormRoute> = keyof S['form']['fields']['shape'] extends never
  ? unknown
  : z.input<S['form']['fields']>
type FormValues<S extends FormRoute> = FormTexts<S> & Partial<Record<S['form']['files'][number], Blob>>

/** The progress of an upload. */
export interface UploadProgress {
  /** The sent share, from 0 to 1. */
  readonly share: number
  /** Stops the upload. Null after the last byte, when the outcome is unknown. */
  readonly cancel: (() => void) | null
}

/** The longest time without progress, and for the answer. Bytes count as sent while a slow network still transfers half a megabyte. */
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

/** The progress of the upload to a route, started by any page. Null without an upload. */
export function useUploadProgress({ route }: { readonly route: Route }): UploadProgress | null {
  return useSyncExternalStore(
    listen,
    () => inFlight.get(route) ?? null,
    () => null,
  )
}

/** Sends by XMLHttpRequest, because `fetch` has no progress of the body. */
function carry(url: string, request: RequestInit, onShare: (share: number) => void): Promise<Response> {
  const { method = 'POST', body, headers, signal } = request
  return new Promise((resolve, reject) => {
    // An XMLHttpRequest ignores an abort before its start.
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

/** The multipart form of a call, without undefined values. */
function formOf(values: Readonly<Record<string, string | Blob | undefined>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, value)
  return form
}

/**
 * Sends a form with its files. `fields` fill the path. The timeout counts from the last progress, which `useUploadProgress` shows. A cancelled upload ends
 * with the error `cancelled`. It may have arrived, because the browser reports the last byte a little late.
 */
export async function upload<S extends FormRoute>(
  stream: S,
  values: FormValues<S>,
  { signal, ...options }: CallOptions,
  fields: Readonly<Record<string, string>> = {},
): Promise<CallResult<z.output<S['output']>>> {
  const { route } = stream
  const cancelled = new AbortController()
  const onShare = (share: number): void => publish(route, { share, cancel: share < 1 ? () => cancelled.abort() : null })
  const request = {
    url: address(route, fields).url,
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
