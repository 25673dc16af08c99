import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Whether a TCP port of 127.0.0.1 can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== undefined
}

/** Below those from which a system gives ports to outgoing connections: one of them would be taken by a neighbour while what listens there is restarted. */
const listeningPorts = { from: 12_000, to: 32_000 } as const
const maxTries = 100

/** A TCP port of 127.0.0.1 that nothing listens on at this moment, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < maxTries; tried += 1) {
    const port = randomInt(listeningPorts.from, listeningPorts.to)
    if (await isPortFree(port)) return port
  }
  throw new Error('No free TCP port on 127.0.0.1')
}

/** Whether this machine has an address, so that connections may come from it. */
export async function isOwnAddress(address: string): Promise<boolean> {
  return (await tryListen(0, address)) !== undefined
}

function tryListen(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
