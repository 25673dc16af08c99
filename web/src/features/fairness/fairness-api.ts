import { getBetProof } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The proofs of own finished bets. */
const fairnessApi = api.injectEndpoints({
  endpoints: (build) => ({ getBetProof: build.query(fromContract(getBetProof)) }),
})

export const { useGetBetProofQuery } = fairnessApi
