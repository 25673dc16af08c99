import { adminLogout, logout } from '@kismet/contracts'
import type { Route, TokenClaims } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import { adminOf, bearerToken } from '@kismet/service-kit/tokens'
import type { Request } from 'express'
import type { GatewayContext } from '../context.ts'
import { factsOf } from './request-facts.ts'

/** Ending a session is no reason to keep it alive. */
const endsSession: readonly Route[] = [logout.route, adminLogout.route]

function isInputOfPerson(route: Route): boolean {
  return route.method !== 'GET' && route.passive !== true && !endsSession.includes(route)
}

/** Whether maintenance is for another to tell: a form that is wrong is refused as such first, and the gateway does not read forms. */
export interface AdmitOptions {
  readonly maintenanceIsToldLater?: boolean
}

/** Whose token this is, of a session that lives. @throws Refusal */
async function authenticate(ctx: GatewayContext, route: Route, request: Request): Promise<TokenClaims> {
  const facts = factsOf(request)
  const token = bearerToken(request.headers.authorization)
  const claims = await ctx.bus.verifier.verify(token, route.access === 'player' ? 'player' : 'admin')
  ctx.rates.prepareByPlayer(route.rate, claims.sub)
  if (!(await ctx.sessions.isLive(claims, facts.requestId))) throw new Refusal('unauthenticated')
  facts.personId = claims.sub
  // Node closes it after the answer.
  if (!ctx.connections.know(request.socket, claims.sub)) request.res?.setHeader('Connection', 'close')
  return claims
}

/**
 * Lets a request in, in the order of docs/wire.md: 401, 403, 503 `maintenance`; then the player's own rate. @returns the token to pass on,
 * undefined where anyone may call. @throws Refusal
 */
export async function admit(
  ctx: GatewayContext,
  route: Route,
  request: Request,
  { maintenanceIsToldLater = false }: AdmitOptions = {},
): Promise<string | undefined> {
  const { requestId } = factsOf(request)
  const claims = route.access === 'anyone' ? undefined : await authenticate(ctx, route, request)
  if (claims !== undefined && route.access !== 'anyone' && route.access !== 'player')
    adminOf(claims, route.access.admin)
  if (!maintenanceIsToldLater && (await isClosed(ctx, route, requestId))) throw new Refusal('maintenance')
  if (claims === undefined) return undefined
  await ctx.rates.byPlayer(route.rate, claims.sub)
  if (isInputOfPerson(route)) {
    ctx.sessions.touch(claims.sid, requestId)
    ctx.presence.active(claims.sub)
  }
  return bearerToken(request.headers.authorization)
}

/** Whether maintenance closes this route now. @throws Refusal `unavailable` when nobody knows */
export async function isClosed(ctx: GatewayContext, route: Route, requestId: string): Promise<boolean> {
  return route.closedInMaintenance === true && (await ctx.maintenance.isOn(requestId))
}

/**
 * Answers a request within what its address may ask for before it is known who asks. Where anyone may ask, that is the rate of the route. Where somebody must be known, what
 * counts is what strangers send: once that is used up, the token is looked at before anything else, so that whoever has a good one goes on.
 * @throws Refusal
 */
export async function limitStrangers(
  ctx: GatewayContext,
  route: Route,
  request: Request,
  answer: () => Promise<void>,
): Promise<void> {
  const facts = factsOf(request)
  if (route.access === 'anyone') {
    await ctx.rates.byAddress(route.rate, facts.address)
    await answer()
    return
  }
  try {
    if (ctx.rates.isUsedUp('stranger', facts.address)) await authenticate(ctx, route, request)
    await answer()
  } catch (error) {
    if (facts.personId === undefined) await ctx.rates.refuseStranger(facts.address, error)
    throw error
  }
}
