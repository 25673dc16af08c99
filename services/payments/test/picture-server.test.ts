import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { limits as siteLimits, paise } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { PictureMaker } from '../src/pictures/picture-maker.ts'
import { startPictureServer } from '../src/pictures/picture-server.ts'
import type { PictureServer, PictureServerParts } from '../src/pictures/picture-server.ts'
import { contentFaults, encodeRendered } from '../src/pictures/protocol.ts'
import type { Rendered, Renderer } from '../src/pictures/protocol.ts'
import { remoteRenderer } from '../src/pictures/remote-renderer.ts'
import { defaultRenderLimits, findRenderer } from '../src/pictures/renderer.ts'
import { request } from '../src/work/request-withdrawal.ts'
import * as files from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich } from './withdrawing.ts'

const log = testLogger('payments')
const telemetry = { pictureMade: () => undefined }
const never = new AbortController().signal
const at = (port: number) => `http://127.0.0.1:${port}`
const makerAt = (port: number) => PictureMaker.open({ log, telemetry, url: at(port) })
const unavailable = { code: 'unavailable' }

const serverWith = (parts: Omit<PictureServerParts, 'log'>, port = 0): Promise<PictureServer> =>
  startPictureServer({ HOST: '127.0.0.1', PORT: port }, { log, ...parts })

describe('the server of pictures', () => {
  let render: Renderer
  let server: PictureServer
  let local: PictureMaker
  let remote: PictureMaker
  beforeAll(async () => {
    render = (await findRenderer()).render
    server = await serverWith({ render })
    local = await PictureMaker.open({ log, telemetry })
    remote = await makerAt(server.port)
  })
  afterAll(() => server.stop())

  it.each([
    { what: 'a picture', file: () => files.imageAs('webp'), pages: 1 },
    { what: 'a PDF of several pages', file: () => files.pdfOf(7), pages: 5 },
  ])('makes of $what what payments makes of it itself', async ({ file, pages }) => {
    const uploaded = await file()
    const pictures = await remote.ofProof(uploaded, 'p')
    expect(pictures).toHaveLength(pages)
    expect(pictures).toEqual(await local.ofProof(uploaded, 'p'))
  })

  it('makes a PNG of a QR image', async () => {
    const uploaded = await files.qrCode(300)
    expect(await remote.ofQrImage(uploaded, 'p')).toEqual(await local.ofQrImage(uploaded, 'p'))
  })

  it.each([
    { what: 'damaged', file: files.truncatedJpeg },
    { what: 'locked', file: files.encryptedPdf },
  ] as const)('says of a file what is wrong with it: $what', async ({ what, file }) => {
    await expect(remote.ofProof(await file(), 'p')).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults[what],
    })
  })

  it('says of a file that it takes too much', async () => {
    const limited = await findRenderer({ ...defaultRenderLimits, cpuSeconds: 2 })
    const strict = await serverWith(limited)
    const maker = await makerAt(strict.port)
    await expect(maker.ofProof(files.pdfThatNeverEnds(), 'p')).rejects.toMatchObject({
      message: contentFaults.too_much,
    })
    await strict.stop()
  })

  it.each([
    { what: 'a file that is too large', path: '/render?purpose=proof&kind=png', length: 8 * 1024 * 1024 + 1, is: 413 },
    { what: 'a file of no length', path: '/render?purpose=proof&kind=png', length: undefined, is: 411 },
    { what: 'a kind that it does not know', path: '/render?purpose=proof&kind=svg', length: 0, is: 400 },
    { what: 'a word more than it knows', path: '/render?purpose=proof&kind=png&of=../../etc', length: 0, is: 400 },
    { what: 'a path that it does not have', path: '/metrics', length: 0, is: 404 },
  ])('refuses $what', async ({ path, length, is }) => {
    const told = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
    expect(await statusOf(server.port, `POST ${path} HTTP/1.1\r\nHost: pictures\r\n${told}\r\n\r\n`)).toBe(is)
  })

  it('says that it is there', async () => {
    for (const path of ['/health', '/ready'])
      expect(await statusOf(server.port, `GET ${path} HTTP/1.0\r\nHost: pictures\r\n\r\n`)).toBe(200)
  })

  it('waits for no file for longer than it says', async () => {
    const hasty = await serverWith({ render, receiveMs: 50 })
    const half = 'POST /render?purpose=proof&kind=png HTTP/1.1\r\nHost: pictures\r\nContent-Length: 100\r\n\r\nhalf'
    expect(await statusOf(hasty.port, half)).toBe(408)
    await hasty.stop()
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
    const gate = { running: 1, runningOfOwner: 1, waiting: 0, waitingOfOwner: 1 }
    const narrow = await serverWith({ render: endless, gate })
    const [patient, other] = await Promise.all([makerAt(narrow.port), makerAt(narrow.port)])
    const first = patient.ofProof(await files.imageAs('png'), 'p')
    await begun.promise
    await expect(other.ofProof(await files.imageAs('png'), 'p')).rejects.toMatchObject(unavailable)
    patient.stop()
    await expect(first).rejects.toMatchObject(unavailable)
    await ended.promise
    await narrow.stop()
  })
})

