import { adminLogin, beginTotpAtLogin } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

const loginApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminLogin: build.mutation(fromContract(adminLogin)),
    beginTotpAtLogin: build.mutation(fromContract(beginTotpAtLogin)),
  }),
})

export const { useAdminLoginMutation, useBeginTotpAtLoginMutation } = loginApi
