import { createServer } from 'node:net'

/** Whether a TCP port of 127.0.0.1 can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== undefined
}

/** A TCP port of 127.0.0.1 that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = await tryListen(0)
  if (port === undefined) throw new Error('No free TCP port on 127.0.0.1')
  return port
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
