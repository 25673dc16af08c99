import { clientEvents, GameChange, parseInput, TimeSync } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { GatewayContext } from '../context.ts'
import type { GatewaySocket } from './socket-types.ts'

type Acknowledge = (answer: unknown) => void

/** An event may come with a function that takes the answer: always its last argument. */
function acknowledgement(args: readonly unknown[]): Acknowledge | undefined {
  const last = args.at(-1)
  return typeof last === 'function' ? (answer) => void Reflect.apply(last, undefined, [answer]) : undefined
}

function failure(error: unknown): unknown {
  return (isRefusal(error) ? error : new Refusal('internal')).failure
}

/** Every event counts, also one that nobody handles; one too many is answered with a refusal and goes no further. */
export function limitEvents(ctx: GatewayContext, socket: GatewaySocket): void {
  const { claims, address } = socket.data
  socket.use(([, ...args], next) => {
    const counted = Promise.all([ctx.rates.byPlayer('socket', claims.sub), ctx.rates.byAddress('socket', address)])
    counted.then(
      () => next(),
      (error: unknown) => acknowledgement(args)?.(failure(error)),
    )
  })
}

/** Tells the time, so that a client can learn how far its own clock is off. */
export function answerTimeSync(ctx: GatewayContext, socket: GatewaySocket): void {
  socket.on(clientEvents.timeSync, (...args) =>
    acknowledgement(args)?.(TimeSync.encode({ serverTime: ctx.clock.now() })),
  )
}

/** Notes which game a player looks at. */
export function answerGameChange(ctx: GatewayContext, socket: GatewaySocket): void {
  socket.on(clientEvents.gameChange, (...args) => {
    const answer = acknowledgement(args)
    const change = parseInput(GameChange, args[0])
    if (!change.ok) {
      answer?.(failure(new Refusal('invalid_request', change.message)))
      return
    }
    ctx.presence.play(socket.data.claims.sub, change.value.gameName).then(
      () => answer?.({ success: true }),
      () => answer?.(failure(new Refusal('unavailable'))),
    )
  })
}
