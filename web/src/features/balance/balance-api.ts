import { balancesChanged, getBalance, limits, socketEvents } from '@kismet/contracts'
import { z } from 'zod'
import { api } from '../../app/api.ts'
import { fromContract, tokenOf } from '../../app/from-contract.ts'
import { whileCached } from '../../app/live-updates.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { announceBonus } from '../../app/session/bonus-news.ts'
import { balanceKnown, sessionEnded } from '../../app/session/session-slice.ts'
import { onEvent, onReconnect, unbindAll } from '@kismet/app-kit/live-connection.ts'
import { balanceRetryMs } from './balance-retry.ts'

/** One player's part of the signal, as it arrives on that player's sockets. */
const BalanceUpdate = balancesChanged.payload.element.omit({ to: true })
const SessionEnded = z.object({ reason: z.string() })

/**
 * The balance: read, polled, and kept live by the connection. Where it stands is the session (`balanceKnown`), because answers of
 * games bring it too.
 */
export const balanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBalance: build.query({
      ...fromContract(getBalance, { timeoutMs: limits.balancePoll.timeoutMs, retryAfterMs: balanceRetryMs }),
      onQueryStarted: async (_, life) => {
        try {
          await life.queryFulfilled
        } catch (failure) {
          if (tokenOf(life) !== null) logWarning('The balance could not be read', failure)
        }
      },
      onCacheEntryAdded: async (input, life) => {
        const { dispatch } = life
        await whileCached(life, (socket) =>
          unbindAll(
            onEvent(socket, balancesChanged.socket.event, BalanceUpdate, (update) => {
              dispatch(balanceKnown(update))
              if (update.bonusReleased) dispatch(announceBonus())
            }),
            onEvent(socket, socketEvents.sessionEnded, SessionEnded, () => dispatch(sessionEnded())),
            onReconnect(socket, () => {
              void dispatch(balanceApi.endpoints.getBalance.initiate(input, { forceRefetch: true, subscribe: false }))
            }),
          ),
        )
      },
    }),
  }),
})

export const { useGetBalanceQuery } = balanceApi
