import sharp from 'sharp'

/** How many pixels differ there, and its upper left corner in px. */
interface WorstPlace {
  readonly pixels: number
  readonly x: number
  readonly y: number
}

/** What has become of a picture. */
export interface Comparison {
  /** Whether that can be another machine's way to draw the same. */
  readonly isAlike: boolean
  /** The share of the pixels that differ, from 0 to 1; what only one of the two has differs. */
  readonly share: number
  /** The place as large as a short word in which the most pixels differ: a word that has gone is next to nothing of a page. */
  readonly worst: WorstPlace
  /** The fresh picture, grey, with what differs in red. */
  readonly marked: () => Promise<Buffer>
}

/** Machines smooth the edges of letters a little differently: of a heading up to 120 pixels at one place. A word that is not there is twice as many. */
const tolerated = { colourStep: 48, share: 0.001, atOnePlace: 160 }
/** About the size of a short word, in px. */
const place = { width: 40, height: 20 }
/** The red of a mark; what does not differ is darker. */
const differs = 255

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
function differAt(one: Pixels, other: Pixels, x: number, y: number): boolean {
  if (x >= one.width || x >= other.width || y >= one.height || y >= other.height) return true
  const here = (y * one.width + x) * 3
  const there = (y * other.width + x) * 3
  const { colourStep } = tolerated
  for (let channel = 0; channel < 3; channel += 1) {
    const step = (one.data[here + channel] ?? 0) - (other.data[there + channel] ?? 0)
    if (step > colourStep || -step > colourStep) return true
  }
  return false
}

/** The worst of all places, wherever they begin: it goes along with its lower right corner, as `differAt` without a global. */
function worstPlace(marks: Buffer, width: number, height: number): WorstPlace {
  /** Of each column, how many pixels differ in the rows of the place. */
  const columns = new Uint16Array(width)
  let [most, right, bottom] = [0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    let pixels = 0
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const comes = marks[at] === differs ? 1 : 0
      const goes = y >= place.height && marks[at - place.height * width * 3] === differs ? 1 : 0
      columns[x] = (columns[x] ?? 0) + comes - goes
      pixels += (columns[x] ?? 0) - (x >= place.width ? (columns[x - place.width] ?? 0) : 0)
      if (pixels > most) [most, right, bottom] = [pixels, x, y]
    }
  }
  return { pixels: most, x: Math.max(0, right - place.width + 1), y: Math.max(0, bottom - place.height + 1) }
}

/** Compares two pictures of any format. A pixel differs when one of its channels does by more than the tolerated step of 255. */
export async function comparePictures(stored: Buffer, fresh: Buffer): Promise<Comparison> {
  const [before, now] = await Promise.all([pixelsOf(stored), pixelsOf(fresh)])
  const isSame = before.width === now.width && before.data.equals(now.data)
  if (isSame) return { isAlike: true, share: 0, worst: { pixels: 0, x: 0, y: 0 }, marked: () => Promise.resolve(fresh) }
  const [width, height] = [Math.max(now.width, before.width), Math.max(now.height, before.height)]
  const marks = Buffer.alloc(width * height * 3)
  let differing = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 3
      if (differAt(now, before, x, y)) {
        differing += 1
        marks[to] = differs
      } else marks[to] = marks[to + 1] = marks[to + 2] = 60 + ((now.data[(y * now.width + x) * 3 + 1] ?? 0) >> 1)
    }
  const share = differing / (width * height)
  const worst = worstPlace(marks, width, height)
  return {
    isAlike: share <= tolerated.share && worst.pixels <= tolerated.atOnePlace,
    ...{ share, worst },
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
