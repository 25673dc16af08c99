import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import type { Output } from '@kismet/contracts'
import { decideSeveral } from '@kismet/contracts'
import { errorDetail } from '../../core/error-text.ts'
import { changing } from '../session/from-contract.ts'
import { useCommand } from '../session/orders.ts'
import type { Verdict } from './decision.ts'
import type { QueuePort, QueueRequest } from './request.ts'
import { reasonsText } from './second-admin.ts'

type Result = Output<typeof decideSeveral>['results'][number]
type Ended = OrderOutcome<Output<typeof decideSeveral>>

/** A request that was sent, and why it was not decided; null once it is. */
export interface Decided<Request> {
  readonly request: Request
  readonly why: string | null
}

/** Requests of one call, so that no call lasts long. */
const ofCall = 10
const decide = changing(decideSeveral, [
  ...(['Deposits', 'Withdrawals', 'PendingCount', 'Hints', 'Entries', 'PayoutFiles'] as const),
])
const lost = 'No answer from the server. You can safely try again.'

/** Why a request keeps its state, in words; null where it is decided. */
function whyOf(result: Result | undefined): string | null {
  if (result === undefined || result.outcome === 'unknown' || result.outcome === 'other')
    return 'The outcome is unknown. Check the request.'
  if (result.outcome !== 'skipped') return null
  const reasons = reasonsText(result.secondAdminReasons ?? [])
  return reasons === '' ? (result.message ?? 'The decision was refused.') : `Two admins must approve this: ${reasons}.`
}

/** Sends one decision about several requests in groups, until a group gets no answer. A repeat is safe. */
export function useDecideSeveral<Request extends QueueRequest>(
  kind: QueuePort<Request>['kind'],
): (requests: readonly Request[], verdict: Verdict) => Promise<readonly Decided<Request>[]> {
  const { send } = useCommand()
  return async (requests, { status, adminReason: reason }) => {
    const told: Decided<Request>[] = []
    let failed: string | null = null
    for (let at = 0; at < requests.length; at += ofCall) {
      const part = requests.slice(at, at + ofCall)
      const tellAll = (why: string) => told.push(...part.map((request) => ({ request, why })))
      if (failed !== null) {
        tellAll(failed)
        continue
      }
      const input = { kind, ids: part.map(({ _id }) => _id), status, ...(reason !== undefined && { reason }) }
      const ended: Ended | null = await send({ send: (callApi) => decide(input, callApi) })
      if (ended?.is === 'done') {
        const { results } = ended.data
        const resultOf = ({ _id }: Request) => results.find(({ requestId }) => requestId === _id)
        told.push(...part.map((request) => ({ request, why: whyOf(resultOf(request)) })))
      } else {
        failed = (ended && errorDetail(ended.error)) ?? lost
        tellAll(failed)
      }
    }
    return told
  }
}
