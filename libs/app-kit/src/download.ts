import type { Route } from '@kismet/contracts'
import type { CallOptions, CallResult } from './call.ts'
import { address, send } from './call.ts'
import { nextTask } from './next-task.ts'

/** A file of 20 MB takes about an hour on the slowest mobile network. A silent one has failed. */
const fileTimeoutMs = 3_600_000
const fileSilenceMs = 60_000

/** The content of a file, with its name. */
export type NamedBlob = Blob & { readonly name: string }

/**
 * Downloads a file that needs a session. `fields` fill the path, and the other fields are the query. The short timeout counts from
 * the last byte, and `timeoutMs` limits the whole download.
 */
export async function download(
  route: Route,
  fields: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<CallResult<NamedBlob>> {
  await nextTask()
  const { url } = address(route, fields)
  const times = { timeoutMs: fileTimeoutMs, silentMs: fileSilenceMs }
  const request = { url, method: route.method, body: undefined, headers: { Accept: '*/*' }, ...times }
  return send(request, options, async (response, heard) => ({ data: await heardFile(response, heard) }))
}

/** Reads the body, under the name that the server gives it. It calls `heard` at the start and at each chunk. */
async function heardFile(response: Response, heard: () => void): Promise<NamedBlob> {
  heard()
  const told = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, out) => {
      heard()
      out.enqueue(piece)
    },
  })
  const { headers } = response
  const content = await new Response(response.body?.pipeThrough(told), { headers }).blob()
  const [, name = 'file'] = /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return Object.assign(content, { name })
}
