import { sendFailure } from '@kismet/service-kit/http-app'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { factsOf } from './request-log.ts'

const discardAtMostBytes = 16 * 1024 * 1024
const discardWithinMs = 10_000

/** Errors of Express itself about a request carry the status that they mean. */
function isClientError(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 500
}

/** Reads and drops the rest of a refused body, so that the client can read the answer. A client that does not stop is disconnected. */
function discardBody(request: Request): void {
  if (request.complete) return
  let bytes = 0
  const timer = setTimeout(() => request.destroy(), discardWithinMs)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > discardAtMostBytes) request.destroy()
  })
  request.resume()
}

/** Answers a refusal, unless an answer is already on its way, and lets the rest of the body go. */
export function refuse(request: Request, response: Response, refusal: Refusal): void {
  factsOf(request).refusedAs = refusal.code
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (refusal.status === 401) response.set('WWW-Authenticate', 'Bearer')
  sendFailure(response, refusal)
  discardBody(request)
}

/** The last handler: what is thrown anywhere before becomes an answer in the shape of the contracts. */
export function answerErrors({ log }: Pick<GatewayContext, 'log'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (isRefusal(error)) refuse(request, response, error)
    else if (isClientError(error)) refuse(request, response, new Refusal('invalid_request'))
    else {
      log.error({ err: error, requestId: factsOf(request).requestId }, 'a request failed with an unexpected error')
      refuse(request, response, new Refusal('internal'))
    }
  }
}
