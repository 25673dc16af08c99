import { createApi } from '@kismet/app-kit/create-api.ts'
import { fakeBaseQuery } from '@reduxjs/toolkit/query/react'
import type { TypedUseQueryHookResult } from '@reduxjs/toolkit/query/react'
import type { CallError } from '@kismet/app-kit/call-error.ts'

/** The one API of the app. Features inject their endpoints with `fromContract`; tags say what a change makes stale. */
export const api = createApi({
  reducerPath: 'api',
  // What failed once, and what may have changed unheard, is asked again when the connection is up (app-kit, keep-live).
  refetchOnReconnect: true,
  baseQuery: fakeBaseQuery<CallError>(),
  tagTypes: ['Profile', 'Deposits', 'Withdrawals', 'Accounts', 'Commitment', 'Plays', 'SaferPlay'],
  endpoints: () => ({}),
})

/** What the hook of a query gives. */
export type Asked<Input, Output> = TypedUseQueryHookResult<Output, Input, ReturnType<typeof fakeBaseQuery<CallError>>>
