import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import { endsSession } from './session-rules.ts'
import { epochOf, sessionEnded } from './session-slice.ts'

/** Operations of the contracts as endpoints of this app. */
export const { fromContract, fromMoneyContract, inSession } = contractEndpoints({
  epochOf,
  endsSession: (_, error) => endsSession(error),
  end: ({ dispatch }) => dispatch(sessionEnded('ended')),
})
