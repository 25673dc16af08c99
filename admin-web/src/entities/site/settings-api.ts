import { getDepositSettings, getLedgerState, getVolatilityMode } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** How often the state of the ledger is asked for: the wallet proves it once a minute, and half of that keeps the time of the proof honest. */
export const ledgerPollMs = 30_000

/** What is set of the site, and the state of its ledger: known to pages alone, so that the shell loads nothing of it. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getVolatilityMode: build.query({ ...fromContract(getVolatilityMode), providesTags: ['Volatility'] }),
    getDepositSettings: build.query({ ...fromContract(getDepositSettings), providesTags: ['DepositSettings'] }),
    getLedgerState: build.query({ ...fromContract(getLedgerState), providesTags: ['Ledger'] }),
  }),
})

export const { useGetVolatilityModeQuery, useGetDepositSettingsQuery, useGetLedgerStateQuery } = settingsApi
