import type { CallError } from '@kismet/app-kit/call-error.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { getBalance, limits } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import { epochOf } from '../session/session-slice.ts'

const networkRetries = 3
const afterTimeoutMs = 2_000

/** When to read the balance again (spec 8.3). After a network failure: up to 3 times, 1, 2 and 4 s later. After a timeout: once, 2 s later. */
export function balanceRetryMs({ sent, error }: { sent: number; error: CallError }): number | null {
  if (error.kind === 'network' && sent <= networkRetries) return 1_000 * 2 ** (sent - 1)
  if (error.kind === 'timeout' && sent === 1) return afterTimeoutMs
  return null
}

/** The read of the balance. The balance itself is in a slice (`balanceKnown`), because answers of games and events have it, too. */
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
