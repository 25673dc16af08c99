import type { CallError } from '@kismet/app-kit/call-error.ts'
import { createApi } from '@kismet/app-kit/create-api.ts'
import { fakeBaseQuery } from '@reduxjs/toolkit/query/react'

/** The API of the app. Features inject their endpoints with `fromContract`; tags say what a change makes stale. */
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
    'PayTo',
    'Approvals',
    'PayoutFiles',
    'Payouts',
    'Maintenance',
    'Volatility',
    'Online',
    'Ledger',
    'Entries',
    'SupportMessages',
    'SupportMessage',
    'SupportDesk',
    'Watched',
    'Admins',
    'Players',
    'SettingsChanges',
    'Views',
    'ReportMail',
    'AlertRules',
  ],
  endpoints: () => ({}),
})

/** How the hooks of the API fail. */
export type Base = ReturnType<typeof fakeBaseQuery<CallError>>

/** The API of files that are sent and fetched, which can take an hour: `api` carries out what has become stale only when no call of its own is on its way. */
export const filesApi = createApi({
  reducerPath: 'files',
  baseQuery: fakeBaseQuery<CallError>(),
  endpoints: () => ({}),
})
