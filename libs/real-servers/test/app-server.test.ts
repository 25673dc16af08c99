import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createAppServer } from '../src/app-server.ts'
import { BuiltFiles } from '../src/built-files.ts'
import { version } from '../src/version.ts'

let folder = ''
let gateway: Server
let playerApp = ''
let adminApp = ''
const servers: Server[] = []

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Asks for a path exactly as written: fetch would tidy it up. */
function ask(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<IncomingMessage & { text: string; body: Buffer }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, ...options }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        resolve(Object.assign(answer, { text: body.toString(), body }))
      })
    })
    asked.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(Object.assign(answer, { text: '', body: Buffer.alloc(0) }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-app-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>app</title>')
  await writeFile(join(folder, 'login.html'), '<title>login</title>')
  await mkdir(join(folder, 'games'))
  await writeFile(join(folder, 'games/dice.html'), '<title>dice</title>')
  await writeFile(join(folder, 'assets/main-4f2a.js'), 'run()')
  await writeFile(join(folder, 'assets/font-77aa.woff2'), 'font')
  for (const name of ['index.html', 'assets/main-4f2a.js']) {
    const text = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text))
    await writeFile(join(folder, `${name}.gz`), gzipSync(text))
  }
  await writeFile(join(folder, 'assets/.secret.br'), 'hidden')
  await writeFile(join(folder, '.sources'), 'hash')
  gateway = createServer((asked, answer) => {
    answer.end(
      JSON.stringify({
        method: asked.method,
        url: asked.url,
        forwarded: asked.headers['x-forwarded-for'],
        others: asked.headers['x-forwarded-host'],
      }),
    )
  })
  gateway.on('upgrade', (_asked, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    socket.end()
  })
  const gatewayUrl = await listening(gateway)
  playerApp = await listening(createAppServer({ appFolder: folder, gatewayUrl, passesAdminCalls: false }))
  adminApp = await listening(createAppServer({ appFolder: folder, gatewayUrl, passesAdminCalls: true }))
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

