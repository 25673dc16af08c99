import { limits } from '@kismet/contracts'
import type { OperationShape, Route } from '@kismet/contracts'
import { requireInput } from '@kismet/service-kit/refusal'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { countValid } from './admit.ts'
import { browserOf, keepDeviceToken } from './device-cookie.ts'
import { idempotencyKeyOf, readJson } from './read-request.ts'
import { factsOf } from './request-log.ts'

type Fields = Record<string, unknown>

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

/** The fields that an operation knows. @throws Error at start for an input that is no object. */
function fieldNames({ input, subject }: OperationShape): readonly string[] {
  if (!(input instanceof z.ZodObject)) throw new Error(`The input of ${subject} is no object`)
  return Object.keys(input.shape)
}

/** Takes the fields of these names that are there, and no others: what a schema does not know never leaves the gateway. */
function pick(source: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]))
}

/** Answers one operation of the contracts over REST: validate, count, call the bus, answer. */
export function jsonRoute(ctx: GatewayContext, operation: OperationShape, route: Route): RequestHandler {
  const names = fieldNames(operation)
  const hasBody = route.method !== 'GET'
  // What a DELETE names may stand in its address too; secrets have no place there, and what stands in the body counts.
  const hasQuery = !hasBody || route.method === 'DELETE'
  const bodyWithinMs = limits.body.jsonWithinMs * ctx.config.RATE_LIMIT_FACTOR
  return async (request: Request, response: Response) => {
    const facts = factsOf(request)
    const key = idempotencyKeyOf(request, route, ctx.randomness)
    const body: Fields = hasBody ? await readJson(request, bodyWithinMs) : {}
    const fields: Fields = hasQuery ? { ...request.query, ...body } : body
    const input = pick({ ...fields, ...request.params }, names)
    requireInput(operation.input, input)
    await countValid(ctx, route, request)
    const { requestId, address: ip, caller } = facts
    const meta = { requestId, token: caller?.token, key, ip, ...browserOf(request, route) }
    const reply = await ctx.serviceTimes.timed(operation, input, () => ctx.bus.send(operation, input, meta))
    if (reply.p === 1) response.setHeader('Idempotency-Replayed', 'true')
    if (reply.b !== undefined) keepDeviceToken(response, route, reply.b)
    // The same as Express's own, without what it looks for in an answer first: a tag, a callback, a format.
    const out = reply.out as Fields
    const text = JSON.stringify({ success: true, ...out })
    const isAccepted = route.acceptedWhen !== undefined && out[route.acceptedWhen] === true
    response.writeHead(isAccepted ? 202 : 200, { ...jsonType, 'Content-Length': Buffer.byteLength(text) }).end(text)
  }
}
