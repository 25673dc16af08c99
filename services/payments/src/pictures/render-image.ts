import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { Purpose, RenderFault } from './protocol.ts'
import { RenderFailure } from './render-fault.ts'

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

/** Upright, on white, in sRGB, and without any metadata: sharp writes none unless told to. */
function encode(image: Sharp, purpose: Purpose): Promise<Buffer> {
  const fitted = image
    .autoOrient()
    .resize({ ...boxes[purpose], fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  return purpose === 'proof'
    ? fitted.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()
    : fitted.png({ compressionLevel: 9 }).toBuffer()
}

/** Decodes an image (of several frames the first) and makes a new picture of it. @throws RenderFailure */
export async function renderImage(bytes: Buffer, purpose: Purpose): Promise<Buffer> {
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
    const { width, height } = await image.metadata()
    if (Math.max(width, height) > maxSidePixels) throw new RenderFailure('too_large')
    return await encode(image, purpose)
  } catch (error) {
    throw error instanceof RenderFailure ? error : new RenderFailure(faultOf(error), error)
  }
}

function faultOf(error: unknown): RenderFault {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return 'too_large'
  return /out of memory|allocat/i.test(message) ? 'too_much' : 'damaged'
}

/** Makes a picture of raw RGBA pixels. */
export function renderPixels(pixels: Uint8Array, width: number, height: number, purpose: Purpose): Promise<Buffer> {
  return encode(sharp(pixels, { raw: { width, height, channels: 4 } }), purpose)
}
