import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import { BalanceSeq, Paise } from '@kismet/contracts'
import { z } from 'zod'
import { balanceKnown } from './balance-slice.ts'
import { endsSession } from './session-rules.ts'
import { epochOf, sessionEnded } from './session-slice.ts'

/** The player's balance as an answer has it: by itself, or with the player. */
const KnownBalance = z.object({ balance: Paise, balanceSeq: BalanceSeq, netResult: Paise.optional() })
const WithBalance = z.union([KnownBalance, z.object({ user: KnownBalance }).transform(({ user }) => user)])

/** Endpoints from the contracts, bound to the session of a player. */
export const { fromContract, fromMoneyContract, inSession } = contractEndpoints({
  epochOf,
  endsSession,
  end: (api) => api.dispatch(sessionEnded('ended')),
  answered: (answer, api) => {
    const known = WithBalance.safeParse(answer)
    if (known.success) api.dispatch(balanceKnown(known.data))
  },
})
