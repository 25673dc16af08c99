import type { Route } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { adminOf, bearerToken } from '@kismet/service-kit/tokens'
import type { Request } from 'express'
import type { GatewayContext } from '../context.ts'
import { factsOf } from './request-log.ts'
import type { RequestFacts } from './request-log.ts'

type Caller = NonNullable<RequestFacts['caller']>

const isInputOfPerson = (route: Route) => route.method !== 'GET' && route.passive !== true

const isTokenRead = (route: Route) => route.access !== 'anyone' || route.namesPlayer === true

/** The caller, by a token of a live session; undefined for a stranger on a route for anyone. @throws Refusal */
async function callerOf(ctx: GatewayContext, route: Route, request: Request): Promise<RequestFacts['caller']> {
  if (route.access !== 'anyone') return signedIn(ctx, route, request)
  if (!isTokenRead(route) || request.headers.authorization === undefined) return undefined
  return signedIn(ctx, route, request).catch(asStranger)
}

async function signedIn(ctx: GatewayContext, route: Route, request: Request): Promise<Caller> {
  const token = bearerToken(request.headers.authorization) ?? ''
  const claims = await ctx.bus.verifier.verify(token, typeof route.access === 'object' ? 'admin' : 'player')
  if (!(await ctx.sessions.isLive(claims, factsOf(request).requestId))) throw new Refusal('unauthenticated')
  return { claims, token }
}

function asStranger(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/**
 * Answers a request once its caller is known and allowed (401, 403), so that the body of a stranger is never parsed.
 * Where anyone may call, the rate of the address comes first. Where a token is read, a refused stranger counts for the
 * `stranger` rate of the address.
 * @throws Refusal
 */
export async function answerAllowed(
  ctx: GatewayContext,
  route: Route,
  request: Request,
  answer: () => unknown,
): Promise<void> {
  const facts = factsOf(request)
  if (!isTokenRead(route)) await ctx.rates.byAddress(route.rate, facts.address)
  try {
    facts.caller = await callerOf(ctx, route, request)
    if (facts.caller === undefined && isTokenRead(route)) await ctx.rates.byAddress('stranger', facts.address)
    if (facts.caller !== undefined && typeof route.access === 'object') adminOf(facts.caller.claims, route.access.admin)
    await answer()
  } catch (error) {
    // A stranger on a route for anyone was counted above.
    if (facts.caller === undefined && route.access !== 'anyone') await ctx.rates.refuseStranger(facts.address, error)
    throw error
  }
}

/**
 * Counts a valid request for the rate of its caller, or of the address of a stranger. A mistake in a form costs no point.
 * @throws Refusal `too_many_requests`
 */
export async function countValid(ctx: GatewayContext, route: Route, request: Request): Promise<void> {
  const { requestId, address, caller } = factsOf(request)
  if (caller === undefined) {
    if (isTokenRead(route)) await ctx.rates.byAddress(route.rate, address)
    return
  }
  const { sub, sid } = caller.claims
  await ctx.rates.byPlayer(route.rate, sub)
  if (isInputOfPerson(route)) {
    ctx.sessions.touch(sid, requestId)
    ctx.presence.active(sub)
  }
}
