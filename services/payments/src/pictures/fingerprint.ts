import sharp from 'sharp'

const width = 17
const height = 16
/** Of 256 shades: neighbours that differ by less are equal, so that a flat place says the same whatever noise a JPEG has. */
const leastStep = 3

/**
 * What a picture looks like, as 256 bits in hex (a difference hash): whether each of 16 x 16 places is darker than the one to its left. The same picture in another size
 * or quality differs in few bits; how few are taken for alike is for whoever compares. Runs where files are opened, apart from the service.
 */
export async function fingerprintOf(picture: Buffer): Promise<string> {
  const pixels = await sharp(picture).greyscale().resize({ width, height, fit: 'fill' }).raw().toBuffer()
  let hex = ''
  for (let digit = 0; digit < (width - 1) * height; digit += 4) {
    let bits = 0
    for (let bit = digit; bit < digit + 4; bit += 1) {
      const at = Math.floor(bit / (width - 1)) * width + (bit % (width - 1))
      const step = (pixels[at] ?? 0) - (pixels[at + 1] ?? 0)
      bits = bits * 2 + (step >= leastStep ? 1 : 0)
    }
    hex += bits.toString(16)
  }
  return hex
}
