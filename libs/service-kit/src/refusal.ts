import { errorCatalogue, parseInput, readRefusal } from '@kismet/contracts'
import type { CodedRefusal, ErrorCode, Failure, RefusalParams } from '@kismet/contracts'
import type { z } from 'zod'
import { isDatabaseDown } from './database-failure.ts'

/**
 * A code, an optional text, and the params of the code. The params are required where the contracts
 * require any of them.
 */
export type RefusalArguments = {
  [C in ErrorCode]: RefusalParams<C> extends undefined
    ? [code: C, message?: string | undefined]
    : Partial<RefusalParams<C>> extends RefusalParams<C>
      ? [code: C, message?: string | undefined, params?: RefusalParams<C> | undefined]
      : [code: C, message: string | undefined, params: RefusalParams<C>]
}[ErrorCode]

/** A call that is refused for a reason of the contracts. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The numbers in its text, in the wire form: amounts in rupees. */
  readonly params: CodedRefusal['params']

  constructor(...[code, message, params]: RefusalArguments) {
    super(message ?? errorCatalogue[code].message)
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }

  /**
   * A refusal from another process, or with a code that is known only at run time. Params of other
   * codes are dropped.
   */
  static read(code: ErrorCode, message: string | undefined, params: unknown): Refusal {
    const args = [code, message, readRefusal(code, params).params]
    return new Refusal(...(args as RefusalArguments))
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  /** How long to wait before another try, in whole seconds, as the `Retry-After` header says it. */
  get retryAfterSeconds(): number | undefined {
    const { params } = this
    const retryAfterMs = params !== undefined && 'retryAfterMs' in params ? params.retryAfterMs : undefined
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

/**
 * The refusal that a caller gets for any error. An error that is no refusal is a bug, which the
 * caller of this function logs, or a lost database.
 */
export function refusalOf(error: unknown): Refusal {
  return isRefusal(error) ? error : new Refusal(isDatabaseDown(error) ? 'unavailable' : 'internal')
}

/** Parses the input of a caller. @throws Refusal `invalid_request` with the first fault */
export function requireInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const read = parseInput(schema, raw)
  if (!read.ok) throw new Refusal('invalid_request', read.message, read.params)
  return read.value
}
