import type { CallError } from '@kismet/app-kit/call-error.ts'
import { createApi } from '@kismet/app-kit/create-api.ts'
import { fakeBaseQuery } from '@reduxjs/toolkit/query/react'

/** The one API of the app. Features inject their endpoints with `fromContract`; tags say what a change makes stale. */
export const api = createApi({
  reducerPath: 'api',
  // What failed once, and what may have changed unheard, is asked again when the connection is up (app-kit, keep-live).
  refetchOnReconnect: true,
  baseQuery: fakeBaseQuery<CallError>(),
  tagTypes: [
    'Deposits',
    'Withdrawals',
    'Claims',
    'Hints',
    'PendingCount',
    'DepositSettings',
    'Approvals',
    'Maintenance',
    'Volatility',
    'Online',
    'Ledger',
    'Entries',
    'SupportMessages',
    'Watched',
  ],
  endpoints: () => ({}),
})
