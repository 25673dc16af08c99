import { sendFailure } from '@kismet/service-kit/http-app'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { discardBody } from './discard.ts'
import { factsOf } from './request-facts.ts'

/** Errors of Express itself about a request carry the status that they mean. */
function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500
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

export const unknownRoute: RequestHandler = (request, response) => refuse(request, response, new Refusal('not_found'))

/** The last handler: what is thrown anywhere before becomes an answer in the shape of the contracts. */
export function answerErrors({ log }: Pick<GatewayContext, 'log'>): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (isRefusal(error)) refuse(request, response, error)
    else if (isClientError(error)) refuse(request, response, new Refusal('invalid_request'))
    else {
      log.error({ err: error, requestId: factsOf(request).requestId }, 'a request failed unexpectedly')
      refuse(request, response, new Refusal('internal'))
    }
  }
}
