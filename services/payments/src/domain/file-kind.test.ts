import { expect, it } from '@jest/globals'
import { kindOfFile } from './file-kind.ts'

const bytes = (text: string) => Buffer.from(text.padEnd(32, '\0'), 'latin1')
const isoMedia = (...brands: string[]) => {
  const body = `ftyp${brands[0] ?? ''}\0\0\0\0${brands.slice(1).join('')}`
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([length, bytes(body)])
}

it.each([
  { what: 'PNG', file: bytes('\x89PNG\r\n\x1a\n'), kind: 'png' },
  { what: 'JPEG', file: bytes('\xff\xd8\xff\xe0'), kind: 'jpeg' },
  { what: 'GIF', file: bytes('GIF89a'), kind: 'gif' },
  { what: 'WebP', file: bytes('RIFF\x10\0\0\0WEBPVP8 '), kind: 'webp' },
  { what: 'AVIF', file: isoMedia('avif', 'mif1', 'miaf'), kind: 'avif' },
  { what: 'AVIF under a general brand', file: isoMedia('mif1', 'avif'), kind: 'avif' },
  { what: 'HEIC', file: isoMedia('heic', 'mif1'), kind: 'heic' },
  { what: 'a film', file: isoMedia('isom', 'mp42'), kind: undefined },
  { what: 'PDF', file: bytes('%PDF-1.7\n'), kind: 'pdf' },
  { what: 'PDF after a byte order mark and a line', file: bytes('\xef\xbb\xbf\r\n%PDF-1.4'), kind: 'pdf' },
  { what: 'HTML that speaks of a PDF', file: bytes('<html>%PDF-1.7'), kind: undefined },
  { what: 'RIFF of another kind', file: bytes('RIFF\x10\0\0\0WAVEfmt '), kind: undefined },
  { what: 'SVG', file: bytes('<svg xmlns="http://www.w3.org/2000/svg">'), kind: undefined },
  { what: 'TIFF', file: bytes('II*\0'), kind: undefined },
  { what: 'a few bytes', file: Buffer.from([0xff, 0xd8, 0xff]), kind: undefined },
  { what: 'nothing', file: Buffer.alloc(0), kind: undefined },
])('recognises $what by its content', ({ file, kind }) => {
  expect(kindOfFile(file)).toBe(kind)
})
