import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { runProgram } from '@kismet/real-servers/program'

const script = join(repositoryRoot, 'deploy/docker/is-ready.sh')

describe('the health check of the images', () => {
  it.each([
    { status: 200, code: 0 },
    { status: 503, code: 1 },
  ])('ends with $code at $status, and prints what was said', async ({ status, code }) => {
    const body = JSON.stringify({ status, checks: { bus: code === 0 } })
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/ready' ? status : 404, { 'Content-Type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const asked = await runProgram('bash', [script, String(port), '/ready'], { timeoutMs: 10_000 })
    server.close()
    expect(asked).toMatchObject({ code, stdout: body })
  })

  it('ends with 1 where nothing listens', async () => {
    const { code } = await runProgram('bash', [script, '1', '/ready'], { timeoutMs: 10_000 })
    expect(code).toBe(1)
  })
})
