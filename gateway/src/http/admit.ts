import { adminLogout, logout } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { adminOf, bearerToken } from '@kismet/service-kit/tokens'
import type { Request } from 'express'
import type { GatewayContext } from '../context.ts'
import { factsOf } from './request-log.ts'
import type { RequestFacts } from './request-log.ts'

type Caller = NonNullable<RequestFacts['caller']>

/** A logout is no activity that keeps a session alive. */
const endsSession: readonly Route[] = [logout.route, adminLogout.route]

const isInputOfPerson = (route: Route) =>
  route.method !== 'GET' && route.passive !== true && !endsSession.includes(route)

/** The caller, by a token of a live session; undefined for a stranger on a route for anyone. @throws Refusal */
async function callerOf(ctx: GatewayContext, route: Route, request: Request): Promise<RequestFacts['caller']> {
  const facts = factsOf(request)
  if (facts.caller !== undefined) return facts.caller
  if (route.access !== 'anyone') return (facts.caller = await signedIn(ctx, route, request))
  if (route.namesPlayer !== true || request.headers.authorization === undefined) return undefined
  return (facts.caller = await signedIn(ctx, route, request).catch(asStranger))
}

async function signedIn(ctx: GatewayContext, route: Route, request: Request): Promise<Caller> {
  const token = bearerToken(request.headers.authorization) ?? ''
  const claims = await ctx.bus.verifier.verify(token, typeof route.access === 'object' ? 'admin' : 'player')
  ctx.rates.prepareByPlayer(route.rate, claims.sub)
  if (!(await ctx.sessions.isLive(claims, factsOf(request).requestId))) throw new Refusal('unauthenticated')
  // With this header Node closes the connection after the answer.
  if (
    ![request, request.res ?? request, request.socket].every((connection) =>
      ctx.connections.know(connection, claims.sub),
    )
  )
    request.res?.setHeader('Connection', 'close')
  return { claims, token }
}

function asStranger(error: unknown): undefined {
  if (!isRefusal(error)) throw error
}

/**
 * Admits a request, in the order of docs/reference/wire.md: 401, 403, then the rate limit of the player. On a route that
 * may name a player, a request of a stranger counts against the limit of its address.
 * @throws Refusal
 */
export async function admit(ctx: GatewayContext, route: Route, request: Request): Promise<void> {
  const { requestId, address } = factsOf(request)
  const caller = await callerOf(ctx, route, request)
  if (caller === undefined) {
    if (route.namesPlayer === true) await ctx.rates.byAddress(route.rate, address)
    return
  }
  const { sub, sid } = caller.claims
  if (typeof route.access === 'object') adminOf(caller.claims, route.access.admin)
  await ctx.rates.byPlayer(route.rate, sub)
  if (isInputOfPerson(route)) {
    ctx.sessions.touch(sid, requestId)
    ctx.presence.active(sub)
  }
}

/**
 * Answers a request within the rate limit of its address. On a route for anyone, each request counts. On the other routes
 * only requests of strangers count. When that limit is reached, the token is checked first, so that players behind the
 * same address can still play.
 * @throws Refusal
 */
export async function limitStrangers(
  ctx: GatewayContext,
  route: Route,
  request: Request,
  answer: () => unknown,
): Promise<void> {
  const facts = factsOf(request)
  const isNamed = route.namesPlayer === true
  if (route.access === 'anyone' && !isNamed) {
    await ctx.rates.byAddress(route.rate, facts.address)
    await answer()
    return
  }
  const rates = isNamed ? [route.rate, 'stranger' as const] : ['stranger' as const]
  const usedUp = rates.find((rate) => ctx.rates.isUsedUp(rate, facts.address))
  try {
    if (usedUp !== undefined && (await callerOf(ctx, route, request)) === undefined)
      await ctx.rates.byAddress(usedUp, facts.address)
    await answer()
  } catch (error) {
    if (facts.caller === undefined) await ctx.rates.refuseStranger(facts.address, error)
    throw error
  }
}
