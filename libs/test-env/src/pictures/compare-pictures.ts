import sharp from 'sharp'

/** What has become of a picture. */
export interface Comparison {
  /** The share of the pixels that differ, from 0 to 1; what only one of the two has differs. */
  readonly share: number
  /** Of a place as large as a short word, the most pixels that differ in one: a word that has gone is next to nothing of a page. */
  readonly atOnePlace: number
  /** The fresh picture, grey, with what differs in red. */
  readonly marked: () => Promise<Buffer>
}

/** About the size of a short word, in px. */
const place = { width: 40, height: 20 }

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Whether two pictures differ at a place. It names no global: in the context of a test each is looked up through its sandbox, which made a comparison take 5 s.
 */
function differAt(one: Pixels, other: Pixels, x: number, y: number, colourStep: number): boolean {
  if (x >= one.width || x >= other.width || y >= one.height || y >= other.height) return true
  const here = (y * one.width + x) * 3
  const there = (y * other.width + x) * 3
  for (let channel = 0; channel < 3; channel += 1) {
    const step = (one.data[here + channel] ?? 0) - (other.data[there + channel] ?? 0)
    if (step > colourStep || -step > colourStep) return true
  }
  return false
}

/** Compares two pictures of any format. A pixel differs when one of its channels does by more than `colourStep` of 255. */
export async function comparePictures(stored: Buffer, fresh: Buffer, colourStep: number): Promise<Comparison> {
  const [before, now] = await Promise.all([pixelsOf(stored), pixelsOf(fresh)])
  const isSame = before.width === now.width && before.data.equals(now.data)
  if (isSame) return { share: 0, atOnePlace: 0, marked: () => Promise.resolve(fresh) }
  const [width, height] = [Math.max(now.width, before.width), Math.max(now.height, before.height)]
  const marks = Buffer.alloc(width * height * 3)
  const across = Math.ceil(width / place.width)
  const atPlaces = new Uint16Array(across * Math.ceil(height / place.height))
  const { floor } = Math
  let differing = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 3
      if (differAt(now, before, x, y, colourStep)) {
        differing += 1
        const at = floor(y / place.height) * across + floor(x / place.width)
        atPlaces[at] = (atPlaces[at] ?? 0) + 1
        marks[to] = 255
      } else marks[to] = marks[to + 1] = marks[to + 2] = 60 + ((now.data[(y * now.width + x) * 3 + 1] ?? 0) >> 1)
    }
  return {
    share: differing / (width * height),
    atOnePlace: atPlaces.reduce((most, count) => Math.max(most, count), 0),
    marked: () =>
      sharp(marks, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
  }
}

/** A screenshot as it is kept: WebP, as small as it can be without a loss. */
export function keptForm(screenshot: Buffer): Promise<Buffer> {
  return sharp(screenshot).removeAlpha().webp({ lossless: true, effort: 6 }).toBuffer()
}
