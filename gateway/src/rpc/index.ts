import { countOnline, getOnlineUsers, getServiceTimes, limits } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { needed } from '@kismet/service-kit/redis'
import type { GatewayContext } from '../context.ts'

/** What the gateway answers itself. */
export const operations: readonly Handler<GatewayContext>[] = [
  handle(getOnlineUsers, async (ctx: GatewayContext) => {
    const users = await needed(ctx.redis, ctx.presence.online())
    return { count: users.length, users: users.slice(0, limits.onlineUsersShown) }
  }),
  handle(getServiceTimes, (ctx: GatewayContext) => Promise.resolve(ctx.serviceTimes.told())),
  handle(countOnline, async (ctx: GatewayContext) => ({ count: await needed(ctx.redis, ctx.presence.count()) })),
]
