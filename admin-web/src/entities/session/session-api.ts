import { adminActivity } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from './from-contract.ts'

/** Tells the server that somebody is there. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({ reportActivity: build.mutation(fromContract(adminActivity)) }),
})
