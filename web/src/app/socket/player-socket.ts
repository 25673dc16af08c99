import { socketPath } from '@kismet/contracts'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { logWarning } from '../log.ts'

/** The connection of one session, shared by all who listen; it closes with the last of them. */
interface Shared {
  token: string
  users: number
  socket: Promise<Socket>
}

let shared: Shared | null = null

async function open(token: string): Promise<Socket> {
  const { io } = await import('socket.io-client')
  return io({ path: socketPath, auth: { token }, transports: ['websocket', 'polling'], tryAllTransports: true })
}

/** Starts to listen on a connection that may not be up yet; answers with a function that stops it. */
export type Bind = (socket: Socket) => () => void

/**
 * Listens on the player's connection, which is opened on first use (its code is loaded then). Answers with a function that
 * stops listening.
 */
export function joinSocket(token: string, bind: Bind): () => void {
  if (shared?.token !== token) shared = { token, users: 0, socket: open(token) }
  const joined = shared
  joined.users += 1
  let left = false
  let unbind = (): void => undefined
  joined.socket.then(
    (socket) => {
      if (!left) unbind = bind(socket)
    },
    (error: unknown) => logWarning('The live connection could not be loaded', error),
  )
  return () => {
    if (left) return
    left = true
    unbind()
    joined.users -= 1
    if (joined.users > 0) return
    if (shared === joined) shared = null
    void joined.socket.then(
      (socket) => socket.close(),
      () => undefined,
    )
  }
}

/** Handles an event whose payload is of the contract; anything else is dropped with a warning. Answers with a function that stops it. */
export function onEvent<S extends z.ZodType>(
  socket: Socket,
  event: string,
  payload: S,
  handle: (value: z.output<S>) => void,
): () => void {
  const listener = (raw: unknown): void => {
    const read = payload.safeParse(raw)
    if (read.success) handle(read.data)
    else logWarning(`A ${event} event was not of the contract`, read.error.issues[0])
  }
  socket.on(event, listener)
  return () => socket.off(event, listener)
}

/** Calls `onBack` each time the connection is up again after it was lost: what was missed has to be read. */
export function onReconnect(socket: Socket, onBack: () => void): () => void {
  let wasUp = socket.connected
  const listener = (): void => {
    if (wasUp) onBack()
    wasUp = true
  }
  socket.on('connect', listener)
  return () => socket.off('connect', listener)
}

/** Several bindings as one. */
export function unbindAll(...unbinds: (() => void)[]): () => void {
  return () => unbinds.forEach((unbind) => unbind())
}
