import { z } from 'zod'

/** What a picture is made for: a proof (JPEG) is for reading, a QR image (PNG) for scanning. */
export const picturePurposes = ['proof', 'qr'] as const
export type PicturePurpose = (typeof picturePurposes)[number]

/** What a file is opened for. The workbook of a bank becomes text. */
export const purposes = [...picturePurposes, 'workbook'] as const
export type Purpose = (typeof purposes)[number]

/** Why a file was refused by its content, with the text for its sender. */
export const contentFaults = {
  unknown: 'Upload an image (PNG, JPEG, WebP, GIF or AVIF) or a PDF.',
  heic: 'We cannot read HEIC pictures. Upload a JPEG or a screenshot.',
  not_image: 'Upload an image (PNG, JPEG, WebP, GIF or AVIF).',
  damaged: 'The file is damaged and cannot be read. Upload another copy of it.',
  too_large: 'The picture has too many pixels. Upload a smaller one, or a screenshot of it.',
  locked: 'The PDF is protected by a password. Upload one without a password, or a screenshot of it.',
  no_pages: 'The PDF has no pages.',
  too_heavy: 'The picture cannot be made small enough to store. Upload a simpler picture or a screenshot.',
  too_much: 'The file is too complex to read. Upload a simpler file or a screenshot.',
} as const
export type ContentFault = keyof typeof contentFaults
const contentFault = z.enum(Object.keys(contentFaults) as ContentFault[])

const Base64 = z.codec(z.string(), z.instanceof(Buffer), {
  decode: (text) => Buffer.from(text, 'base64'),
  encode: (bytes) => bytes.toString('base64'),
})

/**
 * The answer of a renderer.
 * - `text`: the cells of a workbook.
 * - `print`: how the picture of a proof looks (render.ts), as 256 bits.
 * - `text`: what the QR code in a QR image says, if the code can be read.
 * - `died`: the process crashed, or the kernel ended the process.
 * - `unavailable`: the file could not be opened now, for a reason outside of the file.
 */
const Rendered = z.union([
  z.strictObject({
    pictures: z.array(
      z.strictObject({
        bytes: Base64,
        print: z
          .string()
          .regex(/^[01]{256}$/)
          .optional(),
        text: z.string().max(2_000).optional(),
      }),
    ),
  }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ fault: contentFault.or(z.enum(['died', 'unavailable'])), reason: z.string().max(2_000) }),
])
export type Rendered = z.output<typeof Rendered>
export type Picture = Extract<Rendered, { pictures: unknown }>['pictures'][number]

export type RenderJob = readonly [purpose: Purpose, bytes: Buffer]

/** Opens one file. Never throws. Answers `unavailable` when `signal` aborts. */
export type Renderer = (job: RenderJob, signal: AbortSignal) => Promise<Rendered>

/** An answer as JSON text: from the process of a file, and from the picture server. */
export const encodeRendered = (rendered: Rendered): string => JSON.stringify(Rendered.encode(rendered))

/** Reads the text of `encodeRendered`. A faulty decoder may have written the text. @returns undefined for any other text */
export function decodeRendered(text: string): Rendered | undefined {
  try {
    return Rendered.decode(JSON.parse(text) as z.input<typeof Rendered>)
  } catch {
    return undefined
  }
}
