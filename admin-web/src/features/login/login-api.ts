import { adminLogin } from '@kismet/contracts'
import { api } from '../../app/api.ts'
import { fromContract } from '../../app/from-contract.ts'

const loginApi = api.injectEndpoints({
  endpoints: (build) => ({ adminLogin: build.mutation(fromContract(adminLogin)) }),
})

export const { useAdminLoginMutation } = loginApi
