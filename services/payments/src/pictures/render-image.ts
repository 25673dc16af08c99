import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { RenderFailure } from './protocol.ts'
import type { Purpose, RenderFault } from './protocol.ts'

/** A phone's photo has up to 50 megapixels; beyond that a small file only serves to fill memory. */
const maxPixels = 50_000_000
const maxSidePixels = 30_000

/** Pictures are made to fit, so that a proof is readable at full screen and a QR code scans. */
const boxes = { proof: { width: 1_800, height: 3_600 }, qr: { width: 1_024, height: 1_024 } } as const

// Only what kindOfFile knows is ever decoded: no SVG, no TIFF, nothing that reads other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** How a picture is written, until it is small enough: a screenshot and most photos are by the first or second line. */
const attempts = [
  { scale: 1, quality: 85, chromaSubsampling: '4:4:4' },
  { scale: 1, quality: 75, chromaSubsampling: '4:2:0' },
  { scale: 0.7, quality: 70, chromaSubsampling: '4:2:0' },
  { scale: 0.5, quality: 60, chromaSubsampling: '4:2:0' },
] as const

/** Upright, on white, in sRGB, and without any metadata: sharp writes none unless told to. @throws RenderFailure `too_heavy` */
async function encode(image: Sharp, purpose: Purpose, maxBytes: number): Promise<Buffer> {
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

/** Decodes an image (of several frames the first) and makes a new picture of it, of `maxBytes` at most. @throws RenderFailure */
export async function renderImage(bytes: Buffer, purpose: Purpose, maxBytes: number): Promise<Buffer> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
    const { width, height } = await image.metadata()
    if (Math.max(width, height) > maxSidePixels) throw new RenderFailure('too_large')
    return await encode(image, purpose, maxBytes)
  } catch (error) {
    throw error instanceof RenderFailure ? error : new RenderFailure(faultOf(error), error)
  }
}

function faultOf(error: unknown): RenderFault {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return 'too_large'
  return /out of memory|allocat/i.test(message) ? 'too_much' : 'damaged'
}

/** Makes a picture of the raw RGBA pixels of a page. @throws RenderFailure */
export function renderPixels(pixels: Uint8Array, width: number, height: number, maxBytes: number): Promise<Buffer> {
  return encode(sharp(pixels, { raw: { width, height, channels: 4 } }), 'proof', maxBytes)
}
