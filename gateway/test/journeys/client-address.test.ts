import type { Server } from 'node:http'
import { expect, it } from '@jest/globals'
import { createAppServer } from '@kismet/real-servers/app-server'
import { closeServer, listenOn } from '@kismet/service-kit/http-app'
import { Network, post } from '../network.ts'

/** The server of an app, which the next server sees at `fromAddress`. */
async function appServer(gatewayUrl: string, fromAddress: string): Promise<{ server: Server; url: string }> {
  const server = createAppServer({ appFolder: import.meta.dirname, gatewayUrl, passesAdminCalls: false, fromAddress })
  return { server, url: `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}` }
}

it("the address of a client is the one that the apps' servers saw, however many stand in a row and whatever it says itself", async () => {
  const proxy = '127.0.0.2'
  const network = await Network.create()
  const gateway = await network.gateway({ TRUSTED_PROXIES: proxy })
  const inner = await appServer(gateway.url, proxy)
  const outer = await appServer(inner.url, proxy)
  try {
    for (const { url } of [outer, inner, gateway]) {
      const headers = { 'x-forwarded-for': '203.0.113.1, 127.0.0.2', 'x-real-ip': '203.0.113.1' }
      expect((await post(`${url}/api/resend-otp`, { email: 'asha@example.in' }, { headers })).status).toBe(200)
    }
    expect(network.behind.calls.map(({ meta }) => meta.ip)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
  } finally {
    await Promise.all([outer, inner].map(({ server }) => closeServer(server, 0)))
    await network.close()
  }
})
