import { z } from 'zod'
import { Rupees } from './money.ts'
import { operation, streamRoute } from './operation.ts'
import { DepositMethod } from './pay-to.ts'
import { IsoTime, openEnum } from './primitives.ts'
import { handoverReaders, RequestKind } from './requests.ts'
import { FileQuery, fileTypes } from './table-files.ts'

const access = { admin: handoverReaders } as const

/** The instants of a shift: `from` counts, `to` does not. */
const Shift = z.object({ from: IsoTime, to: IsoTime })

/** The decisions of one admin about one kind of request. Times are from the request to its decision, in ms. */
const HandoverRow = z.object({
  by: z.string(),
  kind: openEnum(RequestKind.options),
  /** Null for withdrawals, which all go to a bank account. */
  method: openEnum(DepositMethod.options).nullable(),
  approved: z.int().nonnegative(),
  approvedAmount: Rupees,
  rejected: z.int().nonnegative(),
  rejectedAmount: Rupees,
  /** The first of two approvals, which moves no money. The previous release does not send the number. */
  firstApprovals: z.int().nonnegative().default(0),
  medianMs: z.int().nonnegative(),
  longestMs: z.int().nonnegative(),
})
export type HandoverRow = z.output<typeof HandoverRow>

export const getHandover = operation({
  subject: 'payments.get-handover',
  route: {
    method: 'GET',
    path: '/api/admin/handover',
    access,
    rate: 'read',
    summary: 'Decisions of a shift by admin, kind and method, with the times that requests waited',
  },
  input: Shift,
  /** `pending`: what the shift leaves, as of now. */
  output: z.object({
    rows: z.array(HandoverRow),
    pending: z.object({ deposits: z.int().nonnegative(), withdrawals: z.int().nonnegative() }),
  }),
  errors: [],
})

export const exportHandover = streamRoute({
  service: 'payments',
  route: {
    method: 'GET',
    path: '/api/admin/exports/handover',
    access,
    rate: 'export',
    summary: 'The handover of a shift as CSV or XLSX',
  },
  query: Shift.extend(FileQuery.shape),
  output: { file: fileTypes },
  errors: [],
  maxBodyBytes: 0,
})
