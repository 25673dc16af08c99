import { z } from 'zod'

/** What a picture is made for: a proof is for reading, a QR image for scanning. */
export const purposes = ['proof', 'qr'] as const
export type Purpose = (typeof purposes)[number]

/** Why a file was refused by its content, with the text for its sender. */
export const contentFaults = {
  unknown: 'Upload an image (PNG, JPEG, WebP, GIF or AVIF) or a PDF.',
  heic: 'HEIC pictures cannot be read here. Upload a JPEG, or a screenshot of it.',
  not_image: 'Upload an image (PNG, JPEG, WebP, GIF or AVIF).',
  damaged: 'The file is damaged and cannot be read. Upload another copy of it.',
  too_large: 'The picture has too many pixels. Upload a smaller one, or a screenshot of it.',
  locked: 'The PDF is protected by a password. Upload one without a password, or a screenshot of it.',
  no_pages: 'The PDF has no pages.',
  too_heavy: 'The picture cannot be made small enough to be kept. Upload a simpler one, or a screenshot of it.',
  too_much: 'The file takes too much to read. Upload a simpler one, or a screenshot of it.',
} as const
export type ContentFault = keyof typeof contentFaults

/** The first line that the renderer writes; the bytes of the pictures follow it, one after the other. */
export const RenderAnswer = z.union([
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
  z.strictObject({ fault: z.enum(['damaged', 'too_large', 'locked', 'no_pages', 'too_heavy', 'too_much']) }),
])
export type RenderAnswer = z.output<typeof RenderAnswer>
export type RenderFault = Extract<RenderAnswer, { fault: string }>['fault']

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
