import { Gate } from '@kismet/service-kit/gate'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { kindOfFile } from '../domain/file-kind.ts'
import type { FileKind } from '../domain/file-kind.ts'
import type { Telemetry } from '../telemetry.ts'
import { contentFaults, firstBytes, mediaTypes } from './protocol.ts'
import type { ContentFault, Purpose } from './protocol.ts'
import { defaultRenderLimits, renderInProcess } from './renderer.ts'
import type { Rendered, RenderLimits } from './renderer.ts'

export interface Picture {
  readonly mediaType: string
  readonly bytes: Buffer
}

export interface PictureMakerParts {
  readonly log: Logger
  readonly telemetry: Pick<Telemetry, 'pictureMade'>
  readonly limits?: RenderLimits
}

/** Two files at a time, in processes of their own; a place in the queue is worth a second or two. */
const gateLimits = { running: 2, runningOfOwner: 1, waiting: 32, waitingOfOwner: 8 }

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Makes new pictures of uploaded files. A file is recognised by its content, opened only in a process of its own with limits, and what comes out is
 * encoded anew, so that nothing of what was uploaded reaches another person but what can be seen.
 */
export class PictureMaker {
  readonly #parts: PictureMakerParts
  readonly #gate = new Gate(gateLimits)
  readonly #stopping = new AbortController()

  constructor(parts: PictureMakerParts) {
    this.#parts = parts
  }

  /** The pictures of a proof: one of an image, one of each of the first pages of a PDF. @throws Refusal `invalid_request` with what is wrong. */
  ofProof(bytes: Buffer, owner: string): Promise<Picture[]> {
    return this.#make('proof', bytes, owner)
  }

  /** The picture of a QR image. @throws Refusal */
  async ofQrImage(bytes: Buffer, owner: string): Promise<Picture> {
    const [picture] = await this.#make('qr', bytes, owner)
    if (picture === undefined) throw refusalFor('damaged')
    return picture
  }

  /** Proves once that this machine can make pictures at all. @throws Error that says what is missing. */
  async prove(): Promise<void> {
    const rendered = await this.#render('proof', 'png', onePixelPng)
    if ('fault' in rendered) throw new Error(`No pictures can be made on this machine: ${rendered.reason}`)
  }

  /** Ends what runs; it is refused as `unavailable`. */
  stop(): void {
    this.#stopping.abort()
  }

  async #make(purpose: Purpose, bytes: Buffer, owner: string): Promise<Picture[]> {
    const kind = kindOfFile(bytes)
    const fault = faultOfKind(kind, purpose)
    if (kind === undefined || fault !== undefined) throw refusalFor(fault ?? 'unknown')
    const rendered = await this.#gate.run(owner, () => this.#render(purpose, kind, bytes))
    const mediaType = mediaTypes[purpose]
    return picturesOf(rendered, purpose).map((picture) => ({ mediaType, bytes: picture }))
  }

  async #render(purpose: Purpose, kind: FileKind, bytes: Buffer): Promise<Rendered> {
    const startedAt = performance.now()
    const limits = this.#parts.limits ?? defaultRenderLimits
    const rendered = await renderInProcess(purpose, kind, bytes, limits, this.#stopping.signal)
    const outcome = 'fault' in rendered ? rendered.fault : 'ok'
    this.#parts.telemetry.pictureMade(kind, outcome, (performance.now() - startedAt) / 1000)
    if ('fault' in rendered)
      this.#parts.log.warn(
        { kind, fault: rendered.fault, reason: rendered.reason },
        'no picture could be made of a file',
      )
    return rendered
  }
}

function faultOfKind(kind: FileKind | undefined, purpose: Purpose): ContentFault | undefined {
  if (kind === 'heic') return 'heic'
  if (purpose === 'qr' && (kind === undefined || kind === 'pdf')) return 'not_image'
  return kind === undefined ? 'unknown' : undefined
}

function refusalFor(fault: ContentFault): Refusal {
  return new Refusal('invalid_request', contentFaults[fault])
}

function picturesOf(rendered: Rendered, purpose: Purpose): readonly Buffer[] {
  if ('fault' in rendered) {
    if (rendered.fault === 'unavailable') throw new Refusal('unavailable')
    throw refusalFor(rendered.fault === 'died' ? 'too_much' : rendered.fault)
  }
  const magic = firstBytes[purpose]
  const isWhatItShouldBe = rendered.pictures.every((picture) => picture.subarray(0, magic.length).equals(magic))
  if (!isWhatItShouldBe) throw refusalFor('damaged')
  return rendered.pictures
}
