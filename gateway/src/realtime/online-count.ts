import { adminNamespace, socketEvents } from '@kismet/contracts'
import type { GatewayContext } from '../context.ts'
import type { GatewayIo } from './socket-types.ts'

/** Tells the admins on this gateway how many players are online: those to whom the number is new. */
export async function tellOnlineCount({ presence }: GatewayContext, io: GatewayIo): Promise<void> {
  const { sockets } = io.of(adminNamespace)
  if (sockets.size === 0) return
  const count = await presence.count()
  for (const socket of sockets.values()) {
    if (socket.data.toldOnline !== count) socket.emit(socketEvents.onlineUpdate, { count })
    socket.data.toldOnline = count
  }
}
