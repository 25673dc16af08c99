import { setClientSeed } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** The player's own seed, which goes into each play of Dice, Slots and Mines. */
const clientSeedApi = api.injectEndpoints({
  endpoints: (build) => ({
    setClientSeed: build.mutation({ ...fromContract(setClientSeed), invalidatesTags: ['Commitment'] }),
  }),
})

export const { useSetClientSeedMutation } = clientSeedApi
