import { limits as siteLimits } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { kindOfFile } from '../domain/file-kind.ts'
import type { FileKind } from '../domain/file-kind.ts'
import type { Telemetry } from '../telemetry.ts'
import type { Confinement } from './confinement.ts'
import { contentFaults, firstBytes, mediaTypes } from './protocol.ts'
import type { ContentFault, Purpose, Rendered, RenderedPicture, Renderer, RenderJob } from './protocol.ts'
import { remoteRenderer } from './remote-renderer.ts'
import { defaultRenderLimits, findRenderer } from './renderer.ts'
import type { RenderLimits } from './renderer.ts'

export interface Picture extends RenderedPicture {
  readonly mediaType: string
}

type Within = (open: () => Promise<Picture[]>) => Promise<Picture[]>

export interface PictureMakerParts {
  readonly log: Logger
  readonly telemetry: Pick<Telemetry, 'pictureMade'>
  /** The server of pictures that opens files; without one they are opened by processes of this machine. */
  readonly url?: string | undefined
  readonly limits?: RenderLimits
  /** Ways to keep the process that opens a file on this machine apart, the best first. */
  readonly confinements?: readonly Confinement[]
}

/** Two files at a time, in processes of their own; a place in the queue is worth a second or two. */
const gateLimits = { running: 2, runningOfOwner: 1, waiting: 32, waitingOfOwner: 8 }

/**
 * Makes new pictures of uploaded files. A file is recognised by its content, opened only in a process of its own with limits (in a container of its own, where one is
 * named), and what comes out is encoded anew, so that nothing of what was uploaded reaches another person but what can be seen.
 */
export class PictureMaker {
  readonly #parts: PictureMakerParts
  readonly #gate = new Gate(gateLimits)
  readonly #stopping = new AbortController()
  readonly #limits: RenderLimits
  readonly #renderer: Renderer

  private constructor(parts: PictureMakerParts, limits: RenderLimits, renderer: Renderer) {
    this.#parts = parts
    this.#limits = limits
    this.#renderer = renderer
  }

  /** Asks the server of pictures, whether it is there yet or not; else finds the best way on this machine. @throws Error that says what is missing when there is none. */
  static async open(parts: PictureMakerParts): Promise<PictureMaker> {
    const { log, url, limits = defaultRenderLimits } = parts
    if (url !== undefined) return new PictureMaker(parts, limits, remoteRenderer(url, limits.outputBytes))
    const { render, lacks, reason } = await findRenderer(limits, parts.confinements)
    if (lacks.length > 0)
      log.warn({ lacks, reason }, 'files are opened by a process that is less apart than it could be')
    return new PictureMaker(parts, limits, render)
  }

  /** The pictures of a proof: one of an image, one of each of the first pages of a PDF. @param within what is done around the opening, in the turn of this owner, of whom one file is opened at a time @throws Refusal `invalid_request` with what is wrong. */
  ofProof(bytes: Buffer, owner: string, within: Within = (open) => open()): Promise<Picture[]> {
    return this.#make('proof', bytes, owner, within)
  }

  /** The picture of a QR image. @throws Refusal */
  async ofQrImage(bytes: Buffer, owner: string): Promise<Picture> {
    const [picture] = await this.#make('qr', bytes, owner, (open) => open())
    if (picture === undefined) throw refusalFor('damaged')
    return picture
  }

  /** Ends what runs; it is refused as `unavailable`. */
  stop(): void {
    this.#stopping.abort()
  }

  async #make(purpose: Purpose, bytes: Buffer, owner: string, within: Within): Promise<Picture[]> {
    const kind = requireKind(bytes, purpose)
    const mediaType = mediaTypes[purpose]
    return this.#gate.run(owner, () =>
      within(async () => {
        const rendered = await this.#render([purpose, kind, bytes], owner)
        return picturesOf(rendered, purpose, this.#limits.pictureBytes).map((picture) => ({ mediaType, ...picture }))
      }),
    )
  }

  async #render(job: RenderJob, owner: string): Promise<Rendered> {
    const startedAt = performance.now()
    const [, kind] = job
    const rendered = await this.#renderer(job, this.#stopping.signal)
    const outcome = 'fault' in rendered ? rendered.fault : 'ok'
    this.#parts.telemetry.pictureMade(kind, outcome, (performance.now() - startedAt) / 1000)
    if ('fault' in rendered) this.#parts.log.warn({ kind, owner, ...rendered }, 'no picture could be made of a file')
    return rendered
  }
}

/** What a file is by its content. @throws Refusal `invalid_request` for one of which no such picture is made */
export function requireKind(bytes: Buffer, purpose: Purpose): FileKind {
  const kind = kindOfFile(bytes)
  const fault = faultOfKind(kind, purpose)
  if (kind === undefined || fault !== undefined) throw refusalFor(fault ?? 'unknown')
  return kind
}

function faultOfKind(kind: FileKind | undefined, purpose: Purpose): ContentFault | undefined {
  if (kind === 'heic') return 'heic'
  if (purpose === 'qr' && (kind === undefined || kind === 'pdf')) return 'not_image'
  return kind === undefined ? 'unknown' : undefined
}

function refusalFor(fault: ContentFault): Refusal {
  return new Refusal('invalid_request', contentFaults[fault], { fault: `file_${fault}` })
}

function picturesOf(rendered: Rendered, purpose: Purpose, maxBytes: number): readonly RenderedPicture[] {
  if ('fault' in rendered) {
    if (rendered.fault === 'unavailable') throw new Refusal('unavailable')
    throw refusalFor(rendered.fault === 'died' ? 'too_much' : rendered.fault)
  }
  const magic = firstBytes[purpose]
  const isWhatItShouldBe =
    rendered.pictures.length <= siteLimits.deposit.pdfPages &&
    rendered.pictures.every(({ bytes }) => bytes.length <= maxBytes && bytes.subarray(0, magic.length).equals(magic))
  if (!isWhatItShouldBe) throw refusalFor('damaged')
  return rendered.pictures
}
