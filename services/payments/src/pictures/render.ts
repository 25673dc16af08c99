// The process that opens one uploaded file: render.ts <purpose> <bytes of a picture> <pages of a PDF>. The file is on standard input, the answer
// (encodeRendered) on standard output. renderer.ts starts and limits the process. It loads no contracts, because that takes longer than most files.
import { buffer } from 'node:stream/consumers'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { encodeRendered, picturePurposes } from './protocol.ts'
import type { ContentFault, Picture } from './protocol.ts'

const [purpose, maxBytes, maxPages] = z
  .tuple([z.enum(picturePurposes), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2))

/** A phone's photo has up to 50 megapixels. A small file with more pixels only fills memory. */
const maxPixels = 50_000_000
const maxSidePixels = 30_000

/** A proof is readable at full screen, and a QR code scans. */
const boxes = { proof: { width: 1_800, height: 3_600 }, qr: { width: 1_024, height: 1_024 } } as const

// Only these kinds are decoded: no SVG, no TIFF, no format that reads other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

/** How a picture is written, until it is small enough. The first or second line fits a screenshot and most photos. */
const attempts = [
  { scale: 1, quality: 85, chromaSubsampling: '4:4:4' },
  { scale: 1, quality: 75, chromaSubsampling: '4:2:0' },
  { scale: 0.7, quality: 70, chromaSubsampling: '4:2:0' },
  { scale: 0.5, quality: 60, chromaSubsampling: '4:2:0' },
] as const

class RenderFailure extends Error {
  readonly fault: ContentFault

  constructor(fault: ContentFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** Encodes a picture upright, on white, in sRGB. sharp writes no metadata unless told to. */
async function encode(image: Sharp): Promise<Buffer> {
  const { data, info: raw } = await image
    .autoOrient()
    .resize({ ...boxes[purpose], fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const { scale, quality, chromaSubsampling } of attempts) {
    const scaled = sharp(data, { raw }).resize({ width: Math.ceil(raw.width * scale) })
    const written =
      purpose === 'proof' ? scaled.jpeg({ quality, chromaSubsampling }) : scaled.png({ compressionLevel: 9 })
    const picture = await written.toBuffer()
    if (picture.length <= maxBytes) return picture
  }
  throw new RenderFailure('too_heavy')
}

/** A PDF may begin with a byte order mark or blank lines, as some banks write them. */
const isPdf = (bytes: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/.test(bytes.toString('latin1', 0, 32))

/** The pictures of an iPhone. They have a codec that sharp does not read. AVIF is in the same container. */
const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12)) &&
  !bytes.toString('latin1', 8, 64).includes('avif')

function faultOf(error: unknown, bytes: Buffer): ContentFault {
  const message = error instanceof Error ? error.message : ''
  if (isHeic(bytes)) return 'heic'
  if (/unsupported image format|is empty/i.test(message)) return purpose === 'qr' ? 'not_image' : 'unknown'
  if (/pixel limit/i.test(message)) return 'too_large'
  return /out of memory|allocat/i.test(message) ? 'too_much' : 'damaged'
}

/** Decodes an image; of several frames the first. */
async function renderImage(bytes: Buffer): Promise<Buffer> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
    const { width, height } = await image.metadata()
    if (Math.max(width, height) > maxSidePixels) throw new RenderFailure('too_large')
    return await encode(image)
  } catch (error) {
    throw error instanceof RenderFailure ? error : new RenderFailure(faultOf(error, bytes), error)
  }
}

/** An A4 page (595 x 842 points) at 180 dots an inch. Larger pages are scaled down to fit. */
const maxScale = 2.5

async function renderPage(document: PDFiumDocument, index: number): Promise<Buffer> {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new RenderFailure('damaged')
  const scale = Math.min(maxScale, boxes.proof.width / originalWidth, boxes.proof.height / originalHeight)
  const width = Math.max(1, Math.floor(originalWidth * scale))
  const height = Math.max(1, Math.floor(originalHeight * scale))
  const { data } = await page.render({ width, height })
  return encode(sharp(data, { raw: { width, height, channels: 4 } }))
}

/** The first pages of a PDF. PDFium runs as WebAssembly and executes no scripts of the file. */
async function renderPdf(bytes: Buffer): Promise<Buffer[]> {
  if (purpose === 'qr') throw new RenderFailure('not_image')
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    const isLocked = error instanceof Error && /password|security/i.test(error.message)
    throw new RenderFailure(isLocked ? 'locked' : 'damaged', error)
  })
  const pageCount = document.getPageCount()
  if (pageCount < 1) throw new RenderFailure('no_pages')
  const pictures: Buffer[] = []
  for (let index = 0; index < Math.min(pageCount, maxPages); index += 1)
    pictures.push(await renderPage(document, index))
  return pictures
}

/** Of 256 shades. Neighbours that differ by less are equal, so that the noise of a JPEG does not change a flat place. */
const leastStep = 3

/**
 * How a picture looks (difference hash): for each of 16 x 16 places a 1 if the next place to the right is darker. The same
 * picture in another size or quality differs in few bits.
 */
async function fingerprintOf(picture: Buffer): Promise<string> {
  const pixels = await sharp(picture).greyscale().resize({ width: 17, height: 16, fit: 'fill' }).raw().toBuffer()
  const bits = Array.from({ length: 256 }, (_, bit) => {
    const at = bit + Math.floor(bit / 16)
    return Number(pixels[at]) - Number(pixels[at + 1]) >= leastStep ? '1' : '0'
  })
  return bits.join('')
}

async function qrTextOf(picture: Buffer): Promise<string | undefined> {
  const { default: jsQR } = await import('jsqr')
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data.slice(0, 2_000)
}

async function describe(picture: Buffer): Promise<Picture> {
  return purpose === 'proof'
    ? { bytes: picture, print: await fingerprintOf(picture) }
    : { bytes: picture, text: await qrTextOf(picture) }
}

try {
  const bytes = await buffer(process.stdin)
  const pictures = isPdf(bytes) ? await renderPdf(bytes) : [await renderImage(bytes)]
  process.stdout.write(encodeRendered({ pictures: await Promise.all(pictures.map(describe)) }))
} catch (error) {
  if (!(error instanceof RenderFailure)) throw error
  const reason = error.cause instanceof Error ? error.cause.message.slice(0, 2_000) : ''
  process.stdout.write(encodeRendered({ fault: error.fault, reason }))
}
