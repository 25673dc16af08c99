import { expect, it } from '@jest/globals'
import sharp from 'sharp'
import { comparePictures } from './compare-pictures.ts'

const page = { width: 360, height: 800 }

interface Block {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Black where none is named. */
  readonly grey?: number
}

/** A white page with these blocks on it. */
function pageWith(blocks: readonly Block[], { width, height } = page): Promise<Buffer> {
  const drawn = blocks.map(({ grey = 0, ...block }) => ({
    input: { create: { ...block, channels: 3 as const, background: { r: grey, g: grey, b: grey } } },
    ...{ left: block.x, top: block.y },
  }))
  const white = { r: 255, g: 255, b: 255 }
  return sharp({ create: { width, height, channels: 3, background: white } })
    .composite(drawn)
    .png()
    .toBuffer()
}

/** As many pixels as a short word has. */
const word = { width: 32, height: 10 }
/** Edges of letters of a heading as another machine smooths them. */
const edges = (grey: number): Block[] =>
  Array.from({ length: 20 }, (_, n) => ({ x: 20 + n * 4, y: 207, width: 2, height: 6, grey }))

it.each([
  { what: 'a word in the middle', blocks: [{ ...word, x: 204, y: 205 }], pixels: 320, x: 196, y: 195 },
  { what: 'a word at the upper left corner', blocks: [{ ...word, x: 0, y: 0 }], pixels: 320, x: 0, y: 0 },
  { what: 'a word at the lower right corner', blocks: [{ ...word, x: 328, y: 790 }], pixels: 320, x: 320, y: 780 },
  { what: 'a word where four 40ths and 20ths meet', blocks: [{ ...word, x: 104, y: 95 }], pixels: 320, x: 96, y: 85 },
  {
    what: 'a word below two halves of others',
    blocks: [{ ...word, x: 40, y: 125 }, ...[40, 92].map((x) => ({ ...word, x, y: 100, width: 16 }))],
    ...{ pixels: 320, x: 32, y: 115 },
  },
  { what: 'edges that are darker', blocks: edges(120), pixels: 120, x: 18, y: 193 },
  { what: 'edges that are hardly darker', blocks: edges(220), pixels: 0, x: 0, y: 0 },
])('says of $what where on a page most of it has gone', async ({ blocks, pixels, x, y }) => {
  const compared = await comparePictures(await pageWith(blocks), await pageWith([]))
  expect(compared.worst).toEqual({ pixels, x, y })
  expect(compared.isAlike).toBe(pixels <= 120)
})

it('counts of pictures of two sizes what only one has', async () => {
  const fresh = await pageWith([], { ...page, height: 810 })
  const { isAlike, share, worst } = await comparePictures(await pageWith([]), fresh)
  expect(share).toBeCloseTo(10 / 810, 6)
  expect([isAlike, worst]).toEqual([false, { pixels: 400, x: 0, y: 790 }])
})

it('marks what differs in red on grey', async () => {
  const stored = await pageWith([{ ...word, x: 104, y: 95 }])
  const { share, marked } = await comparePictures(stored, await pageWith([]))
  expect(share).toBeCloseTo(320 / (page.width * page.height), 6)
  const { data } = await sharp(await marked())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): number[] => [...data.subarray((y * page.width + x) * 3).subarray(0, 3)]
  expect([at(104, 95), at(103, 95)]).toEqual([
    [255, 0, 0],
    [187, 187, 187],
  ])
})
