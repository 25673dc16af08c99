import { getAviatorChain, getDiceCommitment, listAviatorBets } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import { playsShown } from './plays-shown.ts'

const aviatorBets = fromContract(listAviatorBets)

/** What Aviator tells of a player, and of its chain, whose rounds are everybody's. In a module of its own: the page of Aviator loads nothing of the other games. */
export const aviatorBetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAviatorBets: build.query<Output<typeof listAviatorBets>, undefined>({
      queryFn: (_, context) => aviatorBets.queryFn({ limit: playsShown }, context),
      providesTags: [{ type: 'Plays', id: 'aviator' }],
    }),
    getAviatorChain: build.query(fromContract(getAviatorChain)),
    /** The player's own seed is one for all games; that of Dice tells it. */
    getOwnSeed: build.query({ ...fromContract(getDiceCommitment), providesTags: ['Commitment'] }),
  }),
})
