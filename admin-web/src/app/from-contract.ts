import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { endsSession } from './session/session-rules.ts'
import { selectToken, sessionEnded } from './session/session-slice.ts'

/** The token of the session of now. */
export function tokenOf(api: Pick<BaseQueryApi, 'getState'>): string | null {
  return selectToken(api.getState() as Parameters<typeof selectToken>[0])
}

/** Operations of the contracts as endpoints of this app. */
export const { fromContract, endSessionIfOver } = contractEndpoints({
  tokenOf,
  endsSession: (_, error) => endsSession(error),
  end: ({ dispatch }) => dispatch(sessionEnded('ended')),
})
