import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { endsSession } from './session/session-rules.ts'
import { selectToken, sessionEnded } from './session/session-slice.ts'

/** The token of the session, for whatever has the store at hand. */
export function tokenOf(api: Pick<BaseQueryApi, 'getState'>): string | null {
  return selectToken(api.getState() as Parameters<typeof selectToken>[0])
}

/** Endpoints from the contracts, bound to the session of a player. */
export const { fromContract, fromMoneyContract, endSessionIfOver } = contractEndpoints({
  tokenOf,
  endsSession,
  end: (api) => api.dispatch(sessionEnded()),
})
