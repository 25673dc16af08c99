import { listAviatorTopWins } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The largest wins of the day. */
const aviatorApi = api.injectEndpoints({
  endpoints: (build) => ({ listAviatorTopWins: build.query(fromContract(listAviatorTopWins)) }),
})

export const { useListAviatorTopWinsQuery } = aviatorApi
