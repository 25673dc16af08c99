import { aviatorGetState, getAviatorState } from '@kismet/contracts'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { GatewayContext } from '../context.ts'
import type { GatewaySocket } from './socket-types.ts'
import { socketLimits } from './socket-limits.ts'

/** The service answers so many questions of a gateway at a time. The others of a crowd wait. */
const askedAtOnce = 64
const waiting = socketLimits.perProcess
const askAgainMs = 2_000

/**
 * Tells new sockets the round of Aviator, as `aviator:getState` does. While the service does not answer, the question
 * is retried.
 */
export function roundTeller({ bus, log }: GatewayContext): (socket: GatewaySocket) => void {
  const queue = new BoundedQueue({
    running: askedAtOnce,
    runningOfOwner: askedAtOnce,
    waiting,
    waitingOfOwner: waiting,
  })
  const tell = async (socket: GatewaySocket) => {
    if (!socket.connected) return
    const { token, address } = socket.data
    const { out } = await bus.send(getAviatorState, {}, { requestId: `socket ${socket.id}`, token, ip: address })
    socket.emit(aviatorGetState.answer, out)
  }
  const tellLater = (socket: GatewaySocket): void => {
    queue
      .run('', () => tell(socket))
      .catch((error: unknown) => {
        if (isRefusal(error, 'unavailable')) setTimeout(tellLater, askAgainMs, socket).unref()
        else if (!isRefusal(error)) log.error({ err: error }, 'failed to tell the state of a round')
      })
  }
  return tellLater
}
