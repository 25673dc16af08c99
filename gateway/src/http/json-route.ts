import { limits, parseInput } from '@kismet/contracts'
import type { OperationShape, Route } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { admit, limitStrangers } from './admit.ts'
import { deviceTokenOf, keepDeviceToken } from './device-cookie.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { readJson } from './read-json.ts'
import { factsOf } from './request-facts.ts'

type Fields = Record<string, unknown>

/** The fields that an operation knows. @throws Error at start for an input that is no object. */
function fieldNames({ input, subject }: OperationShape): readonly string[] {
  if (!(input instanceof z.ZodObject)) throw new Error(`The input of ${subject} is no object`)
  return Object.keys(input.shape)
}

/** Takes the fields of these names that are there, and no others: what a schema does not know never leaves the gateway. */
function pick(source: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name]]))
}

/** Where the fields that are not in the path come from: a query for GET and DELETE, a JSON body for the others. */
function readFields(route: Route, request: Request, withinMs: number): Promise<Fields> {
  if (route.method === 'GET' || route.method === 'DELETE') return Promise.resolve({ ...request.query })
  return readJson(request, withinMs)
}

/** The same as Express's own, without what it looks for in an answer first: a tag, a callback, a format. */
function sendJson(response: Response, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Answers one operation of the contracts over REST: limit, validate, admit, call the bus, answer. */
export function jsonRoute(ctx: GatewayContext, operation: OperationShape, route: Route): RequestHandler {
  const names = fieldNames(operation)
  const bodyWithinMs = limits.body.jsonWithinMs * ctx.config.RATE_LIMIT_FACTOR
  const answer = async (request: Request, response: Response) => {
    const facts = factsOf(request)
    const key = idempotencyKeyOf(request, route, ctx.randomness)
    const input = pick({ ...(await readFields(route, request, bodyWithinMs)), ...request.params }, names)
    const checked = parseInput(operation.input, input)
    if (!checked.ok) throw new Refusal('invalid_request', checked.message)
    const token = await admit(ctx, route, request)
    const device = deviceTokenOf(request, route)
    const meta = { requestId: facts.requestId, token, key, ip: facts.address, device }
    const reply = await ctx.bus.send(operation, input, meta)
    if (reply.p === 1) response.setHeader('Idempotency-Replayed', 'true')
    if (reply.b !== undefined) keepDeviceToken(response, route, reply.b)
    sendJson(response, { success: true, ...(reply.out as object) })
  }
  return (request, response) => {
    factsOf(request).route = `${route.method} ${route.path}`
    return limitStrangers(ctx, route, request, () => answer(request, response))
  }
}
