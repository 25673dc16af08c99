import { requestHints, RequestKind } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { requireRequest } from '../db/requests.ts'
import { hintsOfDeposit, hintsOfWithdrawal } from '../work/find-hints.ts'

/** What speaks for a closer look at a request of either kind. */
export const requestHintsHandler = handle(requestHints, async (ctx: Context, { input: { id }, meta }) => {
  const request = await requireRequest(ctx.db, id, RequestKind.options)
  return request.kind === 'deposit' ? hintsOfDeposit(ctx, request) : hintsOfWithdrawal(ctx, request, meta.requestId)
})