describe('files of an app', () => {
  it.each<[string, string, number, string, string]>([
    ['the front page', '/', 200, 'no-cache', '<title>app</title>'],
    ['any page', '/deposit', 200, 'no-cache', '<title>app</title>'],
    ['a page deep below', '/games/mines', 200, 'no-cache', '<title>app</title>'],
    ['a page that was built for its address', '/login', 200, 'no-cache', '<title>login</title>'],
    ['one with a slash at its end', '/login/?next=1', 200, 'no-cache', '<title>login</title>'],
    ['one deep below', '/games/dice', 200, 'no-cache', '<title>dice</title>'],
    ['a hashed asset', '/assets/main-4f2a.js', 200, 'public, max-age=31536000, immutable', 'run()'],
    ['an asset that is gone', '/assets/main-old.js', 404, 'no-store', 'Not found'],
    ['the folder of the assets', '/assets/', 404, 'no-store', 'Not found'],
    ['a page below the assets', '/assets/page', 404, 'no-store', 'Not found'],
    ['a compressed file by its own name', '/assets/main-4f2a.js.br', 404, 'no-store', 'Not found'],
    ['a hidden compressed file', '/assets/.secret', 404, 'no-store', 'Not found'],
    ['a file that is not there', '/robots.txt', 404, 'no-store', 'Not found'],
    ['a hidden file', '/.sources', 404, 'no-store', 'Not found'],
    ['a path out of the folder', '/../../etc/hostname', 200, 'no-cache', '<title>app</title>'],
    ['a path out of the assets', '/assets/../.sources', 404, 'no-store', 'Not found'],
    ['an encoded path out of the assets', '/assets/%2e%2e/.sources', 404, 'no-store', 'Not found'],
    ['what does not decode', '/assets/%zz.js', 404, 'no-store', 'Not found'],
  ])('%s', async (_name, path, status, caching, text) => {
    const answer = await ask(playerApp, path)
    expect({ status: answer.statusCode, text: answer.text, caching: answer.headers['cache-control'] }).toEqual({
      status,
      text,
      caching,
    })
  })

  it.each<[string, string | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['zstd', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ])('a client that reads "%s" gets them as %s', async (accepted, encoding) => {
    for (const [path, text, type] of [
      ['/assets/main-4f2a.js', 'run()', 'text/javascript; charset=utf-8'],
      ['/deposit', '<title>app</title>', 'text/html; charset=utf-8'],
    ] as const) {
      const { headers, body } = await ask(playerApp, path, { headers: { 'Accept-Encoding': accepted } })
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': type })
      expect(headers['content-encoding']).toBe(encoding)
      const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
      expect(decoded.toString()).toBe(text)
    }
  })

  it('what the build has not compressed is sent as it is to everybody', async () => {
    const { headers, text } = await ask(playerApp, '/assets/font-77aa.woff2', {
      headers: { 'Accept-Encoding': 'br, gzip' },
    })
    expect(text).toBe('font')
    expect(headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '4' })
    expect(headers).not.toHaveProperty('vary')
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it.each(['br', 'gzip', 'identity'])('a page that has not changed is not sent again, read as %s', async (accepted) => {
    const headers = { 'Accept-Encoding': accepted }
    const { etag = '' } = (await ask(playerApp, '/', { headers })).headers
    const again = await ask(playerApp, '/', { headers: { ...headers, 'If-None-Match': etag } })
    expect(again.statusCode).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    const other = accepted === 'br' ? 'gzip' : 'br'
    const changed = { 'Accept-Encoding': other, 'If-None-Match': etag }
    expect((await ask(playerApp, '/', { headers: changed })).statusCode).toBe(200)
  })

  it('asked for its head alone, says what it would send', async () => {
    const { statusCode, headers, text } = await ask(playerApp, '/assets/main-4f2a.js', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect({ statusCode, text }).toEqual({ statusCode: 200, text: '' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(gzipSync('run()').length) })
  })

  it.each<[string, number, string]>([
    ['bytes=1-2', 206, 'un'],
    ['bytes=-2', 206, '()'],
  ])('answers the range %s with %i', async (range, status, text) => {
    const answer = await ask(playerApp, '/assets/main-4f2a.js', { headers: { Range: range } })
    expect(answer.statusCode).toBe(status)
    expect(answer.text).toBe(text)
  })

  it('a file that went away under the server is not found', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kismet-app-'))
    await writeFile(join(own, 'index.html'), 'app')
    await writeFile(join(own, 'index.html.br'), brotliCompressSync('app'))
    const app = await listening(
      createAppServer({ appFolder: own, gatewayUrl: 'http://127.0.0.1:1', passesAdminCalls: false }),
    )
    await rm(own, { recursive: true })
    const { statusCode, headers, text } = await ask(app, '/', { headers: { 'Accept-Encoding': 'br' } })
    expect({ statusCode, text }).toEqual({ statusCode: 404, text: 'Not found' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('an app that is built again under its server is served as it is then', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kismet-app-'))
    await mkdir(join(own, 'assets'))
    await writeFile(join(own, 'index.html'), 'app')
    // However the folder is spelt.
    const app = await listening(
      createAppServer({ appFolder: `${own}/./assets/../`, gatewayUrl: 'http://127.0.0.1:1', passesAdminCalls: false }),
    )
    expect((await ask(app, '/assets/main-bbbb.js')).statusCode).toBe(404)
    await writeFile(join(own, 'assets/main-bbbb.js'), 'again()')
    const later = performance.now() + 1_000
    const now = jest.spyOn(performance, 'now').mockImplementation(() => later)
    expect((await ask(app, '/assets/main-bbbb.js')).text).toBe('again()')
    now.mockRestore()
    await rm(own, { recursive: true })
  })

  it('between the old files and the new ones, when there is no folder, those that were known count', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kismet-app-'))
    await writeFile(join(own, 'index.html'), 'app')
    const files = new BuiltFiles(own)
    await rm(own, { recursive: true })
    const later = performance.now() + 1_000
    const now = jest.spyOn(performance, 'now').mockImplementation(() => later)
    expect(files.has('/deposit.html')).toBe(false)
    expect(files.has('/index.html')).toBe(true)
    now.mockRestore()
  })

  it.each<[string, string, number, string]>([
    ['If-Match', '"another"', 412, 'Precondition failed'],
    ['Range', 'bytes=99-', 416, 'Range not satisfiable'],
  ])('a refusal of %s: %s is none of the file', async (name, value, status, text) => {
    const answer = await ask(playerApp, '/assets/main-4f2a.js', { headers: { [name]: value } })
    expect({ status: answer.statusCode, text: answer.text }).toEqual({ status, text })
    for (const header of ['etag', 'last-modified', 'accept-ranges']) expect(answer.headers).not.toHaveProperty(header)
  })

  it('what is no question for a file is not found', async () => {
    expect((await ask(playerApp, '/deposit', { method: 'POST' })).statusCode).toBe(404)
  })

  it.each(['/', '/deposit', '/assets/main-4f2a.js', '/assets/none.js'])(
    '%s carries a CSP that runs nothing inline',
    async (path) => {
      const policy = (await ask(playerApp, path)).headers['content-security-policy']
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    },
  )

  it('answers /health with the version', async () => {
    expect(JSON.parse((await ask(playerApp, '/health')).text)).toEqual({ status: 'ok', version })
  })

  it('does not name what it is made of', async () => {
    expect((await ask(playerApp, '/')).headers['x-powered-by']).toBeUndefined()
  })
})

describe('calls to the gateway', () => {
  it('pass with their query, and with the address of the client behind whatever it said itself', async () => {
    const answer = await ask(playerApp, '/api/config?x=1', {
      headers: { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Host': 'evil' },
    })
    expect(JSON.parse(answer.text)).toEqual({ method: 'GET', url: '/api/config?x=1', forwarded: '1.2.3.4, 127.0.0.1' })
    // The answer is the gateway's, whose headers are its own.
    expect(answer.headers['content-security-policy']).toBeUndefined()
  })

  it.each<[string, string, string, boolean]>([
    ['asks for maintenance', 'GET', '/api/admin/site-maintenance', true],
    ['asks for maintenance with a query', 'GET', '/api/admin/site-maintenance?t=1', true],
    ['changes maintenance', 'POST', '/api/admin/site-maintenance', false],
    ['asks only for headers', 'HEAD', '/api/admin/site-maintenance', false],
    ['asks for admin data', 'GET', '/api/admin/deposit-requests', false],
    ['asks for the bare path', 'GET', '/api/admin', false],
    ['writes it in capitals', 'GET', '/API/Admin/deposit-requests', false],
    ['doubles a slash', 'GET', '/api//admin/deposit-requests', false],
    ['encodes a letter', 'GET', '/api/%61dmin/deposit-requests', false],
    ['encodes twice', 'GET', '/api/%2561dmin/deposit-requests', false],
    ['encodes the slash', 'GET', '/api%2Fadmin/deposit-requests', false],
    ['goes up by an id with a slash', 'GET', '/api/admin/players/..%2f../notes', false],
    ['goes up by dots that are encoded', 'GET', '/api/admin/%2e%2E/notes', false],
    ['writes a slash into a query', 'GET', '/api/notes?of=%2fadmin%2f..', true],
    ['goes round', 'GET', '/api/player/../admin/deposit-requests', false],
    ['goes on from the open one', 'GET', '/api/admin/site-maintenance/../deposit-requests', false],
    ['has a name that only begins alike', 'GET', '/api/administrators', true],
  ])('a player who %s', async (_name, method, path, passes) => {
    expect((await ask(playerApp, path, { method })).statusCode).toBe(passes ? 200 : 404)
  })

  it('of admins pass on the admin app', async () => {
    expect((await ask(adminApp, '/api/admin/deposit-requests')).statusCode).toBe(200)
  })

  it.each<[string, number]>([
    ['/socket.io/?EIO=4&transport=websocket', 101],
    ['/other', 404],
  ])('an upgrade of %s answers %i', async (path, status) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'x',
      'Sec-WebSocket-Version': '13',
    }
    expect((await ask(playerApp, path, { headers })).statusCode).toBe(status)
  })

  it('answer 503 while there is no gateway', async () => {
    const lonely = await listening(
      createAppServer({ appFolder: folder, gatewayUrl: 'http://127.0.0.1:1', passesAdminCalls: false }),
    )
    const answer = await ask(lonely, '/api/config')
    expect(answer.statusCode).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, code: 'unavailable' })
    expect((await ask(lonely, '/')).statusCode).toBe(200)
  })
})
