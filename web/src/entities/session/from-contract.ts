import type { CallError } from '@kismet/app-kit/call-error.ts'
import { contractEndpoints } from '@kismet/app-kit/contract-endpoints.ts'
import { BalanceSeq, Paise, getBalance, getProfile } from '@kismet/contracts'
import type { TypedUseMutation, TypedUseQuery } from '@reduxjs/toolkit/query/react'
import { z } from 'zod'
import type { Base, Tag } from '../../core/api.ts'
import { api } from '../../core/api.ts'
import { balanceKnown } from './balance-slice.ts'
import { epochOf, sessionEnded } from './session-slice.ts'

const sessionChecks: readonly string[] = [getBalance.subject, getProfile.subject]

/**
 * Whether a refusal ends the session of this browser (spec 4.11, 8.3). A 401 does, except for a wrong password at login.
 * A 403 does if the balance or profile call answers it, because it is about the session itself.
 */
export function endsSession(subject: string, error: CallError): boolean {
  if (error.kind !== 'refused') return false
  if (error.status === 401) return error.code !== 'invalid_credentials'
  return error.status === 403 && sessionChecks.includes(subject)
}

/** The player's balance as an answer has it: by itself, or with the player. */
const KnownBalance = z.object({ balance: Paise, balanceSeq: BalanceSeq, netResult: Paise.optional() })
const WithBalance = z.union([KnownBalance, z.object({ user: KnownBalance }).transform(({ user }) => user)])

/** Endpoints from the contracts, bound to the session of a player. */
export const { fromContract, fromMoneyContract, inSession } = contractEndpoints({
  epochOf,
  endsSession,
  end: (queryApi) => queryApi.dispatch(sessionEnded('ended')),
  answered: (answer, queryApi) => {
    const known = WithBalance.safeParse(answer)
    if (known.success) queryApi.dispatch(balanceKnown(known.data))
  },
})

type Called<I extends z.ZodType, R extends z.ZodType> = Parameters<typeof fromContract<I, R>>[0]

/** The hook of a query. For other uses of an endpoint, such as an update of its cached answer, inject the endpoint into `api`. */
export function queryHook<I extends z.ZodType, R extends z.ZodType>(
  operation: Called<I, R>,
  providesTags: readonly Tag[] = [],
): TypedUseQuery<z.output<R>, z.output<I>, Base> {
  // Endpoints are found by their name at runtime. To the types, all of them have this name.
  const name = operation.subject as 'endpoint'
  return api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<z.output<R>, z.output<I>>({ ...fromContract<I, R>(operation), providesTags }),
    }),
  }).endpoints[name].useQuery
}

/** The hook of a mutation. */
export function mutationHook<I extends z.ZodType, R extends z.ZodType>(
  operation: Called<I, R>,
  invalidatesTags: readonly Tag[] = [],
): TypedUseMutation<z.output<R>, z.output<I>, Base> {
  const name = operation.subject as 'endpoint'
  return api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.mutation<z.output<R>, z.output<I>>({ ...fromContract<I, R>(operation), invalidatesTags }),
    }),
  }).endpoints[name].useMutation
}
