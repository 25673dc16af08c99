import { logWarning } from '@kismet/app-kit/log.ts'
import { getBalance, limits } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import { epochOf } from '../session/session-slice.ts'
import { balanceRetryMs } from './balance-retry.ts'

/** The balance: read and polled. Where it stands is a slice of its own (`balanceKnown`), because answers of games and news bring it too. */
export const balanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBalance: build.query({
      ...fromContract(getBalance, { timeoutMs: limits.balancePoll.timeoutMs, retryAfterMs: balanceRetryMs }),
      onQueryStarted: async (_, life) => {
        try {
          await life.queryFulfilled
        } catch (failure) {
          if (epochOf(life).token !== null) logWarning('The balance could not be read', failure)
        }
      },
    }),
  }),
})

export const { useGetBalanceQuery } = balanceApi
