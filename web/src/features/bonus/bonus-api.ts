import { getProfile } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The profile, for the state of the bonus. */
const bonusApi = api.injectEndpoints({
  endpoints: (build) => ({ getProfile: build.query({ ...fromContract(getProfile), providesTags: ['Profile'] }) }),
})

export const { useGetProfileQuery } = bonusApi
