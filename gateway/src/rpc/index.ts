import type { Handler } from '@kismet/service-kit/handle'
import type { GatewayContext } from '../context.ts'
import { getOnlineUsersHandler } from './get-online-users.ts'

/** What the gateway answers itself. */
export const operations: readonly Handler<GatewayContext>[] = [getOnlineUsersHandler]
