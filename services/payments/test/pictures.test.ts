import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits as siteLimits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import sharp from 'sharp'
import { confinements, runConfined } from '../src/pictures/confinement.ts'
import type { Confinement } from '../src/pictures/confinement.ts'
import { PictureMaker } from '../src/pictures/picture-maker.ts'
import { contentFaults } from '../src/pictures/protocol.ts'
import { defaultRenderLimits, renderInProcess } from '../src/pictures/renderer.ts'
import * as files from './files.ts'

const telemetry = { pictureMade: () => undefined }
const parts = { log: testLogger('payments'), telemetry }
const plain: Confinement = { through: [], lacks: [] }
let maker: PictureMaker
beforeAll(async () => {
  maker = await PictureMaker.open(parts)
})
afterAll(() => maker.stop())

const never = new AbortController().signal

/** The processes of this machine that were started with that word. */
function running(word: string): string[] {
  const all = readdirSync('/proc').filter((name) => Number(name) > 0)
  return all.filter((pid) => attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(word))
}

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

describe('pictures of proofs', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('makes a JPEG of a %s', async (format) => {
    const pictures = await maker.ofProof(await files.imageAs(format, 64, 48), 'p')
    expect(pictures).toHaveLength(1)
    const [picture] = pictures
    expect(picture?.mediaType).toBe('image/jpeg')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  })

  it.each([
    { what: 'a PNG', file: files.pngWithExif, size: { width: 120, height: 80 } },
    { what: 'a JPEG, and turns it upright', file: files.jpegOnItsSide, size: { width: 80, height: 120 } },
  ])('drops the metadata of $what', async ({ file, size }) => {
    const uploaded = await file()
    expect(uploaded.includes(files.secretComment)).toBe(true)
    const [picture] = await maker.ofProof(uploaded, 'p')
    const { exif, xmp, iptc, icc, orientation, ...rest } = await sharp(picture?.bytes).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(rest).toMatchObject(size)
    expect(picture?.bytes.includes(files.secretComment)).toBe(false)
  })

  it('takes the first frame of an animation', async () => {
    const [picture] = await maker.ofProof(await files.animatedGif(), 'p')
    const { dominant } = await sharp(picture?.bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(60)
  })

  it('drops what stands behind the picture', async () => {
    const [picture] = await maker.ofProof(await files.pngWithHtmlBehind(), 'p')
    expect(picture?.bytes.includes('<script>')).toBe(false)
  })

  it('makes a large picture smaller', async () => {
    const [picture] = await maker.ofProof(await files.imageAs('jpeg', 3_000, 1_000), 'p')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 1_800, height: 600 })
  })

  it('makes a picture that is full of detail small enough to be kept, and still readable', async () => {
    const [picture] = await maker.ofProof(await files.noise(1_800, 3_600), 'p')
    expect(picture?.bytes.length).toBeLessThanOrEqual(siteLimits.deposit.proofPageMaxBytes)
    expect((await sharp(picture?.bytes).metadata()).width).toBeGreaterThanOrEqual(900)
  })

  it('refuses a picture that cannot be made small enough', async () => {
    const narrow = await PictureMaker.open({ ...parts, limits: { ...defaultRenderLimits, pictureBytes: 2_000 } })
    await expect(narrow.ofProof(await files.noise(200, 200), 'p')).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults.too_heavy,
    })
  })

  it('makes pictures of the first 5 pages of a PDF, in order', async () => {
    const pictures = await maker.ofProof(await files.pdfOf(7), 'p')
    expect(pictures).toHaveLength(5)
    const sizes = await Promise.all(pictures.map(({ bytes }) => sharp(bytes).metadata()))
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual(
      Array.from({ length: 5 }, () => ['jpeg', 1_487, 2_105]),
    )
    const distinct = new Set(pictures.map(({ bytes }) => bytes.toString('base64')))
    expect(distinct.size).toBe(5)
    const { channels } = await sharp(pictures[0]?.bytes).stats()
    expect(channels.map(({ min, max }) => min < 100 && max === 255)).toEqual([true, true, true])
  })

  it.each([
    { what: 'HTML', file: () => files.html, fault: 'unknown' },
    { what: 'SVG', file: () => files.svg, fault: 'unknown' },
    { what: 'nothing', file: () => Buffer.alloc(0), fault: 'unknown' },
    { what: 'a JPEG of which half is missing', file: files.truncatedJpeg, fault: 'damaged' },
    {
      what: 'a PNG that is only a signature',
      file: () => files.pngThatClaims(10, 10).subarray(0, 24),
      fault: 'damaged',
    },
    { what: 'a PNG with more pixels than may be', file: () => files.pngThatClaims(50_000, 50_000), fault: 'too_large' },
    { what: 'a PNG that is one long line', file: () => files.pngThatClaims(1, 40_000), fault: 'too_large' },
    { what: 'a PDF with a password', file: files.encryptedPdf, fault: 'locked' },
    { what: 'a PDF without pages', file: files.pdfWithoutPages, fault: 'no_pages' },
    { what: 'a PDF that is cut off', file: async () => (await files.pdfOf(1)).subarray(0, 60), fault: 'damaged' },
  ] as const)('refuses $what', async ({ file, fault }) => {
    await expect(maker.ofProof(await file(), 'p')).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults[fault],
    })
  })

  it('takes no PDF for a QR image, and gives a PNG of an image', async () => {
    await expect(maker.ofQrImage(await files.pdfOf(1), 'p')).rejects.toMatchObject({ message: contentFaults.not_image })
    const picture = await maker.ofQrImage(await files.imageAs('webp', 300, 300), 'p')
    expect(picture.mediaType).toBe('image/png')
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 })
  })
})

