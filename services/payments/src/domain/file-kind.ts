/** Kinds of files by their content. `heic` is known so that its refusal can say what to do. */
export const fileKinds = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heic', 'pdf'] as const
export type FileKind = (typeof fileKinds)[number]

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** An ISO media file names its brands in its first box: the major one, a version, then the compatible ones. */
function kindOfIsoMedia(bytes: Uint8Array): FileKind | undefined {
  if (ascii(bytes, 4, 8) !== 'ftyp') return undefined
  const boxLength = Math.min(new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= boxLength; at += 4) if (at !== 12) brands.push(ascii(bytes, at, at + 4))
  if (brands.includes('avif')) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : undefined
}

/** A PDF may begin with a byte order mark or blank lines, as some banks write them. */
function isPdf(bytes: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/.test(ascii(bytes, 0, 32))
}

/** Recognises a file by its content alone; its name and stated type say nothing. @returns undefined for all other kinds. */
export function kindOfFile(bytes: Uint8Array): FileKind | undefined {
  if (bytes.length < 16) return undefined
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6))) return 'gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (isPdf(bytes)) return 'pdf'
  return kindOfIsoMedia(bytes)
}
