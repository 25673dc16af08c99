import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { limits as siteLimits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { PictureMaker } from '../src/pictures/picture-maker.ts'
import { contentFaults } from '../src/pictures/protocol.ts'
import { defaultRenderLimits, nodeFlags, processRenderer, requireWorking } from '../src/pictures/renderer.ts'
import type { RenderLimits } from '../src/pictures/renderer.ts'
import * as files from './files.ts'

const parts = { log: testLogger('payments') }
const makerWith = (limits: Partial<RenderLimits> = {}) =>
  new PictureMaker({ ...parts, render: processRenderer({ ...defaultRenderLimits, ...limits }) })
const maker = makerWith()
afterAll(() => maker.stop())

const never = new AbortController().signal

describe('pictures of proofs', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('makes a JPEG of a %s', async (format) => {
    const pictures = await files.opened(maker, await files.imageAs(format, 64, 48))
    expect(pictures).toHaveLength(1)
    const [picture] = pictures
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  })

  it.each([
    { what: 'a PNG', file: files.pngWithExif, size: { width: 120, height: 80 } },
    { what: 'a JPEG, and turns it upright', file: files.jpegOnItsSide, size: { width: 80, height: 120 } },
  ])('drops the metadata of $what', async ({ file, size }) => {
    const uploaded = await file()
    expect(uploaded.includes(files.secretComment)).toBe(true)
    const [picture] = await files.opened(maker, uploaded)
    const { exif, xmp, iptc, icc, orientation, ...rest } = await sharp(picture?.bytes).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(rest).toMatchObject(size)
    expect(picture?.bytes.includes(files.secretComment)).toBe(false)
  })

  it('takes the first frame of an animation', async () => {
    const [picture] = await files.opened(maker, await files.animatedGif())
    const { dominant } = await sharp(picture?.bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(60)
  })

  it('reads a PDF after a byte order mark and a line', async () => {
    const file = Buffer.concat([Buffer.from('\xef\xbb\xbf\r\n', 'latin1'), await files.pdfOf(1)])
    expect(await files.opened(maker, file)).toHaveLength(1)
  })

  it('drops what stands behind the picture', async () => {
    const [picture] = await files.opened(maker, await files.pngWithHtmlBehind())
    expect(picture?.bytes.includes('<script>')).toBe(false)
  })

  it('makes a large picture smaller', async () => {
    const [picture] = await files.opened(maker, await files.imageAs('jpeg', 3_000, 1_000))
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 1_800, height: 600 })
  })

  it('makes a picture that is full of detail small enough to be kept, and still readable', async () => {
    const [picture] = await files.opened(maker, await files.noise(1_800, 3_600))
    expect(picture?.bytes.length).toBeLessThanOrEqual(siteLimits.deposit.proofPageMaxBytes)
    expect((await sharp(picture?.bytes).metadata()).width).toBeGreaterThanOrEqual(900)
  })

  it('refuses a picture that cannot be made small enough', async () => {
    const narrow = makerWith({ pictureBytes: 2_000 })
    await expect(files.opened(narrow, await files.noise(200, 200))).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults.too_heavy,
    })
  })

  it('makes pictures of the first 5 pages of a PDF, in order', async () => {
    const pictures = await files.opened(maker, await files.pdfOf(7))
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
    { what: 'TIFF', file: () => sharp(files.svg).tiff().toBuffer(), fault: 'unknown' },
    { what: 'HTML that speaks of a PDF', file: () => Buffer.from('<html>%PDF-1.7'.padEnd(64)), fault: 'unknown' },
    { what: 'HEIC', file: () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0')), fault: 'heic' },
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
    await expect(files.opened(maker, await file())).rejects.toMatchObject({
      code: 'invalid_request',
      message: contentFaults[fault],
    })
  })

  it('takes no PDF for a QR image, and gives a PNG of an image', async () => {
    for (const file of [await files.pdfOf(1), files.html])
      await expect(maker.ofQrImage(file, 'p')).rejects.toMatchObject({ message: contentFaults.not_image })
    const { bytes, text } = await maker.ofQrImage(await files.imageAs('webp', 300, 300), 'p')
    expect(text).toBeUndefined()
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 })
  })

  it('reads the QR code of a QR image, also of a photo', async () => {
    const said = 'upi://pay?pa=kismet@upi&pn=Kismet'
    const code = await QRCode.toBuffer(said, { width: 700, margin: 4 })
    const photo = await sharp(code).rotate(4, { background: '#ddd' }).blur(1).jpeg({ quality: 60 }).toBuffer()
    for (const file of [code, photo]) expect((await maker.ofQrImage(file, 'p')).text).toBe(said)
  })
})

