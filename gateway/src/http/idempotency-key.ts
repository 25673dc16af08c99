import { IdempotencyKey } from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Request } from 'express'

const madeBytes = 16

/** The key of a request on a route that takes one: the caller's, or a fresh one. @throws Refusal `invalid_request` for a malformed one. */
export function idempotencyKeyOf(request: Request, route: Route, randomness: Randomness): string | undefined {
  if (route.idempotent !== true) return undefined
  const given = request.headers['idempotency-key']
  if (given === undefined) return randomness.bytes(madeBytes).toString('hex')
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) throw new Refusal('invalid_request', key.error.issues[0]?.message)
  return key.data
}
