import { checkAuditLog, getAuditLog } from '@kismet/contracts'
import type { AuditFilters, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

type AuditPage = Output<typeof getAuditLog>

const pageRows = 50
const list = fromContract(getAuditLog)

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery<AuditPage, AuditFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      queryFn: ({ queryArg, pageParam: cursor }, queryApi) =>
        list.queryFn({ ...queryArg, limit: pageRows, ...(cursor === null ? {} : { cursor }) }, queryApi),
      // What was done since somebody last looked is what they look for.
      keepUnusedDataFor: 0,
    }),
    checkAudit: build.mutation(fromContract(checkAuditLog)),
  }),
})

export const { useListAuditInfiniteQuery, useCheckAuditMutation } = auditApi
