import { getPlayReplay, getRoundReplay, listRoundBets } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { api } from '../../core/api.ts'
import { useAppSelector } from '../../core/store.ts'
import type { Listing } from '../../core/table/table.ts'
import { listingOf } from '../../core/table/table.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'

/** A bet and a round as they are replayed; amounts in paise. */
export type BetReplay = Output<typeof getPlayReplay>['play']
export type RoundReplay = Output<typeof getRoundReplay>['round']
export type RoundBet = Output<typeof listRoundBets>['bets'][number]

/** What a replay is made of. Each look at a bet or a round is a row of the audit log, so they are read when somebody asks for them and not by themselves. */
const roundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlayReplay: build.query(fromContract(getPlayReplay)),
    getRoundReplay: build.query(fromContract(getRoundReplay)),
  }),
})

export const { useGetPlayReplayQuery, useGetRoundReplayQuery } = roundsApi

const betPages = pagesOf(listRoundBets)

/** Whether a round has been found by this id. */
export const useIsKnownRound = (id: string): boolean =>
  roundsApi.endpoints.getRoundReplay.useQueryState({ round: id }).currentData !== undefined

const looks: readonly (string | undefined)[] = [
  'getPlayReplay',
  'getRoundReplay',
] satisfies (keyof typeof roundsApi.endpoints)[]

/** Whether a look is on its way. */
export const useIsLooking = (): boolean =>
  useAppSelector(({ api: { queries } }) =>
    Object.values(queries).some((query) => query?.status === QueryStatus.pending && looks.includes(query.endpointName)),
  )

/** The bets of a round, which are settled after it: read anew by each look. */
export function useRoundBets(roundId: string): Listing<RoundBet> {
  const result = betPages.useInfiniteQuery({ round: roundId }, { refetchOnMountOrArgChange: true })
  return listingOf(result, ({ bets: rows }) => rows)
}
