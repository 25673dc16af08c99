import { sendSupportMessage } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({ sendSupportMessage: build.mutation(fromMoneyContract(sendSupportMessage)) }),
})

export const { useSendSupportMessageMutation } = supportApi
