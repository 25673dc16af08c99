import sharp from 'sharp'

/** What has become of a picture. */
export interface Comparison {
  /** The share of the pixels that differ, from 0 to 1; what only one of the two has differs. */
  readonly share: number
  /** The fresh picture, grey, with what differs in red. */
  readonly marked: () => Promise<Buffer>
}

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** How far apart two colours are, by the channel where they are furthest. */
function stepOf(one: Pixels, other: Pixels, x: number, y: number): number {
  if (x >= Math.min(one.width, other.width) || y >= Math.min(one.height, other.height)) return 255
  const [from, there] = [(y * one.width + x) * 3, (y * other.width + x) * 3]
  let step = 0
  for (let at = 0; at < 3; at += 1)
    step = Math.max(step, Math.abs((one.data[from + at] ?? 0) - (other.data[there + at] ?? 0)))
  return step
}

/** Compares two pictures of any format. A pixel differs when one of its channels does by more than `colourStep` of 255. */
export async function comparePictures(stored: Buffer, fresh: Buffer, colourStep: number): Promise<Comparison> {
  const [before, now] = await Promise.all([pixelsOf(stored), pixelsOf(fresh)])
  const isSame = before.width === now.width && before.data.equals(now.data)
  if (isSame) return { share: 0, marked: () => Promise.resolve(fresh) }
  const [width, height] = [Math.max(now.width, before.width), Math.max(now.height, before.height)]
  const marks = Buffer.alloc(width * height * 3)
  let differing = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 3
      if (stepOf(now, before, x, y) > colourStep) {
        differing += 1
        marks[to] = 255
      } else marks.fill(60 + ((now.data[(y * now.width + x) * 3 + 1] ?? 0) >> 1), to, to + 3)
    }
  return {
    share: differing / (width * height),
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