describe('the process that opens files', () => {
  it.each([
    { what: 'time', limits: { wallMs: 1_500 }, file: () => files.pdfThatNeverEnds() },
    { what: 'CPU', limits: { cpuSeconds: 1 }, file: () => files.pdfThatNeverEnds() },
    { what: 'memory', limits: { memoryKib: 670 * 1024 }, file: files.pngThatFillsMemory },
    { what: 'output', limits: { outputBytes: 100 }, file: () => files.imageAs('png') },
  ] as const)('ends when a file takes too much $what', async ({ limits, file }) => {
    const render = processRenderer({ ...defaultRenderLimits, ...limits })
    const rendered = await render(['proof', await file()], never)
    expect(rendered).toMatchObject({ fault: expect.stringMatching(/^(died|too_much)$/) })
  })

  it('opens a PDF whose picture unpacks to 430 MB, because it is read line by line', async () => {
    await expect(files.opened(maker, files.pdfBomb(12_000))).resolves.toHaveLength(1)
  })

  it('refuses such a file and takes the next one', async () => {
    const limited = makerWith({ cpuSeconds: 2 })
    const endless = files.opened(limited, files.pdfThatNeverEnds(), 'mallory')
    const picture = files.opened(limited, await files.imageAs('png'), 'alice')
    await expect(endless).rejects.toMatchObject({ code: 'invalid_request', message: contentFaults.too_much })
    await expect(picture).resolves.toHaveLength(1)
  })

  it('says at the start when it cannot work on this machine', async () => {
    const render = processRenderer({ ...defaultRenderLimits, memoryKib: 64 * 1024 })
    await expect(requireWorking(render)).rejects.toThrow(/^No pictures can be made on this machine: /)
    await requireWorking(processRenderer())
  })

  it('is ended when the service stops', async () => {
    const stopping = makerWith()
    const endless = files.opened(stopping, files.pdfThatNeverEnds())
    stopping.stop()
    await expect(endless).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('takes what it has started with it', async () => {
    // The limit is a word of the script: a process in the background, as native code could fork one.
    const cpuSeconds = '8; (sleep 4321 &)' as unknown as number
    const render = processRenderer({ ...defaultRenderLimits, cpuSeconds })
    expect(await render(['proof', await files.imageAs('png')], never)).toHaveProperty('pictures')
    expect(execFileSync('ps', ['-eo', 'stat,args'], { encoding: 'utf8' })).not.toMatch(/^[^Z]\S*\s+sleep 4321$/m)
  })

  it('gets nothing of the environment of its starter', async () => {
    process.env.KISMET_SECRET = 'postgresql://secret'
    const stopping = makerWith()
    const refused = expect(files.opened(stopping, files.pdfThatNeverEnds())).rejects.toMatchObject({
      code: 'unavailable',
    })
    const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
    await eventually('it runs Node', () =>
      readFileSync(`/proc/${childOf(process.pid)}/cmdline`, 'utf8').includes('render.ts'),
    )
    const environment = readFileSync(`/proc/${childOf(process.pid)}/environ`, 'utf8')
    delete process.env.KISMET_SECRET
    stopping.stop()
    await refused
    expect(environment).toContain('UV_THREADPOOL_SIZE=1')
    expect(environment).not.toMatch(/SECRET|secret/)
  })

  it('reads from JavaScript only code', () => {
    const repository = resolve('.')
    const read = (file: string) => {
      const program = `
        try { require('node:fs').readFileSync('${file}'); console.log('read') } catch (error) { console.log(error.code) }`
      return execFileSync(process.execPath, [...nodeFlags, '-e', program], { cwd: repository, encoding: 'utf8' }).trim()
    }
    expect(read('services/payments/src/pictures/render.ts')).toBe('read')
    for (const file of ['.env.example', join(repository, 'services/wallet/src/main.ts'), '/etc/passwd'])
      expect(read(file)).toBe('ERR_ACCESS_DENIED')
  })
})
