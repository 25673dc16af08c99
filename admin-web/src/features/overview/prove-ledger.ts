import { proveLedgerNow } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The wallet needs about so long for its newest entries; what is not proven by then is read at the next poll. */
const provenAfterMs = 2_000

const proveApi = api.injectEndpoints({
  endpoints: (build) => ({
    proveLedger: build.mutation({
      ...fromContract(proveLedgerNow),
      onQueryStarted: async (_, { dispatch, queryFulfilled }): Promise<void> => {
        const asked = await queryFulfilled.catch(() => null)
        if (asked !== null) setTimeout(() => dispatch(api.util.invalidateTags(['Ledger'])), provenAfterMs)
      },
    }),
  }),
})

export const { useProveLedgerMutation } = proveApi
