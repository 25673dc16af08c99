import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { BoundedQueueLimits } from '@kismet/service-kit/bounded-queue'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { PictureMaker } from '../src/pictures/picture-maker.ts'
import { startPictureServer } from '../src/pictures/picture-server.ts'
import type { PictureServer } from '../src/pictures/picture-server.ts'
import { contentFaults, encodeRendered } from '../src/pictures/protocol.ts'
import type { Renderer } from '../src/pictures/protocol.ts'
import { defaultRenderLimits, processRenderer, remoteRenderer } from '../src/pictures/renderer.ts'
import { request } from '../src/work/request-withdrawal.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich } from './withdrawing.ts'

const log = testLogger('payments')
const never = new AbortController().signal
const at = (port: number) => `http://127.0.0.1:${port}`
const makerAt = (port: number) => new PictureMaker({ log, render: remoteRenderer(at(port)) })
const unavailable = { code: 'unavailable' }

const serverWith = (parts: { render: Renderer; queueLimits?: BoundedQueueLimits }, port = 0): Promise<PictureServer> =>
  startPictureServer({ HOST: '127.0.0.1', PORT: port }, { log, ...parts })

describe('the server of pictures', () => {
  const render = processRenderer()
  const local = new PictureMaker({ log, render })
  let server: PictureServer
  let remote: PictureMaker
  beforeAll(async () => {
    server = await serverWith({ render })
    remote = makerAt(server.port)
  })
  afterAll(() => server.stop())

  it.each([
    { what: 'a picture', file: () => files.imageAs('webp'), pages: 1 },
    { what: 'a PDF of several pages', file: () => files.pdfOf(7), pages: 5 },
  ])('makes of $what what payments makes of it itself', async ({ file, pages }) => {
    const uploaded = await file()
    const pictures = await files.opened(remote, uploaded)
    expect(pictures).toHaveLength(pages)
    expect(pictures).toEqual(await files.opened(local, uploaded))
  })

  it('makes a PNG of a QR image', async () => {
    const uploaded = await files.qrCode(300)
    expect(await remote.ofQrImage(uploaded, 'p')).toEqual(await local.ofQrImage(uploaded, 'p'))
  })

  it.each([
    { what: 'damaged', file: files.truncatedJpeg },
    { what: 'locked', file: files.encryptedPdf },
  ] as const)('says of a file what is wrong with it: $what', async ({ what, file }) => {
    await expect(files.opened(remote, await file())).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults[what],
    })
  })

  it('says of a file that it takes too much', async () => {
    const strict = await serverWith({ render: processRenderer({ ...defaultRenderLimits, cpuSeconds: 2 }) })
    const maker = makerAt(strict.port)
    await expect(files.opened(maker, files.pdfThatNeverEnds())).rejects.toMatchObject({
      message: contentFaults.too_much,
    })
    await strict.stop()
  })

  it.each([
    { what: 'a file that is too large', path: '/render?purpose=proof', bytes: 8 * 1024 * 1024 + 1, is: 413 },
    { what: 'a purpose that it does not know', path: '/render?purpose=print', bytes: 1, is: 400 },
    { what: 'a word more than it knows', path: '/render?purpose=proof&of=../../etc', bytes: 1, is: 400 },
    { what: 'a path that it does not have', path: '/metrics', bytes: 1, is: 404 },
  ])('refuses $what', async ({ path, bytes, is }) => {
    const { status } = await fetch(`${at(server.port)}${path}`, { method: 'POST', body: Buffer.alloc(bytes) })
    expect(status).toBe(is)
  })

  it('says that it is there', async () => {
    for (const path of ['/health', '/ready']) expect((await fetch(`${at(server.port)}${path}`)).status).toBe(200)
  })

  it('refuses more files than may wait, and ends what nobody waits for', async () => {
    const begun = Promise.withResolvers<undefined>()
    const ended = Promise.withResolvers<undefined>()
    const endless: Renderer = async (_job, signal) => {
      begun.resolve(undefined)
      await once(signal, 'abort')
      ended.resolve(undefined)
      return { fault: 'unavailable', reason: 'ended' }
    }
    const queueLimits = { running: 1, runningOfOwner: 1, waiting: 0, waitingOfOwner: 1 }
    const narrow = await serverWith({ render: endless, queueLimits })
    const [patient, other] = [makerAt(narrow.port), makerAt(narrow.port)]
    const first = files.opened(patient, await files.imageAs('png'))
    await begun.promise
    await expect(files.opened(other, await files.imageAs('png'))).rejects.toMatchObject(unavailable)
    patient.stop()
    await expect(first).rejects.toMatchObject(unavailable)
    await ended.promise
    await narrow.stop()
  })
})

