import { parseInput } from '@kismet/contracts'
import type { OperationShape, Route } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { admit } from './admit.ts'
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
function readFields(route: Route, request: Request): Promise<Fields> {
  if (route.method === 'GET' || route.method === 'DELETE') return Promise.resolve({ ...request.query })
  return readJson(request)
}

/** Answers one operation of the contracts over REST: limit, validate, admit, call the bus, answer. */
export function jsonRoute(ctx: GatewayContext, operation: OperationShape, route: Route): RequestHandler {
  const names = fieldNames(operation)
  return async (request, response) => {
    const facts = factsOf(request)
    facts.route = `${route.method} ${route.path}`
    await ctx.rates.byAddress(route.rate, facts.address)
    const key = idempotencyKeyOf(request, route, ctx.randomness)
    const input = pick({ ...(await readFields(route, request)), ...request.params }, names)
    const checked = parseInput(operation.input, input)
    if (!checked.ok) throw new Refusal('invalid_request', checked.message)
    const token = await admit(ctx, route, request)
    const meta = { requestId: facts.requestId, token, key, ip: facts.address }
    const reply = await ctx.bus.send(operation, input, meta)
    if (reply.p === 1) response.set('Idempotency-Replayed', 'true')
    response.json({ success: true, ...(reply.out as object) })
  }
}
