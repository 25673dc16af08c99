import { decodeRendered } from './protocol.ts'
import type { Rendered, Renderer } from './protocol.ts'
import { defaultRenderLimits } from './renderer.ts'

/** Longer than a file may wait and take there (picture-server.ts). */
const defaultWaitMs = 45_000

/** @throws Error for an answer that is too long */
async function readAtMost({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Has files opened by a picture server (picture-server.ts). Its answer is not trusted, because the server has opened files of
 * strangers. Any other answer is `unavailable`.
 */
export function remoteRenderer(url: string, waitMs = defaultWaitMs): Renderer {
  return async ([purpose, bytes], stopping) => {
    const place = new URL(`render?purpose=${purpose}`, url)
    const late = AbortSignal.timeout(waitMs)
    const signal = AbortSignal.any([stopping, late])
    const unavailable = (reason: string): Rendered => ({ fault: 'unavailable', reason: `picture server: ${reason}` })
    try {
      const response = await fetch(place, { method: 'POST', body: new Uint8Array(bytes), redirect: 'error', signal })
      const answer = await readAtMost(response, defaultRenderLimits.outputBytes)
      if (response.status !== 200) return unavailable(`status ${response.status}`)
      return decodeRendered(answer) ?? unavailable('the answer is not valid')
    } catch (error) {
      if (late.aborted) return unavailable(`no answer within ${waitMs} ms`)
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return unavailable(cause instanceof Error ? cause.message : String(cause))
    }
  }
}
