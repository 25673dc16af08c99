import { getDiceCommitment, listDicePlays, playDice } from '@kismet/contracts'
import { api } from '../../app/api.ts'
import { fromContract, fromMoneyContract } from '../../app/from-contract.ts'

/** How many own plays the page lists. */
export const playsShown = 20

/** Dice: the commitment of the next play, the play itself, and the own plays. */
export const diceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDiceCommitment: build.query({ ...fromContract(getDiceCommitment), providesTags: ['DiceCommitment'] }),
    listDicePlays: build.query({ ...fromContract(listDicePlays), providesTags: ['DicePlays'] }),
    playDice: build.mutation(fromMoneyContract(playDice)),
  }),
})

export const { useGetDiceCommitmentQuery, useListDicePlaysQuery } = diceApi
