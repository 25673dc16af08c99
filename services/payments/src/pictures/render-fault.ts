import type { RenderFault } from './protocol.ts'

/** A file that cannot become a picture, and why. */
export class RenderFailure extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}
