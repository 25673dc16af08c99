import { z } from 'zod'
import type { FileKind } from '../domain/file-kind.ts'

/** What a picture is made for: a proof is for reading, a QR image for scanning. */
export const purposes = ['proof', 'qr'] as const
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

/** Why the renderer made no picture of a file. */
const renderFaults = ['damaged', 'too_large', 'locked', 'no_pages', 'too_heavy', 'too_much'] as const
export type RenderFault = (typeof renderFaults)[number]

/** Of the texts that say for a log what was wrong with a file. */
const longestReason = 2_000

/** The first line of what opens files answers; the bytes of the pictures follow it, one after the other. */
const Answer = z.union([
  z.strictObject({
    pictures: z
      .array(
        z.strictObject({
          byteLength: z.int().positive(),
          print: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .optional(),
        }),
      )
      .min(1)
      .max(16),
  }),
  z.strictObject({
    fault: z.enum([...renderFaults, 'died', 'unavailable']),
    reason: z.string().max(longestReason),
  }),
])

export interface RenderedPicture {
  readonly bytes: Buffer
  /** What it looks like (fingerprint.ts), of the pictures of proofs. */
  readonly print?: string | undefined
}

/** `died`: it crashed, or the kernel ended it. `unavailable`: it could not be opened now, which is not the file's doing. */
export type Rendered =
  | { readonly pictures: readonly RenderedPicture[] }
  | { readonly fault: RenderFault | 'died' | 'unavailable'; readonly reason: string }

/** One file to open: what for, what it is, and its bytes. */
export type RenderJob = readonly [purpose: Purpose, kind: FileKind, bytes: Buffer]

/** Opens one file. Never throws; gives up as `unavailable` when `signal` aborts. */
export type Renderer = (job: RenderJob, signal: AbortSignal) => Promise<Rendered>

/** What was rendered as bytes, for whoever asked: the process of a file answers with them, and the container of these processes. */
export function encodeRendered(rendered: Rendered): Buffer {
  const line: z.input<typeof Answer> =
    'fault' in rendered
      ? { fault: rendered.fault, reason: rendered.reason.slice(0, longestReason) }
      : { pictures: rendered.pictures.map(({ bytes, print }) => ({ byteLength: bytes.length, print })) }
  const pictures = 'fault' in rendered ? [] : rendered.pictures.map(({ bytes }) => bytes)
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...pictures])
}

/** Reads what `encodeRendered` has written; undefined where it is not that to the last byte. Who answers has opened a stranger's file: it is not believed more than that. */
export function decodeRendered(answer: Buffer): Rendered | undefined {
  const lineEnd = answer.indexOf('\n')
  if (lineEnd < 0) return undefined
  const line = Answer.safeParse(parseJson(answer.toString('utf8', 0, lineEnd)))
  if (!line.success) return undefined
  let at = lineEnd + 1
  if ('fault' in line.data) return at === answer.length ? line.data : undefined
  const pictures = line.data.pictures.map(({ byteLength, print }) => ({
    bytes: answer.subarray(at, (at += byteLength)),
    print,
  }))
  return at === answer.length ? { pictures } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The media type of what the renderer makes. */
export const mediaTypes = { proof: 'image/jpeg', qr: 'image/png' } as const satisfies Record<Purpose, string>

/** The first bytes of what the renderer makes: what it gives is checked, not believed. */
export const firstBytes = {
  proof: Buffer.from([0xff, 0xd8, 0xff]),
  qr: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
} as const satisfies Record<Purpose, Buffer>

/** A file that cannot become a picture, and why. */
export class RenderFailure extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}
