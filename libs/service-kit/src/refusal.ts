import { errorCatalogue } from '@kismet/contracts'
import type { ErrorCode, Failure, RefusalParams } from '@kismet/contracts'

/** A call that is refused for a reason of the contracts. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The numbers in its text, in the wire form: amounts in rupees. */
  readonly params: RefusalParams | undefined

  constructor(code: ErrorCode, message?: string, params?: RefusalParams) {
    super(message ?? errorCatalogue[code].message)
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  /** How long to wait before another try, in whole seconds, as the `Retry-After` header says it. */
  get retryAfterSeconds(): number | undefined {
    const retryAfterMs = this.params?.retryAfterMs
    return retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
  }

  /** What a caller outside is told, over REST and on a socket. */
  get failure(): Failure {
    const { code, message, params } = this
    return { success: false, message, code, ...(params === undefined ? {} : { params }) }
  }
}

export function isRefusal(error: unknown, code?: ErrorCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code)
}
