import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import { readJson } from './read-request.ts'
import { bytesOfChunk, UnfinishedBodies } from './unfinished-bodies.ts'

const withinMs = 60_000

/** A body of which two chunks are there. */
function begun(bodies: UnfinishedBodies, first: string) {
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
  const request = Object.assign(new PassThrough(), { headers })
  const read = readJson(request as unknown as IncomingMessage, withinMs, bodies)
  for (const part of [first.slice(0, 1), first.slice(1)]) request.write(part)
  return { request, read }
}

it('hold so much of a process together: the one that came first gives way, and the others come whole', async () => {
  const bodies = new UnfinishedBodies(3 * (7 + 2 * bytesOfChunk) + 2 + bytesOfChunk)
  const [slow, ...others] = Array.from({ length: 4 }, () => begun(bodies, '{"a":"b'))
  await expect(slow?.read).rejects.toMatchObject({ code: 'unavailable' })
  for (const { request, read } of others) {
    request.end('"}')
    expect(await read).toEqual({ a: 'b' })
  }
})

it('give back what they held, whole or broken off', async () => {
  const bodies = new UnfinishedBodies(7 + 3 * bytesOfChunk)
  for (let nth = 0; nth < 3; nth += 1) {
    const { request, read } = begun(bodies, '{"a"')
    request.end(':1}')
    expect(await read).toEqual({ a: 1 })
    const lost = begun(bodies, '{"a"')
    lost.request.destroy()
    await expect(lost.read).rejects.toMatchObject({ code: 'invalid_request' })
  }
})
