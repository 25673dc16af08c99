import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { postDeposit } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { fromGateway, streamKey } from '@kismet/test-env/test-streams'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { defineService } from '../src/define-service.ts'
import type { RunningService } from '../src/define-service.ts'
import { baseEnv } from '../src/env.ts'
import { handleStream } from '../src/http-app.ts'

/** For so long what is no stream may take to be answered. */
const graceMs = 5_000
const tokens = new TestTokens()
let nats: TestNats
let auth: Bus
let running: RunningService<unknown> | undefined
const sockets: Socket[] = []

beforeAll(async () => {
  nats = await startTestNats()
  auth = await startFakeAuth(nats, tokens)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await running?.stop()
  running = undefined
})
afterAll(async () => {
  await auth.close()
  await nats.remove()
})

/** A service that takes uploads to their end. */
async function start(drainDelayMs: number): Promise<RunningService<unknown>> {
  const service = defineService({
    name: 'payments',
    env: baseEnv,
    open: () => Promise.resolve(undefined),
    operations: [],
    streams: [
      handleStream(postDeposit, async (_context, { request, response }) => {
        await once(request.resume(), 'end')
        response.json({ success: true })
      }),
    ],
    streamKey: () => streamKey,
  })
  const env = { NATS_URL: nats.urlOf('payments'), DRAIN_DELAY_MS: String(drainDelayMs) }
  running = await service.start(env, { log: testLogger('payments') })
  return running
}

/** Tells it to end. @returns when it has */
function tellToEnd(): Promise<void> | undefined {
  const stopped = running?.stop()
  running = undefined
  return stopped
}

async function open(port: number, text: string): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return { socket, said: () => heard }
}

it('has its clients part from it as soon as it leaves, and says that it is not open', async () => {
  const { port } = await start(500)
  const ready = () => fetch(`http://127.0.0.1:${port}/ready`)
  expect((await ready()).headers.get('connection')).toBe('keep-alive')
  const stopped = tellToEnd()
  const leaving = await ready()
  expect(leaving.headers.get('connection')).toBe('close')
  expect(leaving.status).toBe(503)
  expect(await leaving.json()).toEqual({ ready: false, checks: { open: false } })
  await stopped
})

it('takes an upload that drips to its end, though it was told to end meanwhile, and keeps no others until then', async () => {
  const { port } = await start(0)
  const parts = 4
  const part = 'x'.repeat(16 * 1024)
  const head = [
    `POST ${postDeposit.route.path} HTTP/1.1`,
    'Host: payments',
    'Content-Type: application/octet-stream',
    `Content-Length: ${parts * part.length}`,
    `Authorization: Bearer ${tokens.player().token}`,
    ...Object.entries(fromGateway).map(([name, value]) => `${name}: ${value}`),
  ]
  const upload = await open(port, `${head.join('\r\n')}\r\n\r\n${part}`)
  const idler = await open(port, 'GET /health HTTP/1.1\r\nHost: payments\r\n')
  await eventually('the upload has begun', () => upload.socket.bytesWritten > part.length)
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)

  const stoppingAt = performance.now()
  let isStopped = false
  const stopped = tellToEnd()?.then(() => (isStopped = true))
  for (let sent = 1; sent < parts; sent += 1) {
    const untilMs = (sent * 1.2 * graceMs) / (parts - 1)
    await eventually('time has passed', () => performance.now() - stoppingAt > untilMs, 2 * graceMs)
    upload.socket.write(part)
  }
  expect(isStopped).toBe(false)
  await eventually('it is answered', () => upload.said().includes('"success":true'))
  expect(upload.said()).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
  expect(idler.said()).toBe('')
}, 60_000)

it('that is told to end while it starts ends in order once it has started', async () => {
  const main = fileURLToPath(new URL('starting-main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, NATS_URL: nats.urlOf('wallet'), LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [main], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await eventually('it opens', () => said.includes('opens'), 30_000)
  child.kill('SIGTERM')
  child.stdin.write('go on\n')
  await once(child, 'exit')
  expect([child.exitCode, child.signalCode, said]).toEqual([0, null, 'opens\nclosed\n'])
}, 60_000)
