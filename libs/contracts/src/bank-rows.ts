import { z } from 'zod'
import { bankTabs } from './bank-statements.ts'
import { operation, streamRoute } from './operation.ts'
import { payoutTabs } from './payouts.ts'
import { Done, Id } from './primitives.ts'
import { deciders, RequestKind } from './requests.ts'
import { FileQuery, fileTypes } from './table-files.ts'

/** The kinds of near pairs that an admin can dismiss. The other kinds protect money that was approved. */
export const dismissibleKinds = ['similar', 'cut'] as const

export const dismissBankPair = operation({
  subject: 'payments.dismiss-bank-pair',
  route: {
    method: 'POST',
    path: '/api/admin/bank-matches/dismiss',
    access: { admin: deciders },
    rate: 'command',
    summary: 'Say that a bank row with a similar or cut UTR does not pay for a request; the pair never comes back',
  },
  input: z.object({ rowId: Id, requestId: Id }),
  output: Done,
  errors: ['not_found', 'bank_row_changed'],
})

/** The rows of a bank statement, or the kept credits, against the requests of one kind. Without `tab` the rows of all tabs. */
export const exportBankRows = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/exports/bank-rows',
    access: { admin: ['owner', 'cashier', 'auditor'] },
    rate: 'export',
    summary: 'Rows of a bank statement as CSV or XLSX, with the requests that they match',
  },
  query: z
    .object({
      statement: z.string().max(64),
      kind: RequestKind.default('deposit'),
      tab: z.enum([...new Set([...bankTabs, ...payoutTabs])]).optional(),
    })
    .extend(FileQuery.shape),
  output: { file: fileTypes },
  errors: ['not_found'],
  maxBodyBytes: 0,
})
