import { gameChange, parseInput, timeSync } from '@kismet/contracts'
import type { SocketCommandShape } from '@kismet/contracts'
import { isRefusal, Refusal, refusalOf } from '@kismet/service-kit/refusal'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { Running } from './running.ts'
import type { playerTeller } from './signals.ts'
import type { GatewaySocket } from './socket-types.ts'

type Fields = Record<string, unknown>

/** One command as it arrived. */
interface Asked {
  readonly socket: GatewaySocket
  readonly sent: unknown
  /** Ms since the epoch, by the clock of the round of Aviator. */
  readonly receivedAt: number
}

interface CommandParts {
  readonly tellPlayer: ReturnType<typeof playerTeller>
  readonly running: Running
}

/** A failure names unchecked fields of the payload, up to the length of an id. */
const isIdText = (value: unknown) => typeof value === 'string' && value.length <= 64

/** The commands that the gateway answers itself. */
const ownHandlers = new Map<SocketCommandShape, (ctx: GatewayContext, playerId: string, payload: unknown) => unknown>([
  [timeSync, (ctx) => ({ serverTime: ctx.roundClock.now() })],
  [
    gameChange,
    (ctx, playerId, payload) => {
      const { gameName } = payload as z.output<typeof gameChange.payload>
      ctx.presence.play(playerId, gameName)
      return {}
    },
  ],
])

/** The commands that a namespace takes, by event. @throws Error at start for a command without a handler. */
export function commandsFrom(
  commands: readonly SocketCommandShape[],
  from: SocketCommandShape['from'],
): ReadonlyMap<string, SocketCommandShape> {
  const taken = commands.filter((command) => from === 'players' || command.from === 'everyone')
  for (const command of taken)
    if (command.operation === undefined && !ownHandlers.has(command))
      throw new Error(`The socket command ${command.event} has no handler`)
  return new Map(taken.map((command) => [command.event, command]))
}

/** An event may come with a function that takes the answer, as its last argument. */
function acknowledgement(args: readonly unknown[]): ((answer: unknown) => void) | undefined {
  const last = args.at(-1)
  return typeof last === 'function' ? (answer) => void Reflect.apply(last, undefined, [answer]) : undefined
}

/** @throws Refusal */
function readPayload({ payload, malformed = 'invalid_request' }: SocketCommandShape, sent: unknown): unknown {
  const read = parseInput(payload, sent === undefined || typeof sent === 'function' ? {} : sent)
  if (!read.ok) throw Refusal.read(malformed, read.message, read.params)
  return read.value
}

/**
 * Carries a command out in the name of its player. The order of refusals is that of REST: session,
 * payload, maintenance, rate. A command of the rate `socket` waits for its operation alone.
 * @throws Refusal
 */
async function carryOut(ctx: GatewayContext, command: SocketCommandShape, asked: Asked): Promise<unknown> {
  const { socket, sent, receivedAt } = asked
  const { claims, token, address } = socket.data
  const { operation, rate } = command
  const requestId = ctx.randomness.id(receivedAt)
  await ctx.rates.byPlayer('socket', claims.sub)
  const mayWait = rate !== 'socket'
  const isLive = mayWait ? ctx.sessions.isLive(claims, requestId) : ctx.sessions.isStillLive(claims, requestId)
  if (!(await isLive)) throw new Refusal('unauthenticated')
  const payload = readPayload(command, sent)
  if (operation === undefined) return ownHandlers.get(command)?.(ctx, claims.sub, payload)
  if (command.closedInMaintenance === true && (await ctx.maintenance.isOn(requestId))) throw new Refusal('maintenance')
  if (mayWait) await ctx.rates.byPlayer(rate, claims.sub)
  ctx.sessions.touch(claims.sid, requestId)
  ctx.presence.active(claims.sub)
  const fields = command.payload.encode(payload) as Fields
  const key = command.key === undefined ? undefined : String(fields[command.key])
  const input = { ...fields, receivedAt }
  const meta = { requestId, token, key, ip: address }
  return (await ctx.serviceTimes.timed(operation, input, () => ctx.bus.send(operation, input, meta))).out
}

function failureOf(ctx: GatewayContext, error: unknown, command: SocketCommandShape, sent: unknown): object {
  if (!isRefusal(error)) ctx.log.error({ err: error, event: command.event }, 'a socket command failed unexpectedly')
  const { failure } = refusalOf(error)
  const fields: Fields = typeof sent === 'object' && sent !== null ? { ...sent } : {}
  const named = (command.failureNames ?? []).filter((name) => isIdText(fields[name]))
  return { ...failure, ...Object.fromEntries(named.map((name) => [name, fields[name]])) }
}

/**
 * Answers the commands of a socket. While sockets are closing, the answer says to ask another gateway. An unknown event gets
 * no answer.
 */
export function answerCommands(
  ctx: GatewayContext,
  { tellPlayer, running }: CommandParts,
  commands: ReadonlyMap<string, SocketCommandShape>,
  socket: GatewaySocket,
): void {
  const { claims } = socket.data
  const refuse = (command: SocketCommandShape, args: readonly unknown[], error: unknown) => {
    const failure = failureOf(ctx, error, command, args[0])
    ctx.telemetry.socketCommands.inc({ event: command.event, code: refusalOf(error).code })
    acknowledgement(args)?.(failure)
    if (command.answer !== undefined) socket.emit(command.answer, failure)
  }
  const answer = async (command: SocketCommandShape, args: readonly unknown[], receivedAt: number) => {
    try {
      const output = await carryOut(ctx, command, { socket, sent: args[0], receivedAt })
      const done = { success: true, ...(output as object) }
      acknowledgement(args)?.(done)
      ctx.telemetry.socketCommands.inc({ event: command.event, code: 'ok' })
      if (command.answer !== undefined) tellPlayer(claims.sub, command.answer, done)
    } catch (error) {
      refuse(command, args, error)
    }
  }
  socket.use(([event, ...args]) => {
    const receivedAt = ctx.roundClock.now()
    const command = commands.get(event)
    if (command === undefined) return
    const isBegun = running.run(socket.conn, () => answer(command, args, receivedAt))
    if (!isBegun) refuse(command, args, new Refusal('unavailable'))
  })
}
