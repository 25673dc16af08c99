import { countOnline, getOnlineUsers, getServiceTimes, limits } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Handler } from '@kismet/service-kit/handle'
import { needed } from '@kismet/service-kit/redis'
import type { GatewayContext } from '../context.ts'

/** What the gateway answers itself. */
export const operations: readonly Handler<GatewayContext>[] = [
  handle(getOnlineUsers, async (ctx: GatewayContext) => {
    const { presence } = ctx
    const told = Promise.all([presence.count(), presence.some(limits.onlineUsersShown)])
    const [count, users] = await needed(ctx.redis, told)
    return { count, users }
  }),
  handle(getServiceTimes, (ctx: GatewayContext) => Promise.resolve(ctx.serviceTimes.told())),
  handle(countOnline, async (ctx: GatewayContext) => ({ count: await needed(ctx.redis, ctx.presence.count()) })),
]
