import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { decodeRendered } from './protocol.ts'
import type { Rendered, Renderer } from './protocol.ts'

/** Longer than a file may wait and take there (picture-server.ts). */
const defaultWaitMs = 45_000
const maxHeaderSize = 4_096

/** A connection for each file, so that whoever stands behind the name can choose; no answer leads elsewhere, or is unpacked. */
async function ask(url: URL, bytes: Buffer, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'content-length': bytes.length }
  const sent = request(url, { method: 'POST', agent: false, headers, maxHeaderSize, signal })
  // After the answer has begun, its reader is told what goes wrong.
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.on('error', () => undefined).end(bytes)
  const [response] = await answered
  return response
}

async function readAtMost(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const unavailable = (reason: string): Rendered => ({ fault: 'unavailable', reason })

/**
 * Has files opened by a server of pictures (picture-server.ts), which is not believed: it has seen what strangers send. What is no answer of it is `unavailable`.
 * @param maxBytes of its answer
 * @param waitMs how long it is waited for
 */
export function remoteRenderer(url: string, maxBytes: number, waitMs = defaultWaitMs): Renderer {
  return async ([purpose, kind, bytes], signal) => {
    const place = new URL('render', url)
    place.search = String(new URLSearchParams({ purpose, kind }))
    const late = AbortSignal.timeout(waitMs)
    try {
      const response = await ask(place, bytes, AbortSignal.any([signal, late]))
      const answer = await readAtMost(response, maxBytes)
      if (response.statusCode !== 200) return unavailable(`its server answers ${String(response.statusCode)}`)
      if (answer === undefined) return unavailable('its server answers more than it may')
      return decodeRendered(answer) ?? unavailable('what its server answers is no answer')
    } catch (error) {
      if (late.aborted) return unavailable(`its server took longer than ${waitMs} ms`)
      return unavailable(`its server: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
