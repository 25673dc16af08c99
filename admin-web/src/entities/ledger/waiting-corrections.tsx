import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { approveCorrection, listCorrections } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'
import { mayCall } from '../session/roles.ts'
import { useAdmin } from '../session/use-session.ts'

const list = fromContract(listCorrections)

const { useCountCorrectionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    countCorrections: build.query<number, Record<string, never>>({
      queryFn: async (_, queryApi) => {
        const { data, error } = await list.queryFn({ status: 'pending', limit: 1 }, queryApi)
        return error ? { error } : { data: data.pendingOfOthers ?? data.pending }
      },
      providesTags: ['Ledger'],
    }),
  }),
})

/** The number of corrections that this admin may approve. Null while it is unknown, and for a role that does not decide. */
export function WaitingCorrections({ children }: { children: (count: number | null) => ReactNode }): ReactNode {
  const isDecider = mayCall(approveCorrection.route, useAdmin().role)
  const { data } = useCountCorrectionsQuery({}, { ...usePolling(), skip: !isDecider })
  return children(isDecider ? (data ?? null) : null)
}
