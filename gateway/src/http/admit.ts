import { adminLogout, logout } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
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
  const facts = factsOf(request)
  const { requestId } = facts
  const refuseWhereClosed = async () => {
    if (!maintenanceIsToldLater && (await isClosed(ctx, route, requestId))) throw new Refusal('maintenance')
  }
  if (route.access === 'anyone') {
    await refuseWhereClosed()
    return undefined
  }
  const token = bearerToken(request.headers.authorization)
  const claims = await ctx.bus.verifier.verify(token, route.access === 'player' ? 'player' : 'admin')
  facts.personId = claims.sub
  if (!(await ctx.sessions.isLive(claims, requestId))) throw new Refusal('unauthenticated')
  if (route.access !== 'player') adminOf(claims, route.access.admin)
  await refuseWhereClosed()
  await ctx.rates.byPlayer(route.rate, claims.sub)
  if (isInputOfPerson(route)) {
    ctx.sessions.touch(claims.sid, requestId)
    ctx.presence.active(claims.sub)
  }
  return token
}

/** Whether maintenance closes this route now. @throws Refusal `unavailable` when nobody knows */
export async function isClosed(ctx: GatewayContext, route: Route, requestId: string): Promise<boolean> {
  return route.closedInMaintenance === true && (await ctx.maintenance.isOn(requestId))
}