describe('the process of the server of pictures', () => {
  const program = fileURLToPath(new URL('../src/bin/pictures.ts', import.meta.url))
  let child: ChildProcess
  let port = 0
  beforeAll(async () => {
    child = spawn(process.execPath, [program], {
      env: { HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('It has no output')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    port = (JSON.parse(line) as { port: number }).port
  })
  afterAll(() => {
    child.kill('SIGKILL')
  })

  const opensFiles = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== ''

  it('is missed by whoever it was opening a file for when it is killed', async () => {
    const maker = makerAt(port)
    await expect(files.opened(maker, await files.imageAs('png'))).resolves.toHaveLength(1)
    const refused = expect(files.opened(maker, files.pdfThatNeverEnds())).rejects.toMatchObject(unavailable)
    await eventually('it opens the file', () => child.pid !== undefined && opensFiles(child.pid))
    child.kill('SIGKILL')
    await refused
  })
})

describe('an answer of the server of pictures', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const one of servers.splice(0)) one.close()
  })

  async function listening(server: Server): Promise<number> {
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const answering = (answer: RequestListener) => listening(createHttpServer(answer))

  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100)])
  const encoded = (...pictures: Buffer[]) => encodeRendered({ pictures: pictures.map((bytes) => ({ bytes })) })

  it.each([
    { what: 'nothing', answer: '' },
    { what: 'a page', answer: files.html },
    { what: 'cut', answer: encoded(jpeg).slice(0, -1) },
    { what: 'a fault that nobody knows', answer: '{"fault":"paid","reason":""}' },
    { what: 'a reason without an end', answer: `{"fault":"died","reason":"${'x'.repeat(2_001)}"}` },
    { what: 'more than may be kept', answer: encoded(Buffer.alloc(defaultRenderLimits.outputBytes)) },
  ])('is no answer where it is $what', async ({ answer }) => {
    const port = await answering((_request, response) => void response.end(answer))
    const maker = makerAt(port)
    await expect(files.opened(maker, await files.imageAs('png'))).rejects.toMatchObject(unavailable)
  })

  it.each([
    { what: 'no picture', answer: encoded() },
    { what: 'a page in place of a picture', answer: encoded(files.html) },
    { what: 'a picture that is too large', answer: encoded(Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)])) },
    { what: 'more pictures than pages', answer: encoded(...Array<Buffer>(6).fill(jpeg)) },
  ])('is refused where it has $what', async ({ answer }) => {
    const port = await answering((_request, response) => void response.end(answer))
    const maker = makerAt(port)
    await expect(files.opened(maker, await files.imageAs('png'))).rejects.toMatchObject({
      message: contentFaults.damaged,
    })
  })

  it('leads nowhere else', async () => {
    let asked = 0
    const elsewhere = await answering((_request, response) => {
      asked += 1
      response.end(encoded(jpeg))
    })
    const port = await answering(
      (_request, response) => void response.writeHead(307, { location: at(elsewhere) }).end(),
    )
    const maker = makerAt(port)
    await expect(files.opened(maker, await files.imageAs('png'))).rejects.toMatchObject(unavailable)
    expect(asked).toBe(0)
  })

  it('is not waited for longer than it may take', async () => {
    const port = await listening(createServer((socket) => void socket.resume()))
    const render = remoteRenderer(at(port), 50)
    const rendered = await render(['proof', await files.imageAs('png')], never)
    expect(rendered).toEqual({ fault: 'unavailable', reason: 'picture server: no answer within 50 ms' })
  })
})

describe('a deposit while the server of pictures is away', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  it('is refused and not stored, and taken with the same key once it is back', async () => {
    const render = processRenderer()
    const before = await serverWith({ render })
    Object.assign(stage.context, { pictures: makerAt(before.port) })
    await before.stop()
    const player = stage.tokens.player()
    const key = 'd'.repeat(32)
    const request = { key, utr: stage.reference(), proof: await files.pdfOf(2) }
    const refused = await stage.deposit(player, request)
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    const count = 'SELECT count(*) FROM request WHERE player_id = $1'
    expect(await stage.value<number>(count, [player.id])).toBe(0)
    const back = await serverWith({ render }, before.port)
    expect((await stage.deposit(player, request)).status).toBe(200)
    expect(await stage.value<number>(count, [player.id])).toBe(1)
    await back.stop()
  })

  it('and of others who fill its queue, keeps no withdrawal waiting', async () => {
    const hangs = createServer((socket) => void socket.resume())
    await once(hangs.listen(0, '127.0.0.1'), 'listening')
    const maker = makerAt((hangs.address() as AddressInfo).port)
    let opened = 0
    const ofProof: PictureMaker['ofProof'] = (file, owner, within) => {
      opened += 1
      return maker.ofProof(file, owner, within)
    }
    Object.assign(stage.context, { pictures: { ofProof, stop: () => maker.stop() } })
    const players = Array.from({ length: 8 }, () => stage.tokens.player())
    let answered = 0
    const uploads = players.flatMap((player) =>
      [1, 2, 3, 4].map(() => stage.deposit(player).finally(() => (answered += 1))),
    )
    await eventually('all wait for their pictures', () => opened === uploads.length)
    const player = await rich(stage, 50_000)
    const meta = { key: 'w'.repeat(32), requestId: 'test' }
    const asked = { player, meta, input: { accountIndex: 0, amount: paise(20_000) } }
    const { withdrawal } = await request(stage.context, asked)
    expect({ answered, withdrawal }).toMatchObject({ answered: 0, withdrawal: { heldAtMs: expect.any(Number) } })
    maker.stop()
    expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([503]))
    hangs.close()
  })
})
