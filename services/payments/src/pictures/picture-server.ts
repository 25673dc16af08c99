import { createServer } from 'node:http'
import { limits as siteLimits } from '@kismet/contracts'
import type { serverEnv } from '@kismet/service-kit/env'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { BoundedQueueLimits } from '@kismet/service-kit/bounded-queue'
import { closeServer, listenOn } from '@kismet/service-kit/http-app'
import type { Logger } from '@kismet/service-kit/logger'
import { requireInput } from '@kismet/service-kit/refusal'
import express from 'express'
import type { NextFunction, Request, Response } from 'express'
import { z } from 'zod'
import { encodeRendered, purposes } from './protocol.ts'
import type { Renderer } from './protocol.ts'

export interface PictureServer {
  readonly port: number
  /** Takes no more files, answers the files that are open, and ends what takes longer than 15 s. */
  stop(): Promise<void>
}

/** Two files at a time, as one payments replica opens them. A few files of other replicas wait. */
const defaultQueueLimits = { running: 2, runningOfOwner: 2, waiting: 8, waitingOfOwner: 16, waitingMs: 10_000 }
const stopsWithinMs = 15_000

const Query = z.strictObject({ purpose: z.enum(purposes) })
const readFile = express.raw({ type: () => true, limit: siteLimits.deposit.proofMaxBytes })

/**
 * Opens files for payments in a container without secrets, volumes and other networks (docs/internals/decisions/0023).
 * `POST /render?purpose=...` with the bytes of a file answers with `encodeRendered`.
 */
export async function startPictureServer(
  { HOST, PORT }: Pick<z.output<typeof serverEnv>, 'HOST' | 'PORT'>,
  parts: { readonly log: Logger; readonly render: Renderer; readonly queueLimits?: BoundedQueueLimits },
): Promise<PictureServer> {
  const queue = new BoundedQueue(parts.queueLimits ?? defaultQueueLimits)
  const app = express().disable('x-powered-by')
  app.get(['/health', '/ready'], (_request, response) => void response.end())
  app.post('/render', readFile, async (request, response) => {
    const { purpose } = requireInput(Query, request.query)
    const bytes = requireInput(z.instanceof(Buffer), request.body)
    // A caller that no longer waits has the process of the file ended.
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const rendered = await queue.run('payments', () => parts.render([purpose, bytes], gone.signal))
    // The next file may go to another server behind the same name.
    response.set('Connection', 'close').type('json').send(encodeRendered(rendered))
  })
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    const { status = 500 } = error
    if (status === 500) parts.log.error({ err: error }, 'a request failed with an unexpected error')
    response.set('Connection', 'close').sendStatus(status)
  })
  const server = createServer(app)
  const port = await listenOn(server, HOST, PORT)
  return { port, stop: () => closeServer(server, stopsWithinMs) }
}
