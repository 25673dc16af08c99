import type { Route } from '@kismet/contracts'
import type { CallOptions, CallResult } from './call.ts'
import { address, send } from './call.ts'
import { nextTask } from './next-task.ts'

/** A file of 20 MB takes about an hour on the slowest mobile network. A silent one has failed. */
const fileTimeoutMs = 3_600_000
const fileSilenceMs = 60_000

/**
 * Downloads a file that needs a session. `fields` fill the path, and the other fields are the query. The short timeout counts from
 * the last byte, and `timeoutMs` limits the whole download.
 */
export async function download(
  route: Route,
  fields: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<CallResult<Blob>> {
  await nextTask()
  const { url } = address(route, fields)
  const times = { timeoutMs: fileTimeoutMs, silentMs: fileSilenceMs }
  const request = { url, method: route.method, body: undefined, headers: { Accept: '*/*' }, ...times }
  return send(request, options, async (response, heard) => ({ data: await heardBlob(response, heard) }))
}

/** Reads the body. It calls `heard` at the start and at each chunk. */
function heardBlob(response: Response, heard: () => void): Promise<Blob> {
  heard()
  const told = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, out) => {
      heard()
      out.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(told), { headers: response.headers }).blob()
}
