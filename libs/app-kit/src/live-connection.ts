import { socketPath } from '@kismet/contracts'
import type { Socket } from 'socket.io-client'
import type { z } from 'zod'
import { logWarning } from './log.ts'

/** Starts to listen on a connection that may not be up yet; answers with a function that stops it. */
export type Bind = (socket: Socket) => () => void

/** The connection of one session, shared by all who listen. */
interface Shared {
  token: string
  users: number
  socket: Promise<Socket>
}

const retryMs = 10_000

/** The client does not try again by itself when the server has refused or ended the connection: the session may be live all the same. */
function keepTrying(socket: Socket): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    clearTimeout(timer)
    if (!socket.active) timer = setTimeout(() => socket.connect(), retryMs)
  }
  socket.on('connect_error', later)
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') clearTimeout(timer)
    else later()
  })
}

/**
 * Listens on the connection of a session, which is opened on first use (its code is loaded then) and closed with the last who
 * listens. Answers with a function that stops listening.
 */
export type JoinLive = (token: string, bind: Bind) => () => void

/** The live connection of an app: `/` is the namespace of players. */
export function liveConnection(namespace: string): JoinLive {
  let shared: Shared | null = null

  const open = async (token: string): Promise<Socket> => {
    const { io } = await import('socket.io-client')
    const options = { path: socketPath, auth: { token }, transports: ['websocket', 'polling'], tryAllTransports: true }
    const socket = io(namespace, options)
    keepTrying(socket)
    return socket
  }

  return (token, bind) => {
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
