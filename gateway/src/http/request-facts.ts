import type { Request } from 'express'

/** What the gateway learns about a request on its way: for its handlers, and for the one line in the log. */
export interface RequestFacts {
  readonly requestId: string
  /** The address of the client. */
  readonly address: string
  readonly startedAtMs: number
  /** The route of the contracts that answers. */
  route?: string
  /** Who asks, once that is known. */
  personId?: string
  /** The code of the refusal. */
  refusedAs?: string
}

const facts = new WeakMap<Request, RequestFacts>()

export function rememberFacts(request: Request, known: RequestFacts): RequestFacts {
  facts.set(request, known)
  return known
}

/** @throws Error for a request that did not pass the first middleware. */
export function factsOf(request: Request): RequestFacts {
  const known = facts.get(request)
  if (known === undefined) throw new Error('Nothing is known about this request')
  return known
}
