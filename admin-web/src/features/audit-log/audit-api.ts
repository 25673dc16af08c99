import { checkAuditLog, getAuditLog } from '@kismet/contracts'
import type { AuditFilters, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract, inPages } from '../../entities/session/from-contract.ts'

type AuditPage = Output<typeof getAuditLog>

const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery<AuditPage, AuditFilters, string | null>({
      ...inPages(fromContract(getAuditLog).queryFn, 50),
      // What was done since somebody last looked is what they look for.
      keepUnusedDataFor: 0,
    }),
    checkAudit: build.mutation(fromContract(checkAuditLog)),
  }),
})

export const { useListAuditInfiniteQuery, useCheckAuditMutation } = auditApi