describe('the process that opens files', () => {
  it.each([
    { what: 'time', limits: { wallMs: 1_500 }, file: () => files.pdfThatNeverEnds(), kind: 'pdf' },
    { what: 'CPU', limits: { cpuSeconds: 1 }, file: () => files.pdfThatNeverEnds(), kind: 'pdf' },
    { what: 'memory', limits: { memoryKib: 670 * 1024 }, file: files.pngThatFillsMemory, kind: 'png' },
    { what: 'output', limits: { outputBytes: 100 }, file: () => files.imageAs('png'), kind: 'png' },
  ] as const)('ends when a file takes too much $what', async ({ limits, file, kind }) => {
    const rendered = await renderInProcess(
      ['proof', kind, await file()],
      plain,
      { ...defaultRenderLimits, ...limits },
      never,
    )
    expect(rendered).toMatchObject({ fault: expect.stringMatching(/^(died|too_much)$/) })
  })

  it('opens a PDF whose picture unpacks to 430 MB, because it is read line by line', async () => {
    await expect(maker.ofProof(files.pdfBomb(12_000), 'p')).resolves.toHaveLength(1)
  })

  it('refuses such a file and takes the next one', async () => {
    const limited = await PictureMaker.open({ ...parts, limits: { ...defaultRenderLimits, cpuSeconds: 2 } })
    const endless = limited.ofProof(files.pdfThatNeverEnds(), 'mallory')
    const picture = limited.ofProof(await files.imageAs('png'), 'alice')
    await expect(endless).rejects.toMatchObject({ code: 'invalid_request', message: contentFaults.too_much })
    await expect(picture).resolves.toHaveLength(1)
  })

  it('says at the start when it cannot work on this machine', async () => {
    const limits = { ...defaultRenderLimits, memoryKib: 64 * 1024 }
    await expect(PictureMaker.open({ ...parts, limits })).rejects.toThrow(/^No pictures can be made on this machine: /)
  })

  it('is ended when the service stops', async () => {
    const stopping = await PictureMaker.open(parts)
    const endless = stopping.ofProof(files.pdfThatNeverEnds(), 'p')
    stopping.stop()
    await expect(endless).rejects.toMatchObject({ code: 'unavailable' })
  })
})

/** Tells what a process sees and reaches that was told a port of its starter's machine, and its starter. */
const spy = `
  const { readdirSync, readFileSync } = require('node:fs')
  const attempt = (work) => { try { return work() } catch (error) { return error.code } }
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
  const tell = (reached) => {
    socket.destroy()
    const starter = Number(process.argv[2])
    const environ = attempt(() => readFileSync('/proc/' + starter + '/environ').length > 0)
    const signal = attempt(() => process.kill(starter, 0))
    const processes = readdirSync('/proc').filter((name) => Number(name) > 0).length
    const status = readFileSync('/proc/self/status', 'utf8')
    const noNewPrivs = status.includes('NoNewPrivs:\\t1')
    const { uid, gid } = require('node:os').userInfo()
    console.log(JSON.stringify({ env: process.env, uid, gid, groups: process.getgroups(), reached, environ, signal, processes, noNewPrivs }))
  }
  socket.once('connect', () => tell(true)).once('error', () => tell(false))
`

