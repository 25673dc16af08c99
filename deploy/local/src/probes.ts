import { connect } from 'node:net'

/** Whether a URL answers 2xx within a second. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000), redirect: 'manual' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Whether something on 127.0.0.1 takes connections. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const finish = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('connect', () => finish(true))
  })
}

/**
 * Whether a server on 127.0.0.1 greets as expected within a second.
 * @param send what to say first, if anything
 * @param expected a part of what it must say
 */
export function speaks(port: number, send: string | undefined, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let heard = ''
    const finish = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
    socket.setEncoding('utf8')
    if (send !== undefined) socket.on('connect', () => socket.write(send))
    socket.on('data', (chunk: string) => {
      heard = (heard + chunk).slice(-4_096)
      if (heard.includes(expected)) finish(true)
    })
  })
}
