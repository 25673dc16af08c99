import type { CallError } from '@kismet/app-kit/call-error.ts'
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react'

/** The one API of the app. Features inject their endpoints with `fromContract`; tags say what a change makes stale. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<CallError>(),
  tagTypes: ['Deposits', 'DepositSettings', 'Maintenance', 'Online', 'Ledger'],
  endpoints: () => ({}),
})
