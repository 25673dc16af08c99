import { errorCatalogue } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'

/** A call that is refused for a reason of the contracts. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message?: string, retryAfterSeconds?: number) {
    super(message ?? errorCatalogue[code].message)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}

export function isRefusal(error: unknown, code?: ErrorCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code)
}
