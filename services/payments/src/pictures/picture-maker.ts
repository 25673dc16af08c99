import { limits as siteLimits } from '@kismet/contracts'
import { BoundedQueue } from '@kismet/service-kit/bounded-queue'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { contentFaults } from './protocol.ts'
import type { ContentFault, Picture, PicturePurpose, Purpose, Rendered, Renderer } from './protocol.ts'

type Opened = Exclude<Rendered, { fault: unknown }>
type Within<T> = (open: () => Promise<Picture[]>) => Promise<T>

interface Parts {
  readonly log: Logger
  readonly render: Renderer
}

/** A file takes a second or two. */
const queueLimits = { running: 2, runningOfOwner: 1, waiting: 32, waitingOfOwner: 8 }

const { pdfPages, proofPageMaxBytes } = siteLimits.deposit
const firstBytes = { proof: Buffer.from([0xff, 0xd8, 0xff]), qr: Buffer.from('\x89PNG', 'latin1') } as const

/**
 * Makes new pictures of uploaded files. The content decides the kind of a file. A process with limits opens the file and
 * encodes what can be seen again, so that no other byte of the upload reaches another person.
 */
export class PictureMaker {
  readonly #parts: Parts
  readonly #queue = new BoundedQueue(queueLimits)
  readonly #stopping = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The JPEGs of a proof: one of an image, one of each of the first pages of a PDF. One file of an owner is open at a time.
   * @param within work with the pictures, done before the next file of the owner is opened. Its `open` throws Refusal `invalid_request`
   *   with what is wrong with the file
   */
  ofProof<T>(bytes: Buffer, owner: string, within: Within<T>): Promise<T> {
    return this.#make('proof', bytes, owner, within)
  }

  /** The PNG of a QR image, with the text of its QR code if that can be read. @throws Refusal */
  async ofQrImage(bytes: Buffer, owner: string): Promise<Picture> {
    const [picture] = await this.#make('qr', bytes, owner, (open) => open())
    if (picture === undefined) throw refusalFor('qr', 'damaged')
    return picture
  }

  /** The cells of a workbook as text. @throws Refusal `invalid_request` with what is wrong with the file */
  async textOf(bytes: Buffer, owner: string): Promise<Buffer> {
    const opened = await this.#queue.run(owner, () => this.#open('workbook', bytes, owner))
    if ('text' in opened) return Buffer.from(opened.text)
    throw refusalFor('workbook', 'damaged')
  }

  /** Ends what runs; it is refused as `unavailable`. */
  stop(): void {
    this.#stopping.abort()
  }

  #make<T>(purpose: PicturePurpose, bytes: Buffer, owner: string, within: Within<T>): Promise<T> {
    return this.#queue.run(owner, () =>
      within(async () => picturesOf(await this.#open(purpose, bytes, owner), purpose)),
    )
  }

  async #open(purpose: Purpose, bytes: Buffer, owner: string): Promise<Opened> {
    const { log, render } = this.#parts
    const rendered = await render([purpose, bytes], this.#stopping.signal)
    if (!('fault' in rendered)) return rendered
    const { fault } = rendered
    log.warn({ purpose, owner, ...rendered }, 'an uploaded file could not be opened')
    throw fault === 'unavailable' ? new Refusal(fault) : refusalFor(purpose, fault === 'died' ? 'too_much' : fault)
  }
}

const workbookFaults: Readonly<Partial<Record<ContentFault, string>>> & { readonly damaged: string } = {
  damaged:
    'This workbook cannot be read. If it is an archive, upload the file in it. Otherwise download the statement from the bank again.',
  locked: 'This workbook is protected by a password. Download the statement from the bank without a password.',
  too_much: 'This workbook takes too much time or memory to read. Please export fewer days.',
}

function refusalFor(purpose: Purpose, fault: ContentFault): Refusal {
  if (purpose === 'workbook') return new Refusal('invalid_request', workbookFaults[fault] ?? workbookFaults.damaged)
  return new Refusal('invalid_request', contentFaults[fault], { fault: `file_${fault}` })
}

/** @throws Refusal for an answer that cannot be the pictures of a file, because the renderer is not trusted */
function picturesOf(opened: Opened, purpose: PicturePurpose): Picture[] {
  const pictures = 'pictures' in opened ? opened.pictures : []
  const magic = firstBytes[purpose]
  const isPicture = ({ bytes }: Picture) =>
    bytes.length <= proofPageMaxBytes && bytes.subarray(0, magic.length).equals(magic)
  if (pictures.length >= 1 && pictures.length <= pdfPages && pictures.every(isPicture)) return pictures
  throw refusalFor(purpose, 'damaged')
}
