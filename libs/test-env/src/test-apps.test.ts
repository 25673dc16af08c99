import { createServer } from 'node:http'
import { isPortFree } from '@kismet/real-servers/ports'
import { expect, it } from '@jest/globals'
import { end, holdPort, serve, urlOf } from './test-apps.ts'

it('a port that is held stays taken until the server that starts there ends', async () => {
  const held = await holdPort()
  const url = urlOf(held)
  const port = Number(new URL(url).port)
  expect(await isPortFree(port)).toBe(false)
  const server = await serve(
    createServer((_request, response) => response.end('here')),
    held,
  )
  expect([urlOf(server), await (await fetch(url)).text()]).toEqual([url, 'here'])
  await end(server)
  expect(await isPortFree(port)).toBe(true)
})