/** The status of what a server answers to these words. */
async function statusOf(port: number, words: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  socket.write(words)
  const [head = ''] = (await text(socket)).split('\r\n', 1)
  return Number(head.split(' ')[1])
}

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
    const maker = await makerAt(port)
    await expect(maker.ofProof(await files.imageAs('png'), 'p')).resolves.toHaveLength(1)
    const refused = expect(maker.ofProof(files.pdfThatNeverEnds(), 'p')).rejects.toMatchObject(unavailable)
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
  const fault: Rendered = { fault: 'damaged', reason: '' }

  it.each([
    { what: 'nothing', answer: Buffer.alloc(0) },
    { what: 'a page', answer: files.html },
    { what: 'less than it announces', answer: encoded(jpeg).subarray(0, -1) },
    { what: 'more than it announces', answer: Buffer.concat([encoded(jpeg), jpeg]) },
    { what: 'more than a fault', answer: Buffer.concat([encodeRendered(fault), jpeg]) },
    { what: 'a fault that nobody knows', answer: Buffer.from('{"fault":"paid","reason":""}\n') },
    { what: 'a reason without an end', answer: Buffer.from(`{"fault":"died","reason":"${'x'.repeat(2_001)}"}\n`) },
    { what: 'more than may be kept', answer: encoded(Buffer.alloc(defaultRenderLimits.outputBytes)) },
  ])('is no answer where it is $what', async ({ answer }) => {
    const port = await answering((_request, response) => void response.end(answer))
    const maker = await makerAt(port)
    await expect(maker.ofProof(await files.imageAs('png'), 'p')).rejects.toMatchObject(unavailable)
  })

  it.each([
    { what: 'a page in place of a picture', answer: encoded(files.html) },
    { what: 'a picture that is too large', answer: encoded(Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)])) },
    { what: 'more pictures than pages', answer: encoded(...Array<Buffer>(6).fill(jpeg)) },
  ])('is refused where it has $what', async ({ answer }) => {
    const port = await answering((_request, response) => void response.end(answer))
    const maker = await makerAt(port)
    await expect(maker.ofProof(await files.imageAs('png'), 'p')).rejects.toMatchObject({
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
    const maker = await makerAt(port)
    await expect(maker.ofProof(await files.imageAs('png'), 'p')).rejects.toMatchObject(unavailable)
    expect(asked).toBe(0)
  })

  it('is not waited for longer than it may take', async () => {
    const port = await listening(createServer((socket) => void socket.resume()))
    const render = remoteRenderer(at(port), siteLimits.deposit.proofPageMaxBytes, 50)
    const rendered = await render(['proof', 'png', await files.imageAs('png')], never)
    expect(rendered).toEqual({ fault: 'unavailable', reason: 'its server took longer than 50 ms' })
  })
})

describe('a deposit while the server of pictures is away', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  it('is refused and not stored, and taken with the same key once it is back', async () => {
    const { render } = await findRenderer()
    const before = await serverWith({ render })
    Object.assign(stage.context, { pictures: await makerAt(before.port) })
    await before.stop()
    const player = stage.tokens.player()
    const key = 'd'.repeat(32)
    const request = { key, utr: stage.reference(), proof: await files.pdfOf(2) }
    const refused = await stage.deposit(player, request)
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    const count = 'SELECT count(*) FROM deposit WHERE player_id = $1'
    expect(await stage.value<number>(count, [player.id])).toBe(0)
    const back = await serverWith({ render }, before.port)
    expect((await stage.deposit(player, request)).status).toBe(200)
    expect(await stage.value<number>(count, [player.id])).toBe(1)
    await back.stop()
  })

  it('and of others who fill its queue, keeps no withdrawal waiting', async () => {
    const hangs = createServer((socket) => void socket.resume())
    await once(hangs.listen(0, '127.0.0.1'), 'listening')
    const maker = await makerAt((hangs.address() as AddressInfo).port)
    let opened = 0
    const ofProof: PictureMaker['ofProof'] = (...file) => {
      opened += 1
      return maker.ofProof(...file)
    }
    Object.assign(stage.context, { pictures: { ofProof, stop: () => maker.stop() } })
    const players = Array.from({ length: 8 }, () => stage.tokens.player())
    let answered = 0
    const uploads = players.flatMap((player) =>
      [1, 2, 3, 4].map(() => stage.deposit(player).finally(() => (answered += 1))),
    )
    await eventually('all wait for their pictures', () => opened === uploads.length)
    const player = await rich(stage, 50_000)
    const asked = { player, key: 'w'.repeat(32), input: { accountIndex: 0, amount: paise(20_000) }, requestId: 'test' }
    const { withdrawal } = await request(stage.context, asked)
    expect({ answered, withdrawal }).toMatchObject({ answered: 0, withdrawal: { heldAtMs: expect.any(Number) } })
    maker.stop()
    expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([503]))
    hangs.close()
  })
})