describe('the confinement of that process', () => {
  // Where the kernel or the machine does not know how, the service says so in its log and goes on; there is nothing to see then.
  const isPossible = ({ through }: Confinement) =>
    spawnSync('/bin/sh', ['-c', 'exec "$@"', 'sh', ...through, 'true']).status === 0
  const possible = [...confinements(), ...confinements(false)].filter(isPossible)

  async function seenThrough(confinement: Confinement) {
    process.env.DATABASE_URL = 'postgresql://secret'
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const child = runConfined(confinement, defaultRenderLimits, [
      process.execPath,
      '-e',
      spy,
      String(port),
      String(process.pid),
    ])
    const seen = child.stdout === null ? undefined : await json(child.stdout)
    listener.close()
    delete process.env.DATABASE_URL
    return seen as Record<string, unknown>
  }

  it('sees nothing of the environment, in whatever way it is started', async () => {
    for (const confinement of possible) {
      const { env } = await seenThrough(confinement)
      expect(JSON.stringify(env)).not.toMatch(/DATABASE_URL|SEED|TOKEN|secret/)
      expect(env).toMatchObject({ UV_THREADPOOL_SIZE: '1' })
    }
  })

  it('reaches no port of the machine, unless it says that it lacks that', async () => {
    for (const confinement of possible)
      expect(await seenThrough(confinement)).toMatchObject({ reached: confinement.lacks.includes('no network') })
  })

  it('gets no more rights and cannot read what its starter was told, where it has a network of its own', async () => {
    for (const confinement of possible.filter(({ through }) => through.length > 0))
      expect(await seenThrough(confinement)).toMatchObject({ noNewPrivs: true })
    for (const confinement of possible.filter(({ lacks }) => lacks.length === 0))
      expect(await seenThrough(confinement)).toMatchObject({ environ: 'ENOENT' })
  })

  it('sees no process but itself, and can signal none, unless it says that it lacks that', async () => {
    for (const confinement of possible.filter(({ lacks }) => !lacks.includes('own processes')))
      expect(await seenThrough(confinement)).toMatchObject({ processes: 1, signal: 'ESRCH' })
  })

  it('ends with the command that it is started through, in whatever way it is started', async () => {
    for (const [index, confinement] of possible.entries()) {
      const mark = `kismet-test-${process.pid}-${index}`
      const idle = 'console.log(1); setInterval(() => undefined, 1000)'
      const child = runConfined(confinement, defaultRenderLimits, [process.execPath, '-e', idle, mark])
      await once(child.stdout ?? child, 'data')
      expect(running(mark)).not.toEqual([])
      child.kill('SIGKILL')
      await eventually('it has ended', () => running(mark).length === 0)
    }
  })

  it('is started by root as somebody else, with no group of root, unless it says that it lacks that', async () => {
    const ofRoot = process.getuid?.() === 0 ? confinements().filter(isPossible) : []
    for (const confinement of ofRoot.filter(({ lacks }) => !lacks.includes('own user')))
      expect(await seenThrough(confinement)).toMatchObject({ uid: 65_534, gid: 65_534, groups: [65_534] })
  })

  it('is the first way that works; what is missing then is said once', async () => {
    const warnings: unknown[] = []
    const log = Object.assign(Object.create(parts.log) as typeof parts.log, {
      warn(what: object) {
        if ('lacks' in what) warnings.push(what.lacks)
      },
    })
    const impossible: Confinement = { through: ['no-such-program'], lacks: [] }
    const lacking: Confinement = { through: [], lacks: ['no network'] }
    const opened = await PictureMaker.open({ ...parts, log, confinements: [impossible, lacking, plain] })
    await expect(opened.ofProof(await files.imageAs('png'), 'p')).resolves.toHaveLength(1)
    expect(warnings).toEqual([['no network']])
  })

  it('is not given up because a machine is slow', async () => {
    const limits = { ...defaultRenderLimits, wallMs: 1 }
    const lacking: Confinement = { through: [], lacks: ['no network'] }
    await expect(PictureMaker.open({ ...parts, limits, confinements: [plain, lacking] })).rejects.toThrow(
      /longer than 1 ms/,
    )
  })
})
