import { limits as siteLimits } from '@kismet/contracts'
import { Gate } from '@kismet/service-kit/gate'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import { contentFaults } from './protocol.ts'
import type { ContentFault, Picture, Purpose, Rendered, Renderer } from './protocol.ts'

type Within<T> = (open: () => Promise<Picture[]>) => Promise<T>

export interface PictureMakerParts {
  readonly log: Logger
  readonly render: Renderer
}

/** A file takes a second or two. */
const gateLimits = { running: 2, runningOfOwner: 1, waiting: 32, waitingOfOwner: 8 }

const { pdfPages, proofPageMaxBytes } = siteLimits.deposit
const firstBytes = { proof: Buffer.from([0xff, 0xd8, 0xff]), qr: Buffer.from('\x89PNG', 'latin1') } as const

/**
 * Makes new pictures of uploaded files. The content decides the kind of a file. A process with limits opens the file and
 * encodes what can be seen again, so that no other byte of the upload reaches another person.
 */
export class PictureMaker {
  readonly #parts: PictureMakerParts
  readonly #gate = new Gate(gateLimits)
  readonly #stopping = new AbortController()

  constructor(parts: PictureMakerParts) {
    this.#parts = parts
  }

  /**
   * The JPEGs of a proof: one of an image, one of each of the first pages of a PDF. One file of an owner is open at a time.
   * @param within what is done with the pictures, in the turn of the owner; its `open` throws Refusal `invalid_request`
   *   with what is wrong with the file
   */
  ofProof<T>(bytes: Buffer, owner: string, within: Within<T>): Promise<T> {
    return this.#make('proof', bytes, owner, within)
  }

  /** The PNG of a QR image. @throws Refusal */
  async ofQrImage(bytes: Buffer, owner: string): Promise<Buffer> {
    const [picture] = await this.#make('qr', bytes, owner, (open) => open())
    if (picture === undefined) throw refusalFor('damaged')
    return picture.bytes
  }

  /** Ends what runs; it is refused as `unavailable`. */
  stop(): void {
    this.#stopping.abort()
  }

  #make<T>(purpose: Purpose, bytes: Buffer, owner: string, within: Within<T>): Promise<T> {
    const { log, render } = this.#parts
    return this.#gate.run(owner, () =>
      within(async () => {
        const rendered = await render([purpose, bytes], this.#stopping.signal)
        if ('fault' in rendered) log.warn({ purpose, owner, ...rendered }, 'no picture could be made of a file')
        return picturesOf(rendered, purpose)
      }),
    )
  }
}

function refusalFor(fault: ContentFault): Refusal {
  return new Refusal('invalid_request', contentFaults[fault], { fault: `file_${fault}` })
}

/** @throws Refusal; also for an answer that cannot be the pictures of a file, because the renderer is not trusted */
function picturesOf(rendered: Rendered, purpose: Purpose): Picture[] {
  if ('fault' in rendered) {
    if (rendered.fault === 'unavailable') throw new Refusal('unavailable')
    throw refusalFor(rendered.fault === 'died' ? 'too_much' : rendered.fault)
  }
  const { pictures } = rendered
  const magic = firstBytes[purpose]
  const isPicture = ({ bytes }: Picture) =>
    bytes.length <= proofPageMaxBytes && bytes.subarray(0, magic.length).equals(magic)
  if (pictures.length < 1 || pictures.length > pdfPages || !pictures.every(isPicture)) throw refusalFor('damaged')
  return pictures
}
