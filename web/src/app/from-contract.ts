import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import { BalanceSeq, Paise } from '@kismet/contracts'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { z } from 'zod'
import { endsSession } from './session/session-rules.ts'
import { balanceKnown, selectToken, sessionEnded } from './session/session-slice.ts'

/** The token of the session, for whatever has the store at hand. */
export function tokenOf(api: Pick<BaseQueryApi, 'getState'>): string | null {
  return selectToken(api.getState() as Parameters<typeof selectToken>[0])
}

/** The player's balance as an answer has it: by itself, or with the player. */
const KnownBalance = z.object({ balance: Paise, balanceSeq: BalanceSeq })
const WithBalance = z.union([KnownBalance, z.object({ user: KnownBalance }).transform(({ user }) => user)])

/** Endpoints from the contracts, bound to the session of a player. */
export const { fromContract, fromMoneyContract, endSessionIfOver } = contractEndpoints({
  tokenOf,
  endsSession,
  end: (api) => api.dispatch(sessionEnded()),
  answered: (answer, api) => {
    const known = WithBalance.safeParse(answer)
    if (known.success) api.dispatch(balanceKnown(known.data))
  },
})
